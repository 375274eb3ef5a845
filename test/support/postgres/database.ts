/** Test databases in the PostgreSQL server of the run. */
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import type { Store } from '../../../server/store/store.ts'

let made = 0

/** Creates an empty database; `remove` also closes open connections. */
export async function makeDatabase(): Promise<{ url: string; remove: () => Promise<void> }> {
  const name = `test_${process.pid}_${++made}`
  await asSuperuser(`create database ${name}`)
  const url = inject('postgres').replace(/postgres$/, name)
  return { url, remove: () => asSuperuser(`drop database ${name} with (force)`) }
}

export interface SharedDatabase {
  /** Closes open connections, deletes all rows except the schema version, and returns the URL. */
  empty(): Promise<string>
  /** Opens an empty store, or empties the one that is open: opening takes longer than most tests. */
  openStore(): Promise<Store>
}

/**
 * Registers one database for the tests of a file, each of which starts with `empty` or `openStore`. A database per test
 * would take ten times as long.
 */
export function shareDatabase(): SharedDatabase {
  let database: Awaited<ReturnType<typeof makeDatabase>>
  let client: pg.Client
  let store: Store | undefined
  beforeAll(async () => {
    database = await makeDatabase()
    client = new pg.Client(database.url)
    await client.connect()
  })
  afterAll(async () => {
    await store?.close()
    await client.end().finally(database.remove)
  })
  return {
    async empty() {
      await client.query(disconnected)
      await client.query(emptied)
      return database.url
    },
    async openStore() {
      await client.query(emptied)
      // A test may have closed it.
      const isOpen = await store?.isEmpty().catch(() => false)
      store = isOpen ? store : await openStore(database.url)
      return store as Store
    },
  }
}

const disconnected =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

/** Empties every table. As a replica, the session does not check foreign keys. */
const emptied = `
  set session_replication_role = replica;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename !~ '^monitoring_versions' loop
      execute format('delete from %I', name);
    end loop;
  end $$`

async function asSuperuser(text: string): Promise<void> {
  const client = new pg.Client(inject('postgres'))
  await client.connect()
  await client.query(text).finally(() => client.end())
}
