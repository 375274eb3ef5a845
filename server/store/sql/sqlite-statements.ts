/** Node's SQLite as Kysely knows it from better-sqlite3: compiled statements, rows, and errors told apart. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { ApiError } from '@monitoring-service/http'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** How many compiled statements are kept. */
const statementsKept = 100

/** Kysely knows better-sqlite3, and would compile each statement anew. */
export function toKysely(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>()
  return {
    prepare(sql) {
      const known = kept.get(sql)
      if (known) return known
      const statement = toStatement(told(() => database.prepare(sql)))
      if (kept.size === statementsKept) kept.clear()
      kept.set(sql, statement)
      return statement
    },
    close: () => database.close(),
  }
}

/** Takes rows as arrays: the objects that Node makes of them are slow to make and slow to read. */
function toStatement(statement: StatementSync): SqliteStatement {
  statement.setReturnArrays(true)
  let names = namesOf(statement)
  const toRow = (values: unknown) => {
    const cells = values as SQLOutputValue[]
    // Another process has changed the tables: `*` means more than it did.
    if (cells.length !== names.length) names = namesOf(statement)
    const row: Record<string, SQLOutputValue | undefined> = {}
    for (let n = 0; n < names.length; n++) row[names[n] as string] = cells[n]
    return row
  }
  return {
    reader: names.length > 0,
    // To the end, or a write that returns rows would never let SQLite empty its journal.
    all: (values) => told(() => statement.all(...(values as SQLInputValue[]))).map(toRow),
    run: (values) => told(() => statement.run(...(values as SQLInputValue[]))),
    iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
  }
}

function namesOf(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name)
}

/** SQLite's codes for: busy, locked, no memory, read-only, I/O error, corrupt, full, cannot open, not a database. */
const unavailable = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26])

/** Tells a database that cannot answer from a mistake of ours. */
export function told<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { errcode } = error as { errcode?: number }
    // The lower byte is the kind of error, the upper ones say more about it.
    if (errcode !== undefined && unavailable.has(errcode & 0xff)) throw new ApiError('UNAVAILABLE', { cause: error })
    throw error
  }
}
