/** A PostgreSQL primary with a synchronous standby. */
import { type Cluster, type ClusterOptions, startCluster } from '../../test/support/postgres/cluster.ts'
import { until } from '../until.ts'

/** Swapped by a failover. */
export interface Pair {
  primary: Cluster
  standby: Cluster
  /** The URL of a database, with both hosts. */
  url: string
  remove(): Promise<void>
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
