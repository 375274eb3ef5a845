/** A short soak test; `npm run test:soak` runs longer. */
import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeFolder } from '../../../test/support/folder.ts'
import { runSoak } from './run-soak.ts'

/** Repeats an earlier run: `SOAK_SEED=… npx vitest run lab/chaos/soak/soak.long.test.ts`. */
const seed = Number(process.env.SOAK_SEED ?? randomInt(2 ** 31))

it(`two hundred connections, some of which break, lose no acknowledged write (SOAK_SEED=${seed})`, {
  timeout: 120_000,
}, async () => {
  const { at, remove } = await makeFolder()
  const plenty = async (operations: readonly unknown[]) => {
    while (operations.length < 1_000) await new Promise((resolve) => setTimeout(resolve, 10))
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
