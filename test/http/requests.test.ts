/** Bodies, media types and methods. */
import { gzipSync } from 'node:zlib'
import { demo, limits, operations } from '@monitoring-service/contract'
import { describe, expect, it } from 'vitest'
import { atOnce, tally } from '../support/raw-http.ts'
import { ids, type Message, useServer } from '../support/server.ts'

const server = useServer()
const member = 'member@acme.example'
const credentials = { email: member, password: demo.password }
const login = (message: Message) => server.send('POST', '/auth/login', message)
const signup = (body: unknown) => server.send('POST', '/auth/signup', { body })
const resolve = (message: Message) =>
  server.send('PUT', `/api/v1/incidents/${ids.manual}/resolve`, { as: member, ...message })

describe('a body', () => {
  it('without a type is rejected with 415', { tags: ['P02'] }, async () => {
    const bytes = { 'Content-Type': [] as string[] }
    expect((await login({ headers: bytes, body: credentials })).statusLine).toBe('415 UNSUPPORTED_MEDIA_TYPE')
  })

  it('with two types is rejected with 415, in either order', { tags: ['P02'] }, async () => {
    const types = ['application/json', 'text/plain']
    for (const type of [types, types.toReversed(), ['application/json', 'application/json']]) {
      const answer = await login({ headers: { 'Content-Type': type }, body: credentials })
      expect(answer.statusLine).toBe('415 UNSUPPORTED_MEDIA_TYPE')
    }
  })

  it('with an encoding is rejected with 415', { tags: ['P07'] }, async () => {
    const bodies = [gzipSync(JSON.stringify(credentials)), gzipSync('x'.repeat(20_000_000)), credentials]
    for (const encoding of ['gzip', 'br', 'deflate', 'compress', 'unknown', 'identity, gzip']) {
      for (const body of bodies) {
        const { statusLine } = await login({ headers: { 'Content-Encoding': encoding }, body })
        expect([encoding, statusLine]).toEqual([encoding, '415 UNSUPPORTED_MEDIA_TYPE'])
      }
    }
  })

  it('may have at most 65,536 bytes, with a length or in chunks', { tags: ['P07'] }, async () => {
    for (const headers of [{}, { 'Transfer-Encoding': 'chunked', 'Content-Length': [] as string[] }]) {
      const text = (length: number) => JSON.stringify('x'.repeat(length - 2))
      const most = await login({ headers, body: text(limits.bodyBytes) })
      expect(most.body.error).toEqual({ code: 'VALIDATION_ERROR', message: 'body must be object', status: 400 })
      expect((await login({ headers, body: text(limits.bodyBytes + 1) })).statusLine).toBe('413 PAYLOAD_TOO_LARGE')
    }
  })

  it('that is required and missing is a validation error, with any content type', { tags: ['P03'] }, async () => {
    for (const headers of [{}, { 'Content-Type': 'application/json' }, { 'Content-Type': 'text/plain' }]) {
      for (const length of [{}, { 'Content-Length': 0 }, { 'Transfer-Encoding': 'chunked' }]) {
        expect((await login({ headers: { ...headers, ...length } })).statusLine).toBe('400 VALIDATION_ERROR')
      }
    }
  })

  it('that is optional may be missing, empty, or {}', { tags: ['P06'] }, async () => {
    for (const message of [
      {},
      { headers: { 'Content-Length': 0 } },
      { headers: { 'Transfer-Encoding': 'chunked' } },
      { body: {} },
    ]) {
      await server.edit(({ incidents }) =>
        Object.assign(incidents.find(({ id }) => id === ids.manual) ?? {}, { status: 'open' }),
      )
      expect((await resolve(message)).statusLine).toBe('200')
    }
  })

  it.each(['null', '"x"', '5', 'true', '[]', '[{}]', '{"cause":null}', '{"cause":["x"]}', '{"x":1}'])(
    'that is not an object of the contract is rejected: %s',
    { tags: ['P05', 'P06'] },
    async (body) => {
      expect((await resolve({ body })).statusLine).toBe('400 VALIDATION_ERROR')
      expect((await login({ body })).statusLine).toBe('400 VALIDATION_ERROR')
    },
  )

  it.each([
    '{"password":"canary-4711"',
    '{"password":canary-4711}',
    '{"email":"a@b.co","password":"canary-4711"}}',
    'canary-4711',
    '\ufeff\ufeff"canary-4711"',
  ])('that is malformed is repeated neither in the response nor in the log: %s', { tags: ['P04'] }, async (body) => {
    const answer = await login({ body })
    expect(answer.statusLine).toBe('400 VALIDATION_ERROR')
    expect(answer.text).not.toContain('canary')
    expect(await server.reports()).toHaveLength(1)
    expect(JSON.stringify(await server.reports())).not.toContain('canary')
  })

  it('with thirty thousand nested arrays is rejected, and the next request is served', { tags: ['P08'] }, async () => {
    const deep = '['.repeat(30_000) + ']'.repeat(30_000)
    for (const body of [deep, `{"x":${deep}}`, `{"email":${deep},"password":"x"}`, '['.repeat(60_000)]) {
      expect((await login({ body })).statusLine).toBe('400 VALIDATION_ERROR')
    }
    expect((await login({ body: credentials })).statusLine).toBe('200')
    expect(await server.reports()).toHaveLength(5)
  })

  it.each(['__proto__', 'constructor', 'prototype', 'role', 'teamId', 'id', 'plan', 'toString'])(
    'of a sign-up with %s creates no account and changes no prototype',
    { tags: ['P10'] },
    async (name) => {
      const before = await server.data()
      for (const value of ['"owner"', '{"role":"admin"}', 'null']) {
        const body = `{"email":"ada@new.example","password":"an-uncommon-password","${name}":${value}}`
        expect((await signup(body)).body.error?.message).toBe(`body.${name} is unknown`)
      }
      expect((await server.findLeaks()).onObjects).toEqual([])
      expect(await server.data()).toEqual(before)
    },
  )
})

