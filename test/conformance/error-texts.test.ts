/** The texts of findings about errors, and about values that openapi.yaml decides. */
import { expect, test } from 'vitest'
import type { Exchange } from '../../conformance/client/exchange.ts'
import { formatViolation, wordsOf } from '../../conformance/report/words.ts'
import type { Condition } from '../../conformance/verdict/conditions.ts'
import { summarizeForm } from '../../conformance/verdict/format.ts'
import { createCheckRecord } from '../../conformance/verdict/record.ts'
import { assertRefused } from '../../conformance/verdict/response.ts'
import { compileSchemas } from '../../conformance/verdict/schemas.ts'
import { assertSound } from '../../conformance/verdict/sound.ts'
import type { Basis } from '../../conformance/verdict/verdict.ts'

const schemas = compileSchemas()
const token = { header: 'authorization', value: 'Bearer {token}' }
const transport = { token, admin: { header: 'x-key', value: '{key}' } }

function toRefusal(status: number, code: string, fields: object = {}, sent?: object): Exchange {
  const body = { error: { code, status, message: 'No.', ...fields } }
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': 'one',
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
  }
  return {
    request: {
      ...{ operationId: 'resetMonitorStats', method: 'DELETE', path: '/', url: '/', headers: {} },
      ...(sent && { body: JSON.stringify(sent) }),
    },
    response: { status, headers, text: JSON.stringify(body) },
    ...{ body, isJson: true, targetTime: 0, started: new Date(0), milliseconds: 1 },
  }
}

function findingsOn(exchange: Exchange, condition: Condition, basis: Basis): string[] {
  const record = { ...createCheckRecord(), steps: [exchange] }
  assertRefused(schemas, record, exchange, basis, { condition })
  return record.findings.map(wordsOf).map(({ expected, seen }) => `${expected}; ${seen}`)
}

test('an error with the status of another is that other, and nothing else is said of it', () => {
  expect(findingsOn(toRefusal(404, 'MONITOR_NOT_FOUND'), 'free plan', 'profile')).toEqual([
    'the status is 403: free plan; 404 MONITOR_NOT_FOUND: No.',
  ])
  expect(findingsOn(toRefusal(404, 'NONE'), 'monitor not found', 'profile')).toEqual([
    'error.code is "MONITOR_NOT_FOUND"; "NONE"',
    'the body is as openapi.yaml decides; error.code must be "MONITOR_NOT_FOUND" or "NOT_FOUND", seen "NONE"',
  ])
  // The document only implies that this is a plan-limit error.
  expect(findingsOn(toRefusal(404, 'MONITOR_NOT_FOUND'), 'free plan', 'documented')).toContain(
    'a plan-limit error has upgradeUrl; absent',
  )
})

test('a plan-limit error where another reason is right is called so', () => {
  const fields = { upgradeUrl: 'https://x.example/' }
  expect(findingsOn(toRefusal(403, 'PLAN_UPGRADE_REQUIRED', fields), 'monitor not found', 'documented')).toContain(
    'the reason is another than the plan, so this is no plan-limit error; 403 PLAN_UPGRADE_REQUIRED with upgradeUrl "https://x.example/"',
  )
  expect(findingsOn(toRefusal(404, 'MONITOR_NOT_FOUND', fields), 'monitor not found', 'documented')).toContain(
    'only a plan-limit error has upgradeUrl; "https://x.example/"',
  )
})

test('a time that is valid, but not in UTC with milliseconds, is not called malformed', () => {
  const time = '2026-11-24T03:20:49.123+00:00'
  const body = { deletionRequestedAt: time, deletionScheduledAt: '2026-12-24T03:20:49.123Z' }
  expect(schemas.documented('scheduleAccountDeletion').validateBody?.(body)).toEqual([])
  expect(schemas.profile('scheduleAccountDeletion', 200)?.validateBody?.(body).map(formatViolation)).toEqual([
    'deletionRequestedAt must be a time in UTC with milliseconds and Z, seen "2026-11-24T03:20:49.123+00:00"',
  ])
})

test('a password that a message repeats is named with its place, and is not compared', () => {
  const exchange = toRefusal(401, 'INVALID_CREDENTIALS', { message: 'Not Ab3-xyz' }, { password: 'Ab3-xyz' })
  const record = { ...createCheckRecord(), steps: [exchange] }
  assertSound(record, exchange, transport)
  expect(record.findings.map(wordsOf).map(({ seen }) => seen)).toEqual(['the password that was sent, in error.message'])
  expect(summarizeForm(exchange, 'a@x')).toBe('401 INVALID_CREDENTIALS: Not PASSWORD')
})

test('a secret that the request did not contain is named with its user and place, but not a token that a log-in returns', () => {
  const seenIn = (exchange: ReturnType<typeof toRefusal>) => {
    const secrets = new Map([['Ab3-xyz-of-another', { kind: 'password' as const, email: 'b@x' }]])
    const record = { ...createCheckRecord(), secrets, steps: [exchange] }
    assertSound(record, exchange, transport)
    return record.findings.map(wordsOf).map(({ seen }) => seen)
  }
  const refusal = toRefusal(401, 'INVALID_CREDENTIALS', { message: 'Not Ab3-xyz-of-another' }, { password: 'wrong' })
  expect(seenIn(refusal)).toEqual(['the password of b@x, in error.message'])
  expect(seenIn({ ...refusal, body: { accessToken: 'Ab3-xyz-of-another' } })).toEqual([])
})

test('a secret in a response is named with its place: a field, records of a list, a header, or the body', () => {
  const refusal = toRefusal(401, 'INVALID_CREDENTIALS', {}, { password: 'Ab3-xyz' })
  const placeIn = (body: unknown, headers: Record<string, string> = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const exchange = { ...refusal, body, response: { status: 401, headers, text } }
    const record = { ...createCheckRecord(), steps: [exchange] }
    assertSound(record, exchange, transport)
    return record.findings.map(wordsOf).map(({ seen }) => seen.replace('the password that was sent, in ', ''))
  }
  expect(placeIn({ data: [{ id: 1 }, { name: 'Ab3-xyz' }] })).toEqual(['data.*.name'])
  expect(placeIn({ error: {} }, { location: '/?p=Ab3-xyz' })).toEqual(['the header location'])
  expect(placeIn({ 'Ab3-xyz': 1 })).toEqual(['the body'])
  expect(placeIn('Not Ab3-xyz')).toEqual(['the body'])
  expect(placeIn({ error: {} })).toEqual([])
})

test('the general form of a refusal names neither address nor password, and keeps its status whatever these are', () => {
  const formOf = (message: string, email: string, password: string) =>
    summarizeForm(toRefusal(401, 'NO', { message }, { email, password }), email)
  expect(formOf('ann@acme.example is no user of 12', 'ann@acme.example', 'secret-1')).toBe(
    '401 NO: EMAIL is no user of NUMBER',
  )
  expect(formOf('secret-1 is wrong', 'ann@acme.example', 'secret-1')).toBe('401 NO: PASSWORD is wrong')
  expect(formOf('No user.', '0', '1')).toBe('401 NO: No user.')
})
