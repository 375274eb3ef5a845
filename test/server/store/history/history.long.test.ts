/** The responses of all servers on one store are consistent with its records, even after kills, pauses and lost connections. */
import { randomInt } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { type BackendName, backends } from './backends.ts'
import { runHistory } from './run-history.ts'

/**
 * Repeats an earlier run: `HISTORY_SEED=… npx vitest run --project long test/server/store/history`. `npm run test:crash`
 * makes more rounds, each on new stores.
 */
const { HISTORY_SEED = randomInt(2 ** 31), HISTORY_ROUNDS = 1 } = process.env
const seeds = Array.from({ length: Number(HISTORY_ROUNDS) }, (_, round) => Number(HISTORY_SEED) + round)
const size = { incidents: 600, services: 30, leavers: 150, due: 300, dueEvery: 60, days: 4 }
const ofServers = { kill: 1, killAtStart: 1, pause: 1 }
const ofDatabases = { terminate: 1, restart: 1 }
const stores: { name: BackendName; faults: Record<string, number> }[] = [
  { name: 'file', faults: ofServers },
  { name: 'sqlite', faults: ofServers },
  { name: 'postgres', faults: { ...ofServers, ...ofDatabases } },
]

it.each(seeds.flatMap((seed) => stores.map((store) => ({ ...store, seed }))))(
  'on $name, kills, pauses and lost connections lose no acknowledged write (HISTORY_SEED=$seed)',
  // On a busy machine, three servers and a database need minutes for their five faults.
  { tags: ['P64', 'P72'], timeout: 600_000 },
  async ({ name, faults, seed }) => {
    const backend = await backends[name]()
    onTestFinished(backend.remove)
    const shouldContinue = (count: number) => count < Object.keys(faults).length
    const { violations, counts, events } = await runHistory(backend, { seed, size, shouldContinue })
    expect(violations).toEqual([])
    expect(events).toEqual(faults)
    for (const outcome of ['ok', 'fail', 'info'] as const) expect(counts[outcome], outcome).toBeGreaterThan(0)
  },
)
