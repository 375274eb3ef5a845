/** Requests that are parsed without a server. */
import { contract, type OperationEntry } from '@monitoring-service/contract'
import { parseRequest } from '@monitoring-service/http'
import { describe, expect, it } from 'vitest'

const login = contract.operations.login as OperationEntry

type Options = { path?: Record<string, string>; body?: null; type?: string | undefined; encoding?: string }

/** The parsed request, or its error. */
function parse(bytes: string | Uint8Array, { path = {}, type = 'application/json', encoding, body }: Options = {}) {
  const operation = body === null ? { ...login, body } : login
  const headers = { 'content-type': type || undefined, 'content-encoding': encoding }
  try {
    return parseRequest({ operationId: 'login', operation, path, query: 'a=1' }, headers, Buffer.from(bytes))
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return code === 'VALIDATION_ERROR' ? message : code
  }
}

const bodyOf = (bytes: string | Uint8Array, options?: Options) => {
  const parsed = parse(bytes, options)
  return typeof parsed === 'string' ? parsed : parsed.body
}

describe('A body', () => {
  it('is parsed, and the rest of the request is kept', () => {
    const expected = {
      operationId: 'login',
      operation: login,
      path: { id: 'x' },
      query: 'a=1',
      body: { b: [1] },
    }
    expect(parse('{"b":[1]}', { path: { id: 'x' } })).toEqual(expected)
  })

  it('of no bytes is undefined, whatever its type and the operation', () => {
    for (const options of [{}, { type: 'text/plain' }, { type: '' }, { encoding: 'gzip' }, { body: null }]) {
      expect(parse('', options)).toMatchObject({ operationId: 'login', body: undefined })
    }
  })

  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json \t; \tcharset="UTF-8" \t',
  ])('of the type %j is JSON', { tags: ['P02'] }, (type) => {
    expect(bodyOf('{}', { type })).toEqual({})
    expect(bodyOf('{}', { type, encoding: 'identity' })).toEqual({})
  })

  it.each([
    ...['', '*/*', ';;;', 'json', 'text/plain', 'text/json', 'application/x-www-form-urlencoded'],
    ...['multipart/form-data; boundary=x', 'application/problem+json', 'application/jsonx', 'xapplication/json'],
    ...['application/json;', 'application/json; x=1', 'application/json, text/plain', ' application/json'],
    ...['utf-16', 'utf-16le', 'latin1', 'utf-8x', 'utf-8; x=1'].map((name) => `application/json; charset=${name}`),
  ])('of the type %j is not', { tags: ['P02'] }, (type) => {
    expect(bodyOf('{}', { type })).toBe('UNSUPPORTED_MEDIA_TYPE')
  })

  it('may not be encoded, and has no place in an operation without one', () => {
    for (const encoding of ['gzip', 'br', 'identity, gzip', '']) {
      expect(bodyOf('{}', { encoding })).toBe('UNSUPPORTED_MEDIA_TYPE')
    }
    expect(bodyOf('{}', { body: null })).toBe('UNSUPPORTED_MEDIA_TYPE')
  })

  it.each(['{', 'canary', '{"a":canary}', '{}{}', '\ufeff\ufeff{}'])(
    'like %j is malformed, and not repeated',
    (text) => {
      expect(bodyOf(text)).toBe('the body is not well-formed JSON')
    },
  )

  it('is UTF-8', () => {
    expect(bodyOf('{"a":"é😀"}')).toEqual({ a: 'é😀' })
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80]]) {
      expect(bodyOf(Uint8Array.of(0x22, ...bytes, 0x22))).toBe('the body is not well-formed JSON')
    }
  })

  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"b":{"a":1,"a":2}}',
    '[{"a":1,"a":2}]',
    '{"a":":","a":"\\":"}',
    '{"__proto__":1,"__proto__":2}',
  ])('like %s has a property twice', (text) => {
    expect(bodyOf(text)).toBe('the body has a property twice')
  })

  it.each([
    '{"a":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":":\\":\\\\","b":":"}',
    '[":","\\\\",1,null]',
    '":"',
    'null',
    '7',
  ])('like %s has not', (text) => {
    expect(bodyOf(text)).toEqual(JSON.parse(text))
  })

  it('may be as deep as it is long', () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
    expect(Array.isArray(bodyOf(deep))).toBe(true)
    expect(bodyOf(`{"a":1,"b":${deep},"a":1}`)).toBe('the body has a property twice')
  })
})

describe('A path parameter', () => {
  const idOf = (id: string, bytes = '') => {
    const parsed = parse(bytes, { path: { id, other: 'x' } })
    return typeof parsed === 'string' ? parsed : parsed.path
  }

  it.each([
    ['aZ09_.~-', 'aZ09_.~-'],
    ['a%20b%2Fc', 'a b/c'],
    ['%C3%A9', 'é'],
    ["!$&'()*+,;=:@", "!$&'()*+,;=:@"],
    ['%2525', '%25'],
  ])('%j is %j', (id, unescaped) => {
    expect([idOf(id), idOf(id, '{}')]).toEqual(Array(2).fill({ id: unescaped, other: 'x' }))
  })

  it.each(['a"b', 'a b', 'é', 'a[', 'a\\b', 'a^', '<x>', '%20"', '"%20'])(
    '%j has characters that must be escaped',
    (id) => {
      expect(idOf(id)).toBe('the path has characters that must be escaped')
    },
  )

  it.each(['%', '%2', '%zz', '%C3', '%FF', 'a%'])('%j is not valid percent-encoded UTF-8', (id) => {
    expect(idOf(id)).toBe('the path is not valid percent-encoded UTF-8')
  })
})

it('The type is checked before the body, and the body before the path', () => {
  const path = { id: '%' }
  expect(parse('{', { type: 'text/plain', path })).toBe('UNSUPPORTED_MEDIA_TYPE')
  expect(parse('{', { path })).toBe('the body is not well-formed JSON')
  expect(parse('{}', { path })).toBe('the path is not valid percent-encoded UTF-8')
})
