/** A soak test; `npm run test:soak` sends more requests. */
import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeFolder } from '../../../test/support/folder.ts'
import { runSoak } from './run-soak.ts'

/** Repeats an earlier run: `SOAK_SEED=… npx vitest run --project long lab/chaos/soak`. */
const seed = Number(process.env.SOAK_SEED ?? randomInt(2 ** 31))
const requests = Number(process.env.SOAK_REQUESTS ?? 1_000)

it(`two hundred connections, some of which break, lose no acknowledged write (SOAK_SEED=${seed})`, {
  timeout: 120_000 + requests * 20,
}, async () => {
  const { at, remove } = await makeFolder()
  const plenty = async (operations: readonly unknown[]) => {
    while (operations.length < requests) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const { violations, counts, faults } = await runSoak({
    storeUrl: `sqlite:${at('soak.db')}`,
    connections: 200,
    seed,
    waitUntilDone: plenty,
  }).finally(remove)
  expect(violations).toEqual([])
  for (const count of [...Object.values(counts), ...Object.values(faults)]) expect(count).toBeGreaterThan(5)
})
