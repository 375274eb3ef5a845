/** Keeps a file to one store at a time, by a lock of the kernel, which ends with the process however that ends. */
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export interface Lock {
  release(): void
  /** Releases it and leaves the folder as it was found, for a file that nobody can open anyway. */
  undo(): void
}

/**
 * Locks a file by an empty one beside it, which stays: a lock on the file itself would go with what a write replaces.
 * Nothing else in this process may open and close that one: by POSIX this ends the lock.
 * @throws Error in one line if it is locked already or cannot be.
 */
export function acquireLock(file: string): Lock {
  const path = `${file}.lock`
  const isNew = !existsSync(path)
  const database = openLocked(path, file)
  return {
    release: () => database.isOpen && database.close(),
    undo() {
      if (isNew) rmSync(path, { force: true })
      database.close()
    },
  }
}

function openLocked(path: string, file: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: 0 })
    // With a journal in memory there is no third file; OFF is refused in silence.
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
