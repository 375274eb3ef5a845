/** Locks between processes of this project. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../node_modules/.cache/monitoring-service', import.meta.url))

/** Runs a function while no other process holds the lock. SQLite's lock ends with the process that holds it. */
export function withLock<Result>(name: string, run: () => Result): Result {
  mkdirSync(cache, { recursive: true })
  const lock = new DatabaseSync(join(cache, `${name.replace(/\W+/g, '-')}.lock`), { timeout: 600_000 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return run()
  } finally {
    lock.close()
  }
}
