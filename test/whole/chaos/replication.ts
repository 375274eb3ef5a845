/** A PostgreSQL primary with a synchronous standby, under the load of the soak test. */
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Operation } from '../../server/store/history/recorder.ts'
import { type Cluster, startCluster } from '../../support/postgres/cluster.ts'
import { runSoak } from './soak/run-soak.ts'

export interface Pair {
  primary: Cluster
  standby: Cluster
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

export function readOptions() {
  const options = {
    postgres: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    help: { type: 'boolean', default: false },
  } as const
  const { postgres, seconds, seed, help } = parseArgs({ options }).values
  if (postgres !== undefined && !existsSync(`${postgres}/postgres`)) {
    throw new Error(`missing: ${postgres}/postgres; apt-get install postgresql`)
  }
  if (!/^[1-9]\d{0,3}$/.test(seconds)) throw new Error(`--seconds must be a number from 1 to 9999, not ${seconds}`)
  return { bin: postgres, seconds: Number(seconds), seed: Number(seed), help }
}

/** Runs `use` under load on a new pair, and prints the contradictions between the responses and the records. */
export async function runOnPair(
  { bin, seed }: { bin: string | undefined; seed: number },
  use: (pair: Pair, load: Load) => Promise<void>,
): Promise<void> {
  const pair: Partial<Pair> = {}
  try {
    const primary = await startCluster({ bin })
    pair.primary = primary
    const url = await primary.createDatabase()
    await primary.stop()
    const standby = await startCluster({ bin, follow: primary })
    pair.standby = standby
    await primary.start()
    await primary.query("alter system set synchronous_standby_names = 'standby'")
    await primary.query('select pg_reload_conf()')
    const isSynchronous = "select from pg_stat_replication where sync_state = 'sync'"
    await until(async () => (await primary.query(isSynchronous)).length > 0)
    const storeUrl = `${url.replace(/:(\d+)\//, `:$1,127.0.0.1:${standby.port}/`)}?target_session_attrs=read-write`
    const waitUntilDone = (operations: readonly Operation[]) => {
      const isOk = ({ outcome }: Operation) => outcome === 'ok'
      const acknowledged = (count: number) => {
        const start = operations.length
        return until(async () => operations.slice(start).filter(isOk).length >= count)
      }
      return use({ primary, standby }, { operations, acknowledged }).finally(() => {
        unknown = operations.filter(({ statusLine }) => statusLine === '503 OUTCOME_UNKNOWN').length
      })
    }
    let unknown = 0
    const { counts, violations } = await runSoak({ storeUrl, connections: 30, seed, waitUntilDone })
    const broken = `${counts.info - unknown} without a response`
    console.log(`${counts.ok} acknowledged, ${counts.fail} rejected, ${unknown} unknown, ${broken}; seed ${seed}`)
    for (const violation of violations) console.log(`  ${violation}`)
    console.log(violations.length === 0 ? 'no acknowledged write is lost' : `${violations.length} violations`)
    if (violations.length > 0) process.exitCode = 1
  } finally {
    await pair.standby?.remove()
    await pair.primary?.remove()
  }
}

/** @throws Error after two minutes. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('nothing was acknowledged for two minutes')
    await wait(10)
  }
}
