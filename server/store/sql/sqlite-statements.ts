/** Runs statements on a connection of node:sqlite, and caches the compiled ones. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { type SqliteError, withFile } from './sqlite-errors.ts'

export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

export interface Result {
  rows: Record<string, SQLOutputValue | undefined>[]
  /** The number of changed rows of a statement that returns none. */
  changes?: number
}

const maxCached = 100

export function createStatements(database: DatabaseSync): (statement: Statement) => Result {
  const cache = new Map<string, (values: SQLInputValue[]) => Result>()
  const file = database.location() as string
  return ({ sql, parameters }) => {
    try {
      let run = cache.get(sql)
      if (!run) {
        run = prepare(database.prepare(sql))
        if (cache.size === maxCached) cache.clear()
        cache.set(sql, run)
      }
      return run(parameters as SQLInputValue[])
    } catch (error) {
      throw withFile(error as SqliteError, file)
    }
  }
}

/** Reads rows as arrays, because Node's row objects are slow to create and to read. */
function prepare(statement: StatementSync): (values: SQLInputValue[]) => Result {
  statement.setReturnArrays(true)
  let names = columnNames(statement)
  if (names.length === 0) return (values) => ({ rows: [], changes: Number(statement.run(...values).changes) })
  const toRow = (values: unknown) => {
    const cells = values as SQLOutputValue[]
    // After another process has migrated the tables, `*` has other columns.
    if (cells.length !== names.length) names = columnNames(statement)
    const row: Record<string, SQLOutputValue | undefined> = {}
    for (let n = 0; n < names.length; n++) row[names[n] as string] = cells[n]
    return row
  }
  // Reads to the end: an unfinished write with `returning` would keep SQLite from truncating its journal.
  return (values) => ({ rows: statement.all(...values).map(toRow) })
}

function columnNames(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name)
}
