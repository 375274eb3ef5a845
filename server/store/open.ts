/** Opens the store that a URL names. */
import { Memory } from 'lowdb'
import { durableFile } from './lowdb/durable-file.ts'
import { openLowdbStore } from './lowdb/store.ts'
import type { Store } from './store.ts'

/**
 * `memory:` forgets everything at the end, `file:PATH` keeps it in one JSON file, `sqlite:PATH` in an SQLite file,
 * `postgres://…` in a PostgreSQL database, which many servers may share.
 * @param migrated is told which versions the tables were brought to, if any.
 * @throws Error if the URL names no store, or what it names cannot be used.
 */
export async function openStore(url: string, migrated: (versions: string[]) => void = () => {}): Promise<Store> {
  const path = url.slice(url.indexOf(':') + 1)
  if (url === 'memory:') return openLowdbStore(new Memory())
  if (/^file:./.test(url)) return openLowdbStore(await durableFile(path))
  if (/^(sqlite:|postgres(ql)?:\/\/)./.test(url)) {
    // SQL takes a tenth of a second to load, which is half of what the other kinds need to start.
    const { openSqlStore } = await import('./sql/store.ts')
    return openSqlStore(await openEngine(url, path), migrated)
  }
  const kinds = 'memory:, file:PATH, sqlite:PATH or postgres://…'
  throw new Error(`the store must be ${kinds}, not ${JSON.stringify(url.split(':', 1)[0])}`)
}

async function openEngine(url: string, path: string) {
  if (url.startsWith('sqlite:')) return (await import('./sql/sqlite.ts')).openSqliteEngine(path)
  return (await import('./sql/postgres.ts')).openPostgresEngine(url)
}
