/** Opens SQLite files of this server durably, and rejects files of other programs. */
import { constants } from 'node:fs'
import { chmod, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { assertLocal, assertNoLeftovers, leftAsIs } from '../file-identity.ts'
import { createFolder } from '../sync-folder.ts'
import { type SqliteError, withFile } from './sqlite-errors.ts'
import { whenUnlocked } from './when-unlocked.ts'

/** Identifies our files ("MonS"), so that the database of another program is rejected. */
const applicationId = 0x4d_6f_6e_53

/**
 * Returns a connection that only reads.
 * @throws Error in one line if the file is not a data file of this server; it stays unchanged.
 */
export async function openSqliteFile(file: string): Promise<DatabaseSync> {
  // SQLite would read "file:…" as a URI and ":memory:" as no file; an absolute path is neither.
  const path = resolve(file)
  await createFolder(dirname(path))
  await assertLocal(path)
  assertNoLeftovers(path)
  await claim(path)
  // SQLite's own timeout would block this process, and does not apply to the change of the journal's mode.
  return whenUnlocked(() =>
    connect(path, (database) => {
      setApplicationId(database)
      makeDurable(database)
      // A thread writes.
      database.exec('pragma query_only = on')
    }),
  )
}

/** Opens another connection to an open file. */
export function openToWrite(file: string): DatabaseSync {
  return connect(file, (database) => {
    makeDurable(database)
    // In pages of 4 KiB, so 6 MB: writes that arrive while SQLite copies its journal into the file wait for that.
    database.exec('pragma wal_autocheckpoint = 1500')
  })
}

/** @throws the error of the preparation, with the file; the connection is closed then. */
function connect(file: string, prepare: (database: DatabaseSync) => void): DatabaseSync {
  const database = new DatabaseSync(file)
  try {
    prepare(database)
    return database
  } catch (error) {
    database.close()
    throw withFile(error as SqliteError, file)
  }
}

/**
 * Creates the file readable by its owner only; SQLite's journals inherit the mode. An existing file must have our id in
 * its header: SQLite could repair, and so change, a foreign database. Must run before this process opens the database:
 * by POSIX, closing a file ends the process's locks on it.
 */
async function claim(file: string): Promise<void> {
  const handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600).catch((cause: Error) => {
    throw new Error(`${file} cannot be opened: ${cause.message}`, { cause })
  })
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(72), 0, 72, 0)
    const isOurs = bytesRead === 72 && buffer.readUInt32BE(68) === applicationId
    if (bytesRead > 0 && !isOurs) throw new Error(`${file} is not a data file of this server. ${leftAsIs}`)
    if (bytesRead === 0) await chmod(file, 0o600)
  } finally {
    await handle.close()
  }
}

/** Also needed for existing files: the journal of a killed first start can undo the id. */
function setApplicationId(database: DatabaseSync): void {
  const { application_id } = database.prepare('pragma application_id').get() as { application_id: number }
  if (application_id !== applicationId) database.exec(`pragma application_id = ${applicationId}`)
}

/** Reads both settings back: with other values, a power loss can undo acknowledged writes. */
function makeDurable(database: DatabaseSync): void {
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  const { journal_mode } = database.prepare('pragma journal_mode').get() as { journal_mode: string }
  const { synchronous } = database.prepare('pragma synchronous').get() as { synchronous: number }
  if (journal_mode !== 'wal' || synchronous !== 2) throw new Error('it cannot be made durable')
}
