/** The two engines of the SQL stores on an empty database each, with a way around the store. */
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { postgresEngine } from '../../../server/store/sql/postgres.ts'
import { sqliteEngine } from '../../../server/store/sql/sqlite.ts'
import type { Engine } from '../../../server/store/sql/store.ts'
import { makeFolder } from '../../support/folder.ts'
import { makeDatabase } from '../../support/postgres/database.ts'

export interface Opened {
  engine: Engine
  /** Runs a statement beside the store and returns the values of all rows. */
  run(sql: string, values?: readonly unknown[]): Promise<unknown[][]>
  /** For after the store is closed. */
  remove(): Promise<void>
}

export async function openSqlite(): Promise<Opened> {
  const folder = await makeFolder()
  const engine = await sqliteEngine(folder.at('store.db'))
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

export async function openPostgres(): Promise<Opened> {
  const { url, remove } = await makeDatabase()
  const client = new pg.Client(url)
  await client.connect()
  return {
    engine: await postgresEngine(url),
    run: async (sql, values = []) => (await client.query({ text: sql, values: [...values], rowMode: 'array' })).rows,
    remove: () => client.end().finally(remove),
  }
}
