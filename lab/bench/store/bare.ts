/** The calls of `calls.ts` through the bare drivers, with our statements and settings. */
import pg from 'pg'
import { attemptAt, type Calls, cause, incidentOf, time, userAt } from './calls.ts'
import { openSqlite } from './locations.ts'
import { type Engine, textsOf, type Value } from './statements.ts'

/** The pool size of `server/store/sql/postgres.ts`. */
const max = 10

const conditional = `update incidents set status = 'resolved', resolved_at = $1, cause = $2, revision = revision + 1
  where id = $3 and team_id = $4 and status <> 'resolved' returning *`

interface Prepared {
  get(...values: Value[]): unknown
  all(...values: Value[]): unknown
  /** Returns the number of changed rows. */
  run(...values: Value[]): unknown
}

type Prepare = (sql: string) => Prepared

function createCalls(engine: Engine, prepare: Prepare) {
  const textOf = textsOf(engine)
  const [findUser, member] = [prepare(textOf('findUser').sql), textOf('findMember')]
  const findMember = prepare(member.sql)
  const forgetAttempts = prepare(textOf('forgetAttempts').sql)
  const count = textOf('countAttempt')
  const counting = prepare(count.sql)
  const atOnce = prepare(engine === 'sqlite' ? conditional.replace(/\$\d/g, '?') : conditional)
  // In SQLite, `get` would leave the write statement unfinished, and its journal would never be checkpointed.
  const countAttempt = (nth: number) => counting.all(...count.valuesOf(attemptAt(nth)))

  const calls: Calls = {
    findUser: (nth) => findUser.get(userAt(nth).email),
    findMember: (nth) => findMember.get(...member.valuesOf({ id: userAt(nth).id })),
    countAttempt,
    async 'countAttempt, forgetAttempts'(nth) {
      await countAttempt(nth)
      await forgetAttempts.run(attemptAt(nth).key)
    },
    async changeIncident(nth) {
      const [teamId, id] = incidentOf(nth)
      const rows = (await atOnce.all(time, cause, id, teamId)) as unknown[]
      if (rows.length !== 1) throw new Error(`${id} was not open`)
    },
  }
  return calls
}

export function openBareSqlite(path: string) {
  const database = openSqlite(path)
  const calls = createCalls('sqlite', (sql) => {
    const statement = database.prepare(sql)
    return {
      get: (...values) => statement.get(...values),
      all: (...values) => statement.all(...values),
      run: (...values) => statement.run(...values).changes,
    }
  })
  return { ...calls, close: () => database.close() }
}

export function openBarePostgres(url: string) {
  const pool = new pg.Pool({ connectionString: url, max })
  const calls = createCalls('postgres', (sql) => ({
    get: async (...values) => (await pool.query(sql, values)).rows[0],
    all: async (...values) => (await pool.query(sql, values)).rows,
    run: async (...values) => (await pool.query(sql, values)).rowCount,
  }))
  return { ...calls, close: () => pool.end() }
}
