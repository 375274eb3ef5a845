/** Opens the store that a URL names. */
import { Memory } from 'lowdb'
import { openLowdbStore } from './lowdb/store.ts'
import type { Schema } from './sql/migrations.ts'
import type { Migrates } from './sql/store.ts'
import type { Store } from './store.ts'

export interface OpenOptions {
  /** Whether a call that waits for PostgreSQL ends after some seconds; it does by default. */
  isBounded?: boolean
  /** `always` by default. */
  migrates?: Migrates
}

/**
 * `memory:` keeps records in memory and loses them on exit, `file:PATH` keeps them in one JSON file, `sqlite:PATH` in an
 * SQLite file, and `postgres://…` in a PostgreSQL database, which several servers can share.
 * @throws Error if the URL names no store, or the store cannot be used.
 */
export async function openStore(url: string, { isBounded = true, migrates }: OpenOptions = {}): Promise<Store> {
  checkStoreUrl(url)
  const path = url.slice(url.indexOf(':') + 1)
  if (url === 'memory:') return openLowdbStore(new Memory())
  if (/^file:./.test(url)) {
    // Loaded on demand: its lock needs node:sqlite, of which Node 22 prints a warning.
    const { durableFile } = await import('./lowdb/durable-file.ts')
    return openLowdbStore(await durableFile(path))
  }
  if (isSql(url)) {
    // Loaded on demand: SQL takes a tenth of a second to load, half of the start time of the other stores.
    const { openSqlStore } = await import('./sql/store.ts')
    return openSqlStore(await openEngine(url, isBounded), migrates)
  }
  const scheme = /^[a-z+]+(?=:\/\/)/.exec(url)?.[0]
  throw new Error(`the store must be ${kinds}${scheme === undefined ? '' : `, not ${JSON.stringify(scheme)}`}`)
}

const kinds = 'memory:, file:PATH, sqlite:PATH or postgres://…'

/** @throws Error, without the URL, if a path looks like the URL of a database, which may hold a password. */
export function checkStoreUrl(url: string): void {
  if (/^(?:file|sqlite):.*:\//.test(url))
    throw new Error(`the store must be ${kinds}: a path that is a URL is a mistake`)
}

/**
 * Hands over the schema versions of a store on SQL, without a bound on the time that a change takes.
 * @throws Error if the store has no schema, or cannot be used.
 */
export async function useSchema<T>(url: string, use: (schema: Schema) => Promise<T>): Promise<T> {
  if (!isSql(url)) throw new Error('only sqlite: and postgres: have a schema to migrate')
  const { withSchema } = await import('./sql/store.ts')
  return withSchema(await openEngine(url, false), use)
}

function isSql(url: string): boolean {
  return /^(sqlite:|postgres(ql)?:\/\/)./.test(url)
}

async function openEngine(url: string, isBounded: boolean) {
  if (url.startsWith('sqlite:')) return (await import('./sql/sqlite.ts')).openSqliteEngine(url.slice('sqlite:'.length))
  return (await import('./sql/postgres.ts')).openPostgresEngine(url, isBounded)
}
