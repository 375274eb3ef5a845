/** The kinds of stores that histories run on. */
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { makeFolder } from '../../../support/folder.ts'
import { type Cluster, startCluster } from '../../../support/postgres/cluster.ts'

export interface Backend {
  /** The URL of an empty store. */
  url: string
  /** The number of servers that use it at once. */
  instances: number
  /** The database, if it has processes of its own. */
  cluster?: Pick<Cluster, 'query' | 'kill' | 'start'>
  /** Describes leftovers that the store interface does not show. */
  findLeftovers(): Promise<string[]>
  remove(): Promise<void>
}

export type BackendName = keyof typeof backends

export const backends = {
  async file(): Promise<Backend> {
    const { at, path, remove } = await makeFolder(tmpdir())
    const findLeftovers = async () => (await readdir(path)).filter((name) => name.endsWith('.tmp'))
    return { url: `file:${at('store.json')}`, instances: 1, findLeftovers, remove }
  },

  async sqlite(): Promise<Backend> {
    const { at, remove } = await makeFolder(tmpdir())
    async function findLeftovers() {
      const database = new DatabaseSync(at('store.db'))
      const rows = [goneMonitors, 'pragma integrity_check'].flatMap((sql) => database.prepare(sql).all())
      database.close()
      return rows.flatMap(Object.values).filter((value) => value !== 'ok')
    }
    return { url: `sqlite:${at('store.db')}`, instances: 1, findLeftovers, remove }
  },

  async postgres(): Promise<Backend> {
    const cluster = await startCluster()
    const url = await cluster.createDatabase()
    async function findLeftovers() {
      const client = new pg.Client(url)
      await client.connect()
      const { rows } = await client.query<{ id: string }>(goneMonitors).finally(() => client.end())
      return rows.map(({ id }) => id)
    }
    return { url, instances: 3, cluster, findLeftovers, remove: cluster.remove }
  },
}

/** Deleted monitors whose statistics are still to be deleted. */
const goneMonitors = 'select id from gone_monitors'
