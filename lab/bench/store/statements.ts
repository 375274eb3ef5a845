/** The SQL of our stores' statements, so that bare drivers can send the same. */
import { type CompiledQuery, Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import { createQueries } from '../../../server/store/sql/queries.ts'
import type { Tables } from '../../../server/store/sql/rows.ts'

type Queries = Omit<ReturnType<typeof createQueries>, 'changeIncident' | 'removeIncident'>
export type Value = string | number | null
export type Engine = keyof typeof dialects

const noDatabase = () => Promise.reject(new Error('there is no database'))
const dialects = {
  sqlite: () => new SqliteDialect({ database: noDatabase }),
  postgres: () => new PostgresDialect({ pool: noDatabase }),
}

/** Captures the text of a statement without running it, and the order of its values. */
export function textsOf(engine: Engine) {
  let sent: CompiledQuery | undefined
  const statements = createQueries(
    new Kysely<Tables>({ dialect: dialects[engine]() }),
    async (statement) => {
      sent = statement
      return { rows: [] }
    },
    undefined,
  )
  const names = new Proxy({}, { get: (_, name) => Symbol(String(name)) })
  return <Name extends keyof Queries>(name: Name) => {
    void statements[name](names as never)
    const { sql = '', parameters = [] } = sent ?? {}
    const valuesOf = (given: Parameters<Queries[Name]>[0]): Value[] =>
      parameters.map((one) => (typeof one === 'symbol' ? given[one.description as keyof typeof given] : one) as Value)
    return { sql, valuesOf }
  }
}
