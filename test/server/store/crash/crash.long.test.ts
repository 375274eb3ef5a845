/** Acknowledged writes survive kills of the server process or its database at any moment. */
import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { type BackendName, backends } from './backends.ts'
import { runCrashes } from './run-crashes.ts'

/** With 4, each kind of kill is there: of a busy server, during the purge job, and of the database. */
const kills = 4
/** Repeats an earlier run: `KILL_SEED=… npx vitest run test/server/store/crash/crash.long.test.ts`. */
const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31))

for (const name of Object.keys(backends) as BackendName[]) {
  it(`acknowledged writes survive ${kills} kills in ${name}:, and no write is partial (KILL_SEED=${seed})`, {
    tags: ['P64'],
    timeout: 180_000,
  }, async () => {
    const backend = await backends[name]()
    try {
      const { acknowledged, ...report } = await runCrashes(backend, { kills, seed })
      expect(acknowledged).toBeGreaterThan(kills)
      expect(report).toMatchObject({ kills, lost: [], half: [], unasked: [], unopened: [], wrong: [] })
    } finally {
      await backend.remove()
    }
  })
}
