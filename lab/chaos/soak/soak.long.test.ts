/** A soak test; `npm run test:soak` sends more requests. */
import { randomInt } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { backends } from '../../../test/server/store/history/backends.ts'
import type { Fault } from '../../../test/server/store/history/nemesis.ts'
import { runHistory } from '../../../test/server/store/history/run-history.ts'
import { createBrokenSender } from './broken-requests.ts'

/** Repeats an earlier run: `SOAK_SEED=… npx vitest run --project long lab/chaos/soak`. */
const seed = Number(process.env.SOAK_SEED ?? randomInt(2 ** 31))
const requests = Number(process.env.SOAK_REQUESTS ?? 1_000)

it(`two hundred connections, some of which break, lose no acknowledged write (SOAK_SEED=${seed})`, {
  timeout: 120_000 + requests * 20,
}, async () => {
  const backend = await backends.sqlite()
  onTestFinished(backend.remove)
  const { send, counts: broken } = createBrokenSender(seed)
  const load: Fault = async (_, { recorder }) => {
    while (recorder.operations.length < requests) await recorder.waitForOperations(100)
  }
  const { violations, counts } = await runHistory(backend, {
    ...{ seed, send, faults: { load }, only: 'load', count: 200 },
    shouldContinue: (count) => count < 1,
    // Giving up on a slow server would only add load.
    timeout: 60_000,
  })
  expect(violations).toEqual([])
  for (const count of [...Object.values(counts), ...Object.values(broken)]) expect(count).toBeGreaterThan(5)
})
