/** The responses of all servers on one store are consistent with its records, even after kills, pauses and lost connections. */
import { randomInt } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { type BackendName, backends } from './backends.ts'
import { runHistory } from './run-history.ts'

/** Repeats an earlier run: `HISTORY_SEED=… npx vitest run test/server/store/history/history.long.test.ts`. */
const seed = Number(process.env.HISTORY_SEED ?? randomInt(2 ** 31))
const size = { incidents: 600, services: 30, leavers: 150, due: 300, dueEvery: 60, days: 4 }
const ofServers = { kill: 1, killAtStart: 1, pause: 1 }
const ofDatabases = { terminate: 1, restart: 1 }

it.each<[BackendName, Record<string, number>]>([
  ['file', ofServers],
  ['sqlite', ofServers],
  ['postgres', { ...ofServers, ...ofDatabases }],
])(
  `on %s, kills, pauses and lost connections lose no acknowledged write (HISTORY_SEED=${seed})`,
  {
    tags: ['P64', 'P72'],
    timeout: 180_000,
  },
  async (name, faults) => {
    const backend = await backends[name]()
    onTestFinished(backend.remove)
    const shouldContinue = (count: number) => count < Object.keys(faults).length
    const { violations, counts, events } = await runHistory(backend, { seed, size, shouldContinue })
    expect(violations).toEqual([])
    expect(events).toEqual(faults)
    for (const outcome of ['ok', 'fail', 'info'] as const) expect(counts[outcome], outcome).toBeGreaterThan(0)
  },
)
