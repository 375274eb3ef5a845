/** Opens an SQLite file for Kysely, through the SQLite that Node brings along. */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely'
import { createFolder } from '../sync-folder.ts'
import { toKysely, told } from './sqlite-statements.ts'
import type { Engine } from './store.ts'
import { createWriteBatch } from './write-batch.ts'

/** The file's own mark ("MonS"), so that another program's database is not taken for ours. */
const applicationId = 0x4d_6f_6e_53
/** How long to wait, and the process with it, for another process that writes, in milliseconds. */
const busyTimeout = 2_000

/**
 * One machine, and one transaction at a time, so none needs to lock rows.
 * @throws Error in one line if the file is not one of ours; it is left as it is.
 */
export async function openSqliteEngine(file: string): Promise<Engine> {
  // SQLite takes "file:…" for a URI and ":memory:" for no file at all; a whole path is neither.
  const path = resolve(file)
  await createFolder(dirname(path))
  await claim(path)
  const database = new DatabaseSync(path, { timeout: busyTimeout })
  try {
    mark(database)
    configure(database)
  } catch (cause) {
    database.close()
    throw new Error(`${file} cannot be used as a data file of this server: ${(cause as Error).message}`, { cause })
  }
  const connection = toKysely(database)
  const group = createWriteBatch({
    exec: (sql) => told(() => database.exec(sql)),
    inTransaction: () => database.isTransaction,
  })
  const config = { database: connection }
  const dialect = Object.assign(new SqliteDialect(config), {
    createDriver: () => new Driver(config, database),
    createAdapter: () => new Adapter(),
  })
  return {
    name: file,
    dialect,
    dialectTypes: { text: 'text', tableSuffix: 'without rowid' },
    rowLocks: false,
    async run({ sql, parameters }, db) {
      const work = () => {
        const prepared = connection.prepare(sql)
        if (prepared.reader) return { rows: prepared.all(parameters) as never[] }
        return { rows: [], numAffectedRows: BigInt(prepared.run(parameters).changes) }
      }
      const alone = <T>(step: () => T) => db.connection().execute(async () => step())
      if (!sql.startsWith('select')) return group(work, alone)
      // Within somebody's transaction one would see what is not acknowledged yet.
      return database.isTransaction ? alone(work) : work()
    },
  }
}

/**
 * Makes the file, for its owner only: SQLite would let everybody read it, and its journals take the mode from it. A file
 * that has something in it must have our mark in its header; SQLite, if it opened another, might mend what it finds.
 * Not while this process has it open: by POSIX, closing a file ends the locks on it.
 */
async function claim(file: string): Promise<void> {
  const handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600).catch((cause: Error) => {
    throw new Error(`${file} cannot be opened: ${cause.message}`, { cause })
  })
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(72), 0, 72, 0)
    const isOurs = bytesRead === 72 && buffer.readUInt32BE(68) === applicationId
    if (bytesRead > 0 && !isOurs) throw new Error(`${file} is not a data file of this server. It was left as it is.`)
    if (bytesRead === 0) await handle.chmod(0o600)
  } finally {
    await handle.close()
  }
}

/** Not only where the file was new: a first start that was killed leaves a journal, which takes the mark back. */
function mark(database: DatabaseSync): void {
  const { application_id } = database.prepare('pragma application_id').get() as { application_id: number }
  if (application_id !== applicationId) database.exec(`pragma application_id = ${applicationId}`)
}

/** Both settings are read back: with any other, what was acknowledged can be lost with the power. */
function configure(database: DatabaseSync): void {
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  const { journal_mode } = database.prepare('pragma journal_mode').get() as { journal_mode: string }
  const { synchronous } = database.prepare('pragma synchronous').get() as { synchronous: number }
  if (journal_mode !== 'wal' || synchronous !== 2) throw new Error('it cannot be made durable')
}

class Driver extends SqliteDriver {
  readonly #database: DatabaseSync
  constructor(config: { database: SqliteDatabase }, database: DatabaseSync) {
    super(config)
    this.#database = database
  }
  /** Whoever is going to write takes the lock at once: later it could only be refused. */
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const only = settings?.accessMode === 'read only'
    await connection.executeQuery(CompiledQuery.raw(only ? 'begin' : 'begin immediate'))
  }
  /** After some errors, a full disk among them, SQLite has undone the transaction by itself. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }
}

class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
