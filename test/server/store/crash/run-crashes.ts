/** A crash run: kills the server or its database at seeded random moments and looks for lost writes. */
import { setTimeout as wait } from 'node:timers/promises'
import { purge } from '../../../../server/jobs/purge.ts'
import type { Data } from '../../../../server/store/records.ts'
import { createRandom } from '../../../support/seeded-random.ts'
import type { Backend } from './backends.ts'
import { isInterrupted } from './check-deletions.ts'
import { findLosses, type Losses } from './find-losses.ts'
import { addRecords, makeInitialData, makeRoundData } from './round-data.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { createTrafficLog, startTraffic, type TrafficLog } from './traffic.ts'
import { StoreOpenError, withStore } from './with-store.ts'

export interface Report extends Losses {
  seed: number
  kills: number
  /** The number of kills of the database instead of the server. */
  databaseKills: number
  /** The number of kills that interrupted the purge job. */
  jobsCutOff: number
  acknowledged: number
  /** The errors of stores that failed to open after a kill. */
  unopened: string[]
  /** Responses that no state of the store explains. */
  wrong: string[]
}

export interface Options {
  kills: number
  seed: number
  signal?: AbortSignal | undefined
  onProgress?(kills: number): void
}

/** A new store now and then keeps the run fast. */
const killsPerStore = 10

export async function runCrashes(backend: Backend, { kills, seed, signal, onProgress }: Options): Promise<Report> {
  const nothing = { lost: [], half: [], unasked: [], unopened: [], wrong: [] }
  const report: Report = { seed, kills: 0, databaseKills: 0, jobsCutOff: 0, acknowledged: 0, ...nothing }
  const random = createRandom(seed)
  while (report.kills < kills)
    await useStore(await backend.createStoreUrl(), Math.min(killsPerStore, kills - report.kills))
  return report

  async function useStore(url: string, rounds: number): Promise<void> {
    const [history, start] = [createTrafficLog(), makeInitialData()]
    await withStore(url, (store) => store.load(start))
    let server: ServerProcess | undefined
    try {
      for (let round = 1; round <= rounds; round++) {
        signal?.throwIfAborted()
        const more = makeRoundData(round)
        addRecords(start, more)
        const before = await withStore(url, async (store) => {
          await store.load(more)
          return store.dump()
        })
        server ??= await startServerProcess(url)
        if (backend.database && round % 4 === 0) await killDatabase(backend.database, server.url, round, history)
        else {
          await killServer(server, round, history)
          server = undefined
        }
        report.kills += 1
        onProgress?.(report.kills)
        await check(url, history, start, before, round === rounds)
      }
    } catch (error) {
      if (error instanceof StoreOpenError) report.unopened.push(error.message)
      else throw new Error(`${(error as Error).message} ${server?.stderr() ?? ''}`.trim(), { cause: error })
    } finally {
      await server?.kill()
      report.acknowledged += Object.values(history.acknowledged).flat().length
      report.wrong.push(...history.wrong)
    }
  }

  /** In every third round, kills right after the start, while the purge job runs. */
  async function killServer(server: ServerProcess, round: number, history: TrafficLog): Promise<void> {
    const traffic = await startTraffic(server.url, round, history)
    if (round % 3 !== 0) await traffic.untilAcknowledged()
    await wait(round % 3 === 0 ? random() ** 2 * 100 : random() * 500)
    await server.kill()
    await traffic.ended
  }

  async function killDatabase(
    database: NonNullable<Backend['database']>,
    serverUrl: string,
    round: number,
    history: TrafficLog,
  ): Promise<void> {
    const traffic = await startTraffic(serverUrl, round, history)
    await traffic.untilAcknowledged()
    await wait(random() * 500)
    const unavailable = traffic.untilUnavailable()
    await database.kill()
    report.databaseKills += 1
    await unavailable
    await database.start()
    await traffic.untilAcknowledged()
    await traffic.stop()
  }

  async function check(url: string, history: TrafficLog, start: Data, before: Data, isLast: boolean): Promise<void> {
    const found = await withStore(url, (store) => store.dump())
    addLosses(findLosses(history, start, found, false))
    if (isInterrupted(before, found)) report.jobsCutOff += 1
    // In the other rounds, the next server continues the job, and may be killed again.
    if (!isLast && random() < 0.5) return
    const recovered = await withStore(url, async (store) => {
      await purge(store, new Date(), { max: 1000 })
      return store.dump()
    })
    addLosses(findLosses(history, start, recovered, true))
    report.half.push(...(await backend.findLeftovers(url)))
  }

  function addLosses(losses: Losses): void {
    for (const name of ['lost', 'half', 'unasked'] as const) {
      report[name] = [...new Set([...report[name], ...losses[name]])]
    }
  }
}
