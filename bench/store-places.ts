/** Where the storage benchmarks keep their stores: a temporary folder and a PostgreSQL of their own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openStore } from '../server/store/open.ts'
import type { Data } from '../server/store/records.ts'
import { type Cluster, startCluster } from '../test/support/postgres/cluster.ts'

export const backEnds = ['memory', 'file', 'sqlite', 'postgres'] as const
export type BackEnd = (typeof backEnds)[number]

export interface Places {
  /** The URL of a store that is empty yet. */
  make(backEnd: BackEnd): Promise<string>
  /** Does in PostgreSQL what autovacuum would have done by the time that anybody measures. */
  settle(url: string): Promise<void>
}

/** Removes all of them when the work is done, however it ends. */
export async function withPlaces<T>(work: (places: Places) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'monitoring-bench-'))
  let cluster: Promise<Cluster> | undefined
  let made = 0
  try {
    return await work({
      async make(backEnd) {
        if (backEnd === 'memory') return 'memory:'
        if (backEnd !== 'postgres') return `${backEnd}:${join(folder, `${++made}`)}`
        cluster ??= startCluster('-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB')
        return (await cluster).createDatabase()
      },
      settle: (url) => askPostgres(url, 'vacuum analyze'),
    })
  } finally {
    await (await cluster)?.remove()
    await rm(folder, { recursive: true })
  }
}

export async function fill(url: string, all: Iterable<Data>): Promise<void> {
  const store = await openStore(url)
  for (const data of all) await store.load(data)
  await store.close()
}

export async function askPostgres(url: string, text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(text).finally(() => client.end())
}

export function pathOf(url: string): string {
  return url.replace(/^\w+:/, '')
}

/** On the settings of our own store. */
export function openSqlite(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  return database
}
