/** The statements that our stores send, so that others can send the same. */
import { type CompiledQuery, Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import { createQueries } from '../server/store/sql/queries.ts'
import type { Tables } from '../server/store/sql/rows.ts'

export type Statements = ReturnType<typeof createQueries>
type Values<Name extends keyof Statements> = Parameters<Statements[Name]>[0]
type Value = string | number | null

export interface Text<Given> {
  sql: string
  /** The values in the order in which the statement has them. */
  order(given: Given): Value[]
}

const nowhere = () => Promise.reject(new Error('there is no database'))
const dialects = {
  sqlite: () => new SqliteDialect({ database: nowhere }),
  postgres: () => new PostgresDialect({ pool: nowhere }),
}

/** Reads the text of a statement off the store's own, and runs none. */
export function textsOf(engine: keyof typeof dialects) {
  let sent: CompiledQuery | undefined
  const statements = createQueries(new Kysely<Tables>({ dialect: dialects[engine]() }), async (statement) => {
    sent = statement
    return { rows: [] }
  })
  return <Name extends keyof Statements>(name: Name): Text<Values<Name>> => {
    const names = new Proxy({}, { get: (_, value) => Symbol(String(value)) })
    void statements[name](names as never)
    const { sql = '', parameters = [] } = sent ?? {}
    return {
      sql,
      order: (given) =>
        parameters.map(
          (one) => (typeof one === 'symbol' ? given[one.description as keyof typeof given] : one) as Value,
        ),
    }
  }
}
