/** Listings with more pages than the kit reads. */
import { expect, test, vi } from 'vitest'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { addLeaver, runAgainst } from './kit-harness.ts'

vi.setConfig({ testTimeout: 60_000 })

const day = 86_400_000

/** Others whose deletions were requested during the last four weeks. */
const withOthers: Override = (base) => {
  for (let index = 0; index < 3000; index++) addLeaver(base, new Date(Date.now() - (28 * day * index) / 3000))
  return {}
}

test.each([
  ['at the end of 3,000 is found', 'ADMIN-01', 'pass'],
  ['in the middle of 3,000 is found by no check, which accuses nothing', 'ADMIN-17', 'unverified'],
])('an account %s', async (_, id, outcome) => {
  const { out } = await runAgainst(withOthers, '--only', id, '--patience', '0.2', '--json')
  const [check] = JSON.parse(out).checks
  expect(check.outcome.sound).toBe(outcome)
  if (outcome === 'unverified') expect(check.reason).toMatch(/^the listing has \d+ records, too many to read: /)
})
