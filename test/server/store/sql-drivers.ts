/** Opens the SQL engines on empty databases, with direct access to the database. */
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openPostgresEngine } from '../../../server/store/sql/postgres.ts'
import { openSqliteEngine } from '../../../server/store/sql/sqlite.ts'
import type { Engine } from '../../../server/store/sql/store.ts'
import { makeFolder } from '../../support/folder.ts'
import { shareDatabase } from '../../support/postgres/database.ts'

export interface OpenedEngine {
  engine: Engine
  /** Runs a statement outside of the store and returns the values of all rows. */
  run(sql: string, values?: readonly unknown[]): Promise<unknown[][]>
  /** To be called after the store is closed. */
  remove(): Promise<void>
}

async function openSqlite(): Promise<OpenedEngine> {
  const folder = await makeFolder()
  const engine = await openSqliteEngine(folder.at('store.db'))
  const database = new DatabaseSync(folder.at('store.db'))
  return {
    engine,
    run: async (sql, values = []) =>
      database
        .prepare(sql)
        .all(...(values as string[]))
        .map(Object.values),
    async remove() {
      database.close()
      await folder.remove()
    },
  }
}

async function openPostgres(url: string): Promise<OpenedEngine> {
  const client = new pg.Client(url)
  await client.connect()
  return {
    engine: await openPostgresEngine(url),
    run: async (sql, values = []) => (await client.query({ text: sql, values: [...values], rowMode: 'array' })).rows,
    remove: () => client.end(),
  }
}

/** Registers one database of PostgreSQL for the tests of a file, and returns what opens each engine. */
export function shareEngines() {
  const { empty } = shareDatabase()
  return { openSqlite, openPostgres: async () => openPostgres(await empty()) }
}
