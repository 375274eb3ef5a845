/** The SQLite engine: connects Kysely to the SQLite that Node includes. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { ApiError } from '@monitoring-service/http'
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely'
import { type Checkpoints, createCheckpoints } from './checkpoints.ts'
import { sqliteTriggers, sqliteUndo } from './scheduled-hours.ts'
import { openSqliteFile } from './sqlite-file.ts'
import type { Engine } from './store.ts'
import { whenUnlocked } from './when-unlocked.ts'
import { createWriteBatch } from './write-batch.ts'

/** @throws Error in one line if the file is not a data file of this server; it stays unchanged. */
export async function openSqliteEngine(file: string): Promise<Engine> {
  const database = await openSqliteFile(file)
  const checkpoints = createCheckpoints(database.location() as string)
  const config = { database: toKyselyDatabase(database) }
  const writeInBatch = createWriteBatch({
    exec(sql) {
      translateErrors(() => database.exec(sql))
      if (sql === 'commit') checkpoints.committed()
    },
    inTransaction: () => database.isTransaction,
  })
  const dialect = Object.assign(new SqliteDialect(config), {
    createDriver: () => new Driver(config, database, checkpoints),
    createAdapter: () => new Adapter(),
  })
  return {
    name: file,
    dialect,
    dialectTypes: {
      text: 'text',
      tableSuffix: 'without rowid',
      countScheduled: sqliteTriggers,
      uncountScheduled: sqliteUndo,
    },
    rowLocks: false,
    time: async () => undefined,
    async run({ sql, parameters }, db) {
      const work = () => {
        const statement = config.database.prepare(sql)
        if (statement.reader) return { rows: statement.all(parameters) as never[] }
        return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) }
      }
      const whenIdle = <T>(step: () => T) => db.connection().execute(async () => step())
      if (!sql.startsWith('select')) return writeInBatch(work, whenIdle)
      // A read inside the transaction of another caller would see unacknowledged writes.
      return whenUnlocked(() => (database.isTransaction ? whenIdle(work) : work()))
    },
  }
}

const maxCachedStatements = 100

/** Presents node:sqlite as better-sqlite3, which Kysely expects, and caches compiled statements. */
function toKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>()
  return {
    prepare(sql) {
      const cached = cache.get(sql)
      if (cached) return cached
      const statement = toKyselyStatement(translateErrors(() => database.prepare(sql)))
      if (cache.size === maxCachedStatements) cache.clear()
      cache.set(sql, statement)
      return statement
    },
    close: () => database.close(),
  }
}

/** Reads rows as arrays, because Node's row objects are slow to create and to read. */
function toKyselyStatement(statement: StatementSync): SqliteStatement {
  statement.setReturnArrays(true)
  let names = columnNames(statement)
  const toRow = (values: unknown) => {
    const cells = values as SQLOutputValue[]
    // After another process has migrated the tables, `*` has other columns.
    if (cells.length !== names.length) names = columnNames(statement)
    const row: Record<string, SQLOutputValue | undefined> = {}
    for (let n = 0; n < names.length; n++) row[names[n] as string] = cells[n]
    return row
  }
  return {
    reader: names.length > 0,
    // Reads to the end: an unfinished write with `returning` would keep SQLite from truncating its journal.
    all: (values) => translateErrors(() => statement.all(...(values as SQLInputValue[]))).map(toRow),
    run: (values) => translateErrors(() => statement.run(...(values as SQLInputValue[]))),
    iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
  }
}

function columnNames(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name)
}

/** SQLite's codes for: busy, locked, no memory, read-only, I/O error, corrupt, full, cannot open, not a database. */
const unavailable = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26])
/** Its extended codes for a failed sync of a file or folder: the commit may survive a power loss. */
const unknown = new Set([1034, 1290])

/** @throws ApiError if the database cannot answer; other errors, which are bugs, unchanged. */
function translateErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { errcode } = error as { errcode?: number }
    if (errcode !== undefined && unknown.has(errcode)) throw new ApiError('OUTCOME_UNKNOWN', { cause: error })
    // The lower byte is the primary code; the upper bytes extend it.
    if (errcode !== undefined && unavailable.has(errcode & 0xff)) throw new ApiError('UNAVAILABLE', { cause: error })
    throw error
  }
}

class Driver extends SqliteDriver {
  readonly #database: DatabaseSync
  readonly #checkpoints: Checkpoints
  constructor(config: { database: SqliteDatabase }, database: DatabaseSync, checkpoints: Checkpoints) {
    super(config)
    this.#database = database
    this.#checkpoints = checkpoints
  }
  /** A transaction that writes locks the database at once; SQLite may refuse a later upgrade of the lock. */
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const begin = CompiledQuery.raw(settings?.accessMode === 'read only' ? 'begin' : 'begin immediate')
    await whenUnlocked(() => connection.executeQuery(begin))
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#checkpoints.committed()
  }
  override async destroy(): Promise<void> {
    await this.#checkpoints.close()
    await super.destroy()
  }
  /** After some errors, such as a full disk, SQLite has already rolled back. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }
}

class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
