/** The tests' own judge of responses finds what violates the contract. */
import { demo } from '@monitoring-service/contract'
import { expect, it } from 'vitest'
import { findViolations, type ReceivedResponse } from '../support/violations.ts'

const headers = {
  'x-request-id': 'x',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-type': 'application/json; charset=utf-8',
}
const error = { code: 'NOT_FOUND', message: 'There is nothing here.', status: 404 }
const response = { status: 404, headers, text: JSON.stringify({ error }) }
const withError = (change: object) => ({ text: JSON.stringify({ error: { ...error, ...change } }) })
const withHeader = (change: object) => ({ headers: { ...headers, ...change } })

it('accepts a valid response', () => {
  expect(findViolations(undefined, response)).toEqual([])
})

it.each<[string, Partial<ReceivedResponse>, RegExp]>([
  ['a status that is not declared', { status: 418 }, /^status 418 is not declared/],
  ['another status than in its body', withError({ status: 400 }), /violates .*const/],
  ['an undeclared code', withError({ code: 'ODD' }), /violates .*const/],
  ['an undeclared property', withError({ path: '/x' }), /violates .*additionalProperties/],
  ['a message that is missing', withError({ message: undefined }), /violates .*required/],
  ['a stack trace', withError({ message: 'here.\n    at serve (/srv/server/app.ts:12:3)' }), /^exposes internals/],
  ['a secret', withError({ message: demo.tokenSecret }), /^exposes internals/],
  ['no JSON', { text: '<h1>Not found</h1>' }, /^the body is no JSON/],
  ['no body', { text: '' }, /^the body is no JSON/],
  ['another content type', withHeader({ 'content-type': 'text/html' }), /^content type text\/html/],
  ['no request id', withHeader({ 'x-request-id': undefined }), /^no header X-Request-Id/],
  ['a request id that is not well-formed', withHeader({ 'x-request-id': 'a b' }), /^X-Request-Id: .*pattern/],
  ['a Cache-Control that allows caching', withHeader({ 'cache-control': 'private' }), /^Cache-Control: .*const/],
])('rejects a response with %s', (_, change, expected) => {
  expect(findViolations(undefined, { ...response, ...change })[0]).toMatch(expected)
})
