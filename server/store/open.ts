/** Opens the store that a URL names. */
import { Memory } from 'lowdb'
import { durableFile } from './file.ts'
import { openLowdbStore } from './lowdb.ts'
import { postgresEngine } from './sql/postgres.ts'
import { sqliteEngine } from './sql/sqlite.ts'
import { openSqlStore } from './sql.ts'
import type { Store } from './store.ts'

/**
 * `memory:` forgets everything at the end, `file:PATH` keeps it in one JSON file, `sqlite:PATH` in an SQLite file,
 * `postgres://…` in a PostgreSQL database, which many servers may share.
 * @throws Error if the URL names no store, or what it names cannot be used.
 */
export async function openStore(url: string): Promise<Store> {
  const path = url.slice(url.indexOf(':') + 1)
  if (url === 'memory:') return openLowdbStore(new Memory())
  if (/^file:./.test(url)) return openLowdbStore(await durableFile(path))
  if (/^sqlite:./.test(url)) return openSqlStore(await sqliteEngine(path))
  if (/^postgres(ql)?:\/\/./.test(url)) return openSqlStore(await postgresEngine(url))
  const kinds = 'memory:, file:PATH, sqlite:PATH or postgres://…'
  throw new Error(`the store must be ${kinds}, not ${JSON.stringify(url)}`)
}
