/** Notes that call another call right, which only an assertion about the same thing shows. */
import { expect, test } from 'vitest'
import { changing } from '../../conformance/self-test/overrides.ts'
import type { RunCall } from '../../conformance/verdict/notes/run-calls.ts'
import { describeNearest } from '../../conformance/verdict/notes/same-findings.ts'
import { describeOtherValue } from '../../conformance/verdict/notes/values.ts'
import { createCheckRecord, type Finding, recordAssertion } from '../../conformance/verdict/record.ts'
import { callsOf, toExchange } from './call-builders.ts'
import { createHarness, outputOf } from './kit-harness.ts'

createHarness()

const day = 86_400_000

test('a call whose count was judged only in part is not called right', async () => {
  const addsOne = changing('resetResult', (fields, rows) => ({ ...fields, deletedCount: rows.length + 1 }))
  const out = await outputOf(addsOne, '--only', 'SERVICE-01,SERVICE-30,MONITOR-01,AUTH-04a,AUTH-04c,AUTH-05c')
  expect(out).toMatch(/deletedCount is 6 seen: 7 /)
  expect(out).not.toMatch(/right in|wrong in|the same operation/)
})

test.each([
  ['deletedCount, of rows that are left, is at least 1', false],
  ['deletedCount is not 0', false],
  ['deletedCount the second time is 0', true],
])('a call of which held that %s is called right: %s', (held, isRight) => {
  const finding: Finding = { basis: 'documented', expected: 'deletedCount is 6', seen: '7', step: 0 }
  const toReset = (path: string) => toExchange('resetMonitorStats', { path, body: { deletedCount: 7 } })
  const steps = [toReset('/monitors/1/stats'), toReset('/monitors/2/stats?before=2024-01-01')]
  const record = { ...createCheckRecord(), steps, findings: [finding] }
  recordAssertion(record, true, { ...finding, expected: held, step: 1 })
  const calls = callsOf(record)
  const [call] = calls.all as [RunCall]
  expect(describeNearest(call, finding, calls) !== undefined).toBe(isRight)
  expect(describeOtherValue(call, finding, calls) !== undefined).toBe(isRight)
})

test('of a name, a call that sent another one, or was compared with a response, is not called right', async () => {
  const shouts = changing('user', (fields) => ({ ...fields, name: String(fields.name).toUpperCase() }))
  const out = await outputOf(shouts, '--only', 'SIGN-03,SIGN-04,LOGIN-01,ERROR-15b,ERROR-15c')
  expect(out).toMatch(/user\.name is "Ada Lovelace" seen: "ADA LOVELACE"/)
  expect(out).not.toContain('right in')
})

test('a response is not called right because its value is expected of a later one', async () => {
  const isEarly = changing('onResponse', (response, _, call) => {
    const { deletionScheduledAt: text, ...body } = (response.body ?? {}) as { deletionScheduledAt?: string }
    if (call.operation !== 'scheduleAccountDeletion' || text === undefined) return response
    return { ...response, body: { ...body, deletionScheduledAt: new Date(Date.parse(text) - day).toISOString() } }
  })
  const out = await outputOf(isEarly, '--only', 'ADMIN-01')
  expect(out).toContain('the expected value is that of step 2, POST /dashboard/account/delete')
  expect(out).not.toContain('has it right')
})

test('no difference from right calls is named for an error that comes by chance, but how often it comes', async () => {
  let resolves = 0
  const failing = changing('onResponse', (response, _, { operation }) => {
    if (operation !== 'resolveIncident' || response.status >= 300 || ++resolves % 6 > 0) return response
    return { ...response, status: 500, body: { error: { code: 'INTERNAL_ERROR', status: 500, message: 'failed' } } }
  })
  const out = await outputOf(failing, '--only', 'Incidents')
  expect(out).toMatch(
    /sometimes: \d+ of \d\d calls of this operation that should be accepted answered 500 INTERNAL_ERROR, without a pattern/,
  )
  expect(out).not.toContain('one difference only')
})
