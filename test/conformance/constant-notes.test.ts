/** The notes on what is the same in all calls: a count that is wrong by the same number, or a status. */
import { expect, test } from 'vitest'
import { changing, only } from '../../conformance/self-test/overrides.ts'
import { createHarness, outputOf } from './kit-harness.ts'

createHarness()

const adding = (more: number) =>
  changing('resetResult', (fields, rows) => ({ ...fields, deletedCount: rows.length + more }))

test.each([
  [1, '1 too high'],
  [-2, '2 too low'],
])('says that each count is wrong by the same number, %i', async (more, text) => {
  const out = await outputOf(adding(more), '--only', 'SERVICE,MONITOR')
  expect(out).toMatch(new RegExp(`each of the \\d+ counts of resets is ${text} `))
  expect(out).not.toMatch(/wrong in|right in/)
})

test('says that each count of one kind is wrong by the same number', async () => {
  const out = await outputOf(only('resetServiceStats', adding(2)), '--only', 'SERVICE,MONITOR')
  expect(out).toMatch(
    /wrong counts are as if each count were 2 too high, in resets of a service; the \d+ right ones fit that, too/,
  )
})

test('says no such thing of counts that are wrong by different numbers', async () => {
  const constant = changing('resetResult', (fields) => ({ ...fields, deletedCount: 7 }))
  expect(await outputOf(constant, '--only', 'SERVICE,MONITOR')).not.toContain(' too ')
})

test('says first that all calls of an operation answered the same status', async () => {
  const deletes = changing('onResponse', (response, _, { operation }) => {
    if (operation !== 'deleteIncident') return response
    return { status: 204, headers: response.headers }
  })
  const out = await outputOf(deletes, '--only', 'Incidents')
  expect(out).toMatch(
    /incident is auto seen: 204 as in INC-08, [^:]*: [^.]*\. all \d+ calls of this operation answered 204, whatever was expected /,
  )
  expect(out).not.toMatch(/wrong in/)
})

test('says that all accepted calls of an operation answered the same wrong status', async () => {
  const creates = changing('onResponse', (response, _, { operation }) =>
    operation === 'resolveIncident' && response.status === 200 ? { ...response, status: 202 } : response,
  )
  expect(await outputOf(creates, '--only', 'Incidents', '--level', 'profile')).toMatch(
    /the status is 200 \(profile\) .* all \d\d accepted calls of this operation answered 202/,
  )
})
