/** Locks a data file for one store at a time, with a kernel lock that ends with the process. */
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export interface Lock {
  release(): void
  /** Releases the lock and removes the lock file if this call of `acquireLock` created it. */
  discard(): void
}

/**
 * Locks an empty file `FILE.lock` beside the data file, because each write replaces the data file. The lock file is
 * not removed on release. No other code in this process may open and close it: by POSIX that ends the lock.
 * @throws Error in one line if the file is locked or cannot be locked.
 */
export function acquireLock(file: string): Lock {
  const path = `${file}.lock`
  const isNew = !existsSync(path)
  const database = openLocked(path, file)
  return {
    release: () => database.isOpen && database.close(),
    discard() {
      if (isNew) rmSync(path, { force: true })
      database.close()
    },
  }
}

function openLocked(path: string, file: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: 0 })
    // A journal in memory avoids a third file. SQLite ignores OFF.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    chmodSync(path, 0o600)
    return database
  } catch (error) {
    database?.close()
    const { errcode, message } = error as Error & { errcode?: number }
    const busy = 5
    if (errcode === busy) throw new Error(`${file} is in use: stop the process that has it open, or name another file`)
    throw new Error(`${file} cannot be opened, for ${path} cannot be locked (${message}); is the folder writable?`)
  }
}
