/** A target that others use, or whose own job deletes accounts, is not accused of what they change, or of how long its list is. */
import { expect, test, vi } from 'vitest'
import type { Override, Steps } from '../../conformance/self-test/implementation/steps.ts'
import { addLeaver, runAgainst } from './kit-harness.ts'

vi.setConfig({ testTimeout: 120_000 })

const day = 86_400_000

/** At the front of the listing, where another client of the target, or its own job, changes it. */
const changes = {
  inserts: (base: Steps, count: number) => addLeaver(base, new Date(Date.now() - 20 * day - 1000 * count)),
  purges(base: Steps) {
    const listed = [...base.users.values()].filter(({ deletion }) => deletion !== undefined)
    const [first] = listed.sort((a, b) => base.compareUsers(a, b, 1))
    if (first?.teamId === 'others') base.users.delete(first.id)
  },
}

/** After each so many requests of the listing. */
const busy =
  (change: keyof typeof changes, every: number): Override =>
  (base) => {
    for (let index = 0; index < 70; index++) addLeaver(base, new Date(Date.now() - 29 * day + index))
    let count = 0
    return {
      listDeletionRequests(call) {
        count += 1
        if (count % every === 0) changes[change](base, count)
        return base.listDeletionRequests(call)
      },
    }
  }

async function run(override: Override, ...flags: string[]) {
  const { out } = await runAgainst(override, '--json', '--patience', '1', ...flags)
  return (JSON.parse(out) as { checks: { id: string; reason?: string; outcome: { [level: string]: string } }[] }).checks
}

test.each([
  ['inserts', 5, 'unverified'],
  ['purges', 5, 'unverified'],
  ['inserts', 90, 'pass'],
  ['purges', 90, 'pass'],
] as const)('pages are read again if one %s in %i requests of the listing: %s', async (change, every, outcome) => {
  const [check] = await run(busy(change, every), '--only', 'ADMIN-13')
  expect(check?.outcome).toMatchObject({ documented: outcome, profile: outcome })
  if (outcome === 'unverified')
    expect(check?.reason).toMatch(/^the listing changed during each of 3 readings: others use the target/)
})

test.each(['inserts', 'purges'] as const)(
  'no check of the listing fails while others use the target: %s',
  async (change) => {
    const checks = await run(busy(change, 7), '--only', 'ADMIN,EXPLORE-01', '--seed', '1', '--level', 'profile')
    const failed = checks.filter(({ outcome }) => Object.values(outcome).includes('fail'))
    expect(failed.map(({ id }) => id)).toEqual([])
    expect(checks.filter(({ outcome }) => outcome.documented === 'pass').length).toBeGreaterThan(10)
  },
)

/** Others whose deletions were requested during the last four weeks. */
const withOthers: Override = (base) => {
  for (let index = 0; index < 3000; index++) addLeaver(base, new Date(Date.now() - (28 * day * index) / 3000))
  return {}
}

test.each([
  ['at the end of 3,000 is found', 'ADMIN-01', 'pass'],
  ['in the middle of 3,000 is found by no check, which accuses nothing', 'ADMIN-17', 'unverified'],
])('an account %s', async (_, id, outcome) => {
  const [check] = await run(withOthers, '--only', id)
  expect(check?.outcome.sound).toBe(outcome)
  if (outcome === 'unverified') expect(check?.reason).toMatch(/^the listing has \d+ records, too many to read: /)
})
