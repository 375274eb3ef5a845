/** The SQLite engine: connects Kysely to the SQLite that Node includes. */
import { type DatabaseConnection, type Driver, SqliteAdapter, SqliteDialect } from 'kysely'
import { sqliteTriggers } from './earlier-triggers.ts'
import { translateError } from './sqlite-errors.ts'
import { openSqliteFile } from './sqlite-file.ts'
import { createStatements, type Result, type Statement } from './sqlite-statements.ts'
import { openWriter, type Writer } from './sqlite-writer.ts'
import type { Engine } from './store.ts'
import { whenUnlocked } from './when-unlocked.ts'

/**
 * Reads of single requests run on the event loop, all else in a thread.
 * @throws Error in one line if the file is not a data file of this server; it stays unchanged.
 */
export async function openSqliteEngine(file: string): Promise<Engine> {
  const database = await openSqliteFile(file)
  const path = database.location() as string
  const read = createStatements(database)
  const writer = await openWriter(path).catch((error) => {
    database.close()
    throw error
  })
  const dialect = Object.assign(new SqliteDialect({ database: undefined as never }), {
    createDriver: () => createDriver(writer, () => database.close()),
    createAdapter: () => new Adapter(),
  })
  return {
    name: file,
    dialect,
    dialectTypes: { text: 'text', tableSuffix: 'without rowid', earlierTriggers: sqliteTriggers },
    rowLocks: false,
    time: async () => undefined,
    async run({ sql, parameters }, db) {
      const statement = { sql, parameters }
      if (sql.startsWith('select')) return toQueryResult(await whenUnlocked(() => read(statement)).catch(rethrow))
      return toQueryResult(await writer.write(statement, (step) => db.connection().execute(step)))
    },
  }
}

function rethrow(error: unknown): never {
  throw translateError(error)
}

function toQueryResult({ rows, changes }: Result) {
  return { rows: rows as never[], ...(changes !== undefined && { numAffectedRows: BigInt(changes) }) }
}

/** Its only connection is that of the thread; Kysely lends it to one caller at a time. */
function createDriver(writer: Writer, close: () => void): Driver {
  const run = async ({ sql, parameters }: Statement) => toQueryResult(await writer.run({ sql, parameters }))
  const runText = async (sql: string) => void (await run({ sql, parameters: [] }))
  const connection: DatabaseConnection = {
    executeQuery: run,
    streamQuery() {
      throw new Error('a dump reads page by page')
    },
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    // A transaction that writes locks the database at once; SQLite may refuse a later upgrade of the lock.
    beginTransaction: (_, { accessMode }) => runText(accessMode === 'read only' ? 'begin' : 'begin immediate'),
    commitTransaction: () => runText('commit'),
    rollbackTransaction: () => runText('rollback'),
    releaseConnection: async () => {},
    async destroy() {
      await writer.close()
      close()
    },
  }
}

class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
