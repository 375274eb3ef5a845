/** A PostgreSQL primary with a synchronous standby, under the load of the soak test. */
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Operation } from '../../test/server/store/history/recorder.ts'
import { type Cluster, type ClusterOptions, endOnSignal, startCluster } from '../../test/support/postgres/cluster.ts'
import { readNumber } from '../../test/support/read-number.ts'
import { readOptions } from '../options.ts'
import { runSoak } from './soak/run-soak.ts'

/** Swapped by a failover. */
export interface Pair {
  primary: Cluster
  standby: Cluster
  /** The URL of a database, with both hosts. */
  url: string
  remove(): Promise<void>
}

export interface Load {
  /** Waits for a number of acknowledged writes from now on. */
  acknowledged(count: number): Promise<void>
  operations: readonly Operation[]
}

export const commonHelp = `  --postgres DIR  folder of PostgreSQL's programs, such as     the npm package's
                  /usr/lib/postgresql/15/bin
  --seed S        repeats an earlier run
  --help          print this text

  Exit code 1 if a write is lost or a response is impossible.
`

/** @param defaultSeconds of --seconds. */
export function readPairOptions(help: string, defaultSeconds = '20') {
  const { postgres, seconds, seed } = readOptions(help, {
    postgres: { type: 'string' },
    seconds: { type: 'string', default: defaultSeconds },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  }).values
  if (postgres !== undefined && !existsSync(`${postgres}/postgres`)) {
    throw new Error(`missing: ${postgres}/postgres; apt-get install postgresql`)
  }
  return { bin: postgres, seconds: readNumber('--seconds', seconds), seed: readNumber('--seed', seed, 0) }
}

/** @param options of both clusters. */
export async function startPair(options: ClusterOptions): Promise<Pair> {
  const clusters: Cluster[] = []
  const remove = async () => {
    for (const cluster of clusters) await cluster.remove()
  }
  try {
    for (let nth = 0; nth < 2; nth++) clusters.push(await startCluster(options))
    const [primary, standby] = clusters as [Cluster, Cluster]
    const database = await primary.createDatabase()
    const url = `${database.replace(/:(\d+)\//, `:$1,127.0.0.1:${standby.port}/`)}?target_session_attrs=read-write`
    const pair = { primary, standby, url, remove }
    await synchronize(pair)
    return pair
  } catch (error) {
    await remove()
    throw error
  }
}

/** Makes the standby a copy of the primary, which waits for it from then on. */
export async function synchronize({ primary, standby }: Pair): Promise<void> {
  await standby.stop()
  await primary.stop()
  await standby.follow(primary)
  await primary.start()
  await standby.start()
  await primary.query("alter system set synchronous_standby_names = 'standby'")
  await primary.query('select pg_reload_conf()')
  const isSynchronous = "select from pg_stat_replication where sync_state = 'sync'"
  await until('the standby is synchronous', async () => (await primary.query(isSynchronous)).length > 0)
}

/** Promotes the standby; the killed primary has its place then. */
export async function promote(pair: Pair): Promise<void> {
  await pair.standby.query('select pg_promote()')
  ;[pair.primary, pair.standby] = [pair.standby, pair.primary]
}

/** Runs `use` under load on a new pair, and prints the contradictions between the responses and the records. */
export async function runOnPair(
  { bin, seed }: { bin: string | undefined; seed: number },
  use: (pair: Pair, load: Load) => Promise<void>,
): Promise<void> {
  endOnSignal()
  const pair = await startPair({ bin })
  try {
    const waitUntilDone = (operations: readonly Operation[]) => {
      const isOk = ({ outcome }: Operation) => outcome === 'ok'
      const acknowledged = (count: number) => {
        const start = operations.length
        return until(
          `${count} writes are acknowledged`,
          async () => operations.slice(start).filter(isOk).length >= count,
        )
      }
      return use(pair, { operations, acknowledged }).finally(() => {
        unknown = operations.filter(({ statusLine }) => statusLine === '503 OUTCOME_UNKNOWN').length
      })
    }
    let unknown = 0
    const { counts, violations } = await runSoak({ storeUrl: pair.url, connections: 30, seed, waitUntilDone })
    const broken = `${counts.info - unknown} without a response`
    console.log(`${counts.ok} acknowledged, ${counts.fail} rejected, ${unknown} unknown, ${broken}; seed ${seed}`)
    printViolations(violations)
  } finally {
    await pair.remove()
  }
}

export function printViolations(violations: string[]): void {
  for (const violation of violations) console.log(`  ${violation}`)
  console.log(violations.length === 0 ? 'no acknowledged write is lost' : `${violations.length} violations`)
  if (violations.length > 0) process.exitCode = 1
}

/** @throws Error after some minutes. */
export async function until(what: string, condition: () => Promise<boolean>, minutes = 5): Promise<void> {
  const end = Date.now() + minutes * 60_000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`${what}: not within ${minutes} minutes`)
    await wait(10)
  }
}
