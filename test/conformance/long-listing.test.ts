/** Listings with more pages than the kit reads: an account is found by the time of its request. */
import { expect, test, vi } from 'vitest'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { addLeaver, runAgainst } from './kit-harness.ts'

vi.setConfig({ testTimeout: 60_000 })

const day = 86_400_000

/** Others whose deletions were requested during the last four weeks. */
const withOthers =
  (count: number): Override =>
  (base) => {
    for (let index = 0; index < count; index++) addLeaver(base, new Date(Date.now() - (28 * day * index) / count))
    return {}
  }

const losesRecords: Override = (base) => ({
  deletionRequest: (user) => ({ ...base.deletionRequest(user), email: 'lost@example.com', teamId: 'lost' }),
})

test.each([
  ['found', withOthers(3000), 'pass'],
  ['missed', (base) => ({ ...withOthers(3000)(base), ...losesRecords(base) }), 'unverified'],
] as [string, Override, string][])('an account in the middle of 3,000 is %s', async (_, override, outcome) => {
  const { out } = await runAgainst(override, '--only', 'ADMIN-17', '--patience', '1', '--json')
  const [check] = JSON.parse(out).checks
  expect(check.outcome.sound).toBe(outcome)
  if (outcome === 'unverified') expect(check.reason).toMatch(/^the listing has \d+ records, too many to read, /)
})
