/** Opens the store that a URL names. */
import { Memory } from 'lowdb'
import { openLowdbStore } from './lowdb/store.ts'
import type { Store } from './store.ts'

/**
 * `memory:` keeps records in memory and loses them on exit, `file:PATH` keeps them in one JSON file, `sqlite:PATH` in an
 * SQLite file, and `postgres://…` in a PostgreSQL database, which several servers can share.
 * @param isBounded whether a call that waits for PostgreSQL ends after some seconds.
 * @param onMigrated receives the schema versions that were applied, if any.
 * @throws Error if the URL names no store, or the store cannot be used.
 */
export async function openStore(
  url: string,
  onMigrated: (versions: string[]) => void = () => {},
  isBounded = true,
): Promise<Store> {
  const path = url.slice(url.indexOf(':') + 1)
  if (url === 'memory:') return openLowdbStore(new Memory())
  if (/^file:./.test(url)) {
    // Loaded on demand: its lock needs node:sqlite, of which Node 22 prints a warning.
    const { durableFile } = await import('./lowdb/durable-file.ts')
    return openLowdbStore(await durableFile(path))
  }
  if (/^(sqlite:|postgres(ql)?:\/\/)./.test(url)) {
    // Loaded on demand: SQL takes a tenth of a second to load, half of the start time of the other stores.
    const { openSqlStore } = await import('./sql/store.ts')
    return openSqlStore(await openEngine(url, path, isBounded), onMigrated)
  }
  const kinds = 'memory:, file:PATH, sqlite:PATH or postgres://…'
  throw new Error(`the store must be ${kinds}, not ${JSON.stringify(url.split(':', 1)[0])}`)
}

async function openEngine(url: string, path: string, isBounded: boolean) {
  if (url.startsWith('sqlite:')) return (await import('./sql/sqlite.ts')).openSqliteEngine(path)
  return (await import('./sql/postgres.ts')).openPostgresEngine(url, isBounded)
}
