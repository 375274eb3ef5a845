/** A crash run: kills the server, or its database, at moments that follow from a seed, and looks for what is missing. */
import { setTimeout as wait } from 'node:timers/promises'
import { purge } from '../../../../server/jobs/purge.ts'
import type { Data } from '../../../../server/store/records.ts'
import { createRandom } from '../../../support/seeded-random.ts'
import type { Place } from './backends.ts'
import { isCutOff } from './check-deletions.ts'
import { findLosses, type Losses } from './find-losses.ts'
import { addRecords, firstRecords, recordsOf } from './round-data.ts'
import { type Running, startProcess } from './server-process.ts'
import { beginTraffic, type History, startHistory } from './traffic.ts'
import { Unopened, visit } from './with-store.ts'

export interface Report extends Losses {
  seed: number
  kills: number
  /** How many of them hit the database in place of the server. */
  databaseKills: number
  /** How many of them hit the job that completes deletions in the middle. */
  jobsCutOff: number
  acknowledged: number
  /** Stores that could not be opened afterwards, with the reason. */
  unopened: string[]
  /** Answers that no state of the store excuses. */
  wrong: string[]
}

export interface Options {
  kills: number
  seed: number
  signal?: AbortSignal | undefined
  progress?(kills: number): void
}

/** So many kills hit one and the same store; then comes a new one, for one that only grows would become slow. */
const stretch = 10

export async function crash(place: Place, { kills, seed, signal, progress }: Options): Promise<Report> {
  const nothing = { lost: [], half: [], unasked: [], unopened: [], wrong: [] }
  const report: Report = { seed, kills: 0, databaseKills: 0, jobsCutOff: 0, acknowledged: 0, ...nothing }
  const random = createRandom(seed)
  while (report.kills < kills) await useStore(await place.make(), Math.min(stretch, kills - report.kills))
  return report

  async function useStore(url: string, rounds: number): Promise<void> {
    const [history, start] = [startHistory(), firstRecords()]
    await visit(url, (store) => store.load(start))
    let server: Running | undefined
    try {
      for (let round = 1; round <= rounds; round++) {
        signal?.throwIfAborted()
        const more = recordsOf(round)
        addRecords(start, more)
        const before = await visit(url, async (store) => {
          await store.load(more)
          return store.dump()
        })
        server ??= await startProcess(url)
        if (place.database && round % 4 === 0) await killDatabase(place.database, server.url, round, history)
        else {
          await killServer(server, round, history)
          server = undefined
        }
        report.kills += 1
        progress?.(report.kills)
        await look(url, history, start, before, round === rounds)
      }
    } catch (error) {
      if (error instanceof Unopened) report.unopened.push(error.message)
      else throw new Error(`${(error as Error).message} ${server?.log() ?? ''}`.trim(), { cause: error })
    } finally {
      await server?.kill()
      report.acknowledged += Object.values(history.acknowledged).flat().length
      report.wrong.push(...history.wrong)
    }
  }

  /** In every third round right after the start, when the job is at work. */
  async function killServer(server: Running, round: number, history: History): Promise<void> {
    const traffic = await beginTraffic(server.url, round, history)
    if (round % 3 !== 0) await traffic.flowing()
    await wait(round % 3 === 0 ? random() ** 2 * 100 : random() * 500)
    await server.kill()
    await traffic.ended
  }

  async function killDatabase(
    database: NonNullable<Place['database']>,
    serverUrl: string,
    round: number,
    history: History,
  ): Promise<void> {
    const traffic = await beginTraffic(serverUrl, round, history)
    await traffic.flowing()
    await wait(random() * 500)
    const refused = traffic.refused()
    await database.kill()
    report.databaseKills += 1
    await refused
    await database.start()
    await traffic.flowing()
    await traffic.stop()
  }

  async function look(url: string, history: History, start: Data, before: Data, isLast: boolean): Promise<void> {
    const found = await visit(url, (store) => store.dump())
    note(findLosses(history, start, found, false))
    if (isCutOff(before, found)) report.jobsCutOff += 1
    // In the other rounds it is the next server who goes on with the job, and may be killed over it again.
    if (!isLast && random() < 0.5) return
    const healed = await visit(url, async (store) => {
      await purge(store, new Date())
      return store.dump()
    })
    note(findLosses(history, start, healed, true))
    report.half.push(...(await place.leftOver(url)))
  }

  function note(losses: Losses): void {
    for (const name of ['lost', 'half', 'unasked'] as const) {
      report[name] = [...new Set([...report[name], ...losses[name]])]
    }
  }
}
