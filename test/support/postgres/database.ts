/** Test databases in the PostgreSQL server of the run. */
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'

let made = 0

/** Creates an empty database; `remove` also closes open connections. */
export async function makeDatabase(): Promise<{ url: string; remove: () => Promise<void> }> {
  const name = `test_${process.pid}_${++made}`
  await asSuperuser(`create database ${name}`)
  const url = inject('postgres').replace(/postgres$/, name)
  return { url, remove: () => asSuperuser(`drop database ${name} with (force)`) }
}

/**
 * Registers one database for the tests of a file, each of which starts with `empty`. A database per test would take ten
 * times as long.
 */
export function shareDatabase(): { empty: () => Promise<string> } {
  let database: Awaited<ReturnType<typeof makeDatabase>>
  let client: pg.Client
  beforeAll(async () => {
    database = await makeDatabase()
    client = new pg.Client(database.url)
    await client.connect()
  })
  afterAll(() => client.end().finally(database.remove))
  return {
    /** Closes open connections, deletes all rows except the schema version, and returns the URL. */
    async empty() {
      await client.query(emptied)
      return database.url
    },
  }
}

/** Empties every table. As a replica, the session does not check foreign keys. */
const emptied = `
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
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