it('a thousand logins with different content types are rejected and do not increase memory use', {
  tags: ['P01'],
}, async () => {
  const round = (from: number) =>
    atOnce(250, (index) =>
      login({ headers: { 'Content-Type': `application/json; x=${from + index}` }, body: credentials }),
    )
  expect(tally(await round(0))).toEqual({ '415 UNSUPPORTED_MEDIA_TYPE': 250 })
  await server.reports()
  const { heapUsed } = await server.findLeaks()
  for (const from of [250, 500, 750, 1000])
    expect(tally(await round(from))).toEqual({ '415 UNSUPPORTED_MEDIA_TYPE': 250 })
  await server.reports()
  // A compiled validator for each would take more than forty megabytes.
  expect((await server.findLeaks()).heapUsed - heapUsed).toBeLessThan(15_000_000)
})

describe('an unsupported method', () => {
  const paths = new Map<string, string[]>()
  for (const { method, path } of Object.values(operations)) {
    paths.set(path, [...(paths.get(path) ?? []), method, ...(method === 'GET' ? ['HEAD'] : [])])
  }

  it.each([...paths])('of %s gets 405 and Allow: %j', { tags: ['P14', 'P15'] }, async (template, allowed) => {
    const path = template.replace('{id}', ids.manual)
    const before = await server.data()
    const methods = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY']
    for (const method of methods.filter((method) => !allowed.includes(method))) {
      const headers = { 'X-HTTP-Method-Override': allowed[0], 'X-Method-Override': allowed[0] }
      const answer = await server.send(method, path, { as: member, headers })
      expect(answer.statusLine).toBe(method === 'HEAD' ? '405' : '405 METHOD_NOT_ALLOWED')
      expect(answer.headers.allow).toBe(allowed.join(', '))
    }
    expect(await server.data()).toEqual(before)
  })
})

it('HEAD gets the status and headers of GET, without a body', async () => {
  const headers = { 'X-Admin-Api-Key': demo.adminApiKey }
  const [get, head] = await Promise.all(
    ['GET', 'HEAD'].map((method) => server.send(method, '/admin/deletion-requests', { headers })),
  )
  expect([head?.statusLine, head?.text]).toEqual(['200', ''])
  expect(Object.keys(get?.headers ?? {})).toEqual(expect.arrayContaining(Object.keys(head?.headers ?? {})))
  expect((await server.send('HEAD', '/admin/deletion-requests')).statusLine).toBe('401')
})
