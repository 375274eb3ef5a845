/** The note on wrong counts of resets: the mistaken rule that explains all of them. */
import { expect, test } from 'vitest'
import { faults } from '../../conformance/self-test/faults/index.ts'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { createHarness, outputOf } from './kit-harness.ts'

createHarness()

const faultOf = (id: string) => faults.find((fault) => fault.id === id)?.override as Override

test.each([
  ['count-of-days', 'a day with rows in several monitors were counted once'],
  [
    'before-inclusive-for-services',
    'the rows for the day of "before" itself were deleted, too, in resets of a service',
  ],
  ['service-third-monitor-skipped', 'a reset of a service were about its first 2 monitors only'],
  ['shared-monitor-kept', 'a reset of a service skipped the monitors that another service has, too'],
  ['service-without-monitors-resets-all', 'a reset of a service without monitors were about the monitors of all teams'],
])('names the rule of the fault %s, which all counts of the run fit', async (id, rule) => {
  const out = await outputOf(faultOf(id), '--only', 'Statistics')
  expect(out).toMatch(new RegExp(`wrong counts are as if ${rule}.*; the \\d+ right ones fit that, too`))
})

test('names the refusal whose resets were carried out all the same', async () => {
  const done: Override = (base, store) => ({
    monitorOf(call) {
      const rows = [...store.stats.values()].filter(({ monitorId }) => monitorId === call.id)
      const { teamId } = store.monitors.get(call.id) ?? {}
      if (teamId !== call.caller?.teamId) base.removeRows(rows, call)
      return base.monitorOf(call)
    },
  })
  const out = await outputOf(done, '--only', 'Statistics')
  expect(out).toMatch(
    /wrong counts are as if the resets of a monitor that were refused with 404 were carried out all the same; /,
  )
})

test('prints one whole block for all checks that the rule explains', async () => {
  const out = await outputOf(faultOf('future-before-as-today'), '--only', 'Statistics')
  expect(out).toMatch(/✗ SERVICE-14 .* as if a "before" later than today were today; /)
  expect(out).toMatch(/✗ MONITOR-14 the same as in step 2 of SERVICE-14 /)
})

test.each(['race-resetService', 'count-adds-up'])('names no rule for the fault %s, which none explains', async (id) => {
  const out = await outputOf(faultOf(id), '--only', 'Statistics')
  expect(out).toMatch(/✗ .* deletedCount /)
  expect(out).not.toContain('as if')
})
