/** The locations of benchmarked stores: a temporary folder and a PostgreSQL cluster of their own. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type Cluster, startCluster } from '../../../test/support/postgres/cluster.ts'
import { inFolder } from '../../folder.ts'

type BackEnd = 'file' | 'sqlite' | 'postgres'

export interface Locations {
  /** The temporary folder. */
  folder: string
  /** Returns the URL of an empty store. */
  create(backEnd: BackEnd): Promise<string>
  /** Does in PostgreSQL the maintenance and the writing that it would do later. */
  vacuum(url: string): Promise<void>
}

/** Removes all stores when the work ends. */
export function withLocations<T>(work: (locations: Locations) => Promise<T>): Promise<T> {
  let cluster: Promise<Cluster> | undefined
  let created = 0
  return inFolder((folder) =>
    work({
      folder,
      async create(backEnd) {
        if (backEnd !== 'postgres') return `${backEnd}:${join(folder, `${++created}`)}`
        cluster ??= startCluster({ flags: ['-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB'] })
        return (await cluster).createDatabase()
      },
      async vacuum(url) {
        await queryPostgres(url, 'vacuum analyze')
        await queryPostgres(url, 'checkpoint')
      },
    }).finally(async () => (await cluster)?.remove()),
  )
}

export async function queryPostgres(url: string, text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(text).finally(() => client.end())
}

export function pathOf(url: string): string {
  return url.replace(/^\w+:/, '')
}

/** Opens a database with the settings of our own store. */
export function openSqlite(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  return database
}
