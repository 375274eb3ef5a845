/** The message for the violations of a schema. */
import { formatViolations, type Violation } from '@monitoring-service/http'
import { expect, it } from 'vitest'

const required = (path: string) => ({ path, message: `must have required property 'x'` })
const unknown = (path: string) => ({ path, message: 'must NOT have additional properties' })
const oneOf = { path: '/body', message: 'must match exactly one schema in oneOf' }

it.each<[string, Violation[]]>([
  ['body.email must match format "email"', [{ path: '/body/email', message: 'must match format "email"' }]],
  ['body.a.b.c must be string', [{ path: '/body/a/b/c', message: 'must be string' }]],
  ['path.id must be string', [{ path: '/params/id', message: 'must be string' }]],
  ['path.params.id must be string', [{ path: '/path/params/id', message: 'must be string' }]],
  ['query.params must be string', [{ path: '/query/params', message: 'must be string' }]],
  ['body must be object', [{ path: '', message: 'must be object' }]],
  ['body.name is required', [required('/body/name')]],
  ['body.role is unknown', [unknown('/body/role')]],
])('It is %j', (message, violations) => {
  expect(formatViolations(violations)).toBe(message)
})

it('It names the first violation of several', () => {
  expect(formatViolations([required('/body/a'), unknown('/body/b')])).toBe('body.a is required')
})

it('It prefers a wrong value to missing and unknown properties', () => {
  const wrong = { path: '/body/c', message: 'must be string' }
  expect(formatViolations([required('/body/a'), unknown('/body/b'), wrong])).toBe('body.c must be string')
})

it('It names each missing property of alternatives once, or the wrong value in one of them', () => {
  const [password, code] = [required('/body/password'), required('/body/verificationCode')]
  const both = 'body.password is required, or body.verificationCode is required'
  expect(formatViolations([password, code, password, oneOf])).toBe(both)
  expect(formatViolations([password, { path: '/body', message: 'must match a schema in anyOf' }])).toBe(
    'body.password is required',
  )
  expect(formatViolations([password, { path: '/body/x', message: 'must be string' }, oneOf])).toBe(
    'body.x must be string',
  )
})

it('It says at least that the request is not valid', () => {
  expect(formatViolations([])).toBe('the request is not valid')
})
