/** Statements that are built once, of which only the values change from call to call. */
import type { Compilable, Kysely, QueryResult } from 'kysely'
import type { Tables } from './tables.ts'

class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * Prepares a statement; `build` gets a stand-in for each value. Kysely takes longer to build a simple statement than
 * SQLite takes to run it.
 */
export function prepare<Values extends object, Row>(build: (value: Values) => Compilable<Row>) {
  const standIns = new Proxy({} as Values, { get: (_, name) => new Slot(String(name)) })
  const compiled = build(standIns).compile()
  return (db: Kysely<Tables>, values: Values): Promise<QueryResult<Row>> => {
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name as keyof Values] : parameter,
    )
    return db.executeQuery({ ...compiled, parameters })
  }
}
