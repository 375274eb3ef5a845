/** Locks between processes of this project. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

/** A folder for files that can be made again. */
export const cache = fileURLToPath(new URL('../node_modules/.cache/monitoring-service', import.meta.url))

/** Waits until no other process has the lock, and returns a function that gives it up. SQLite's lock ends with its process. */
export function lock(name: string): () => void {
  mkdirSync(cache, { recursive: true })
  const database = new DatabaseSync(join(cache, `${name.replace(/\W+/g, '-')}.lock`), { timeout: 600_000 })
  database.exec('BEGIN EXCLUSIVE')
  return () => database.close()
}
