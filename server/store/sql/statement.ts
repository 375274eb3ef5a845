/** Statements that are built once, of which only the values change from call to call. */
import type { Compilable, CompiledQuery, QueryResult } from 'kysely'

/** Runs one statement by itself, outside of any transaction. */
export type Run = <Row>(statement: CompiledQuery<Row>) => Promise<QueryResult<Row>>

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
export function prepare<Values extends object, Row>(run: Run, build: (value: Values) => Compilable<Row>) {
  const standIns = new Proxy({} as Values, { get: (_, name) => new Slot(String(name)) })
  const { sql, query, queryId, parameters: slots } = build(standIns).compile()
  const valueFor = (slot: unknown, values: Values) => (slot instanceof Slot ? values[slot.name as keyof Values] : slot)
  return (values: Values): Promise<QueryResult<Row>> =>
    run({ sql, query, queryId, parameters: slots.map((slot) => valueFor(slot, values)) })
}
