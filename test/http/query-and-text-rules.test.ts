/** The rules that JSON Schema cannot express: each violation by itself, with its message. */
import { operations } from '@monitoring-service/contract'
import { findQueryOrTextViolation, type ParsedRequest } from '@monitoring-service/http'
import { describe, expect, it } from 'vitest'

const operation = {
  ...operations.login,
  query: { page: 'integer', before: 'string' },
  body: { required: true, texts: { name: { wellFormed: true }, password: { maxBytes: 6 } } },
}
const body = { name: 'Ada' }
const violationOf = (changed: Partial<Pick<ParsedRequest, 'query' | 'body'>> | { operation: object }) =>
  findQueryOrTextViolation({ operationId: 'login', operation, path: {}, query: '', body, ...changed } as ParsedRequest)

describe('A query', () => {
  it.each([
    '',
    'page=1',
    'page=0',
    'page=-1',
    'before=x',
    'page=20&before=2025-01-01',
    `page=${'9'.repeat(15)}`,
    `before=${'x'.repeat(16)}`,
  ])('%j is accepted', (query) => {
    expect(violationOf({ query })).toBeUndefined()
  })

  it.each([
    ['=1', 'query has a parameter without a name'],
    ['page=1&=', 'query has a parameter without a name'],
    ['Page=1', 'query.Page is unknown'],
    ['?page=1', 'query.?page is unknown'],
    ['constructor=1', 'query.constructor is unknown'],
    ['page=1&page=1', 'query.page must not be repeated'],
    ['before=', 'query.before must not be empty'],
    ['page=', 'query.page must not be empty'],
    ['page', 'query.page must not be empty'],
    [`page=${'9'.repeat(16)}`, 'query.page must have at most 15 digits'],
    ['before=a:b', 'query.before holds reserved characters, which must be escaped'],
    ['page=1&before=a=b', 'query.before holds reserved characters, which must be escaped'],
    ...['1e3', '0x10', '%201', '1%20', '+1', '01', '-0', '1.0', 'Infinity', '--1', '1-'].map((number) => [
      `page=${number}`,
      'query.page must be a plain decimal',
    ]),
  ])('%j is rejected: %s', (query, message) => {
    expect(violationOf({ query })).toBe(message)
  })

  it('may have escaped reserved characters', () => {
    expect(violationOf({ query: 'before=a%3Ab' })).toBeUndefined()
  })
})

describe('A body', () => {
  it('that is required is not missing, and another one may be', () => {
    expect(violationOf({ body: undefined })).toBe('body is required')
    for (const changed of [
      { ...operation, body: { ...operation.body, required: false } },
      { ...operation, body: null },
    ]) {
      expect(
        findQueryOrTextViolation({ operation: changed, query: '', body: undefined } as unknown as ParsedRequest),
      ).toBe(undefined)
    }
  })

  it('is checked after the query', () => {
    expect(violationOf({ query: 'x=1', body: undefined })).toBe('query.x is unknown')
  })

  it.each(['a\0b', '\ud800', '\udc00x'])('has no text like %j', (name) => {
    expect(violationOf({ body: { name } })).toBe('body.name must be well-formed text without NUL')
    expect(violationOf({ body: { other: name, password: name } })).toBeUndefined()
  })

  it('has texts with so many bytes of UTF-8 at most', () => {
    for (const password of ['', '123456', 'ééé', '😀12']) expect(violationOf({ body: { password } })).toBeUndefined()
    for (const password of ['1234567', 'ééé1', '😀123', '€€€']) {
      expect(violationOf({ body: { password } })).toBe('body.password must not take more than 6 bytes')
    }
  })

  it('of another type is left to the schema', () => {
    const inherited = Object.create({ name: '\0' })
    for (const body of [null, 'x\0', 7, [], { name: 7 }, { name: null }, inherited]) {
      expect(violationOf({ body })).toBeUndefined()
    }
  })
})
