/** The SQL of our stores' statements, so that bare drivers can send the same. */
import { type CompiledQuery, Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import { createQueries } from '../../server/store/sql/queries.ts'
import type { Tables } from '../../server/store/sql/rows.ts'

export type Statements = ReturnType<typeof createQueries>
type Values<Name extends keyof Statements> = Parameters<Statements[Name]>[0]
type Value = string | number | null

export interface StatementText<Given> {
  sql: string
  /** The values in the order of the statement's parameters. */
  valuesOf(given: Given): Value[]
}

const noDatabase = () => Promise.reject(new Error('there is no database'))
const dialects = {
  sqlite: () => new SqliteDialect({ database: noDatabase }),
  postgres: () => new PostgresDialect({ pool: noDatabase }),
}

/** Captures the text of a statement without running it. */
export function textsOf(engine: keyof typeof dialects) {
  let sent: CompiledQuery | undefined
  const statements = createQueries(new Kysely<Tables>({ dialect: dialects[engine]() }), async (statement) => {
    sent = statement
    return { rows: [] }
  })
  return <Name extends keyof Statements>(name: Name): StatementText<Values<Name>> => {
    const names = new Proxy({}, { get: (_, value) => Symbol(String(value)) })
    void statements[name](names as never)
    const { sql = '', parameters = [] } = sent ?? {}
    return {
      sql,
      valuesOf: (given) =>
        parameters.map(
          (one) => (typeof one === 'symbol' ? given[one.description as keyof typeof given] : one) as Value,
        ),
    }
  }
}
