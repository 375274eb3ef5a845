/** The compared calls: through our store, and through the bare drivers with our statements and settings. */
import pg from 'pg'
import { resolution } from '../../../server/domain/rules.ts'
import type { Store } from '../../../server/store/store.ts'
import type { Call } from '../rounds.ts'
import { openSqlite } from './locations.ts'
import { block, emailOf, idOf, incidentAt } from './records.ts'
import { type Engine, textsOf, type Value } from './statements.ts'

/** The number of record blocks in the store. */
export const count = 100
/** The pool size of `server/store/sql/postgres.ts`. */
const max = 10

/** Each is one statement; `resolve` changes an open incident. */
export type Calls = Record<'findUser' | 'findMember' | 'countAttempt' | 'resolve', Call>

const users = count * block.users
const now = new Date()
const cause = 'A deploy.'
const conditional = `update incidents set status = 'resolved', resolved_at = $1, cause = $2
  where id = $3 and team_id = $4 and status <> 'resolved' returning *`

/** The subject of the nth call. */
const userAt = (nth: number) => ({ id: idOf('U', nth % users), email: emailOf(nth % users) })
const attemptAt = (nth: number) => ({
  key: userAt(nth).email,
  now: now.toISOString(),
  resetsAt: '9999-01-01T00:00:00.000Z',
})
const incidentOf = (nth: number) => incidentAt(nth, count * block.incidents)

export function callsOf(store: Store): Calls {
  return {
    findUser: (nth) => store.findUser(userAt(nth).email),
    findMember: (nth) => store.findMember(userAt(nth).id),
    countAttempt: (nth) => store.countAttempt(...(Object.values(attemptAt(nth)) as [string, string, string])),
    resolve: (nth) => store.changeIncident(...incidentOf(nth), resolution(cause, now)),
  }
}

/** @param prepare returns a function that sends a statement with values, and returns all rows. */
function bareCalls(engine: Engine, prepare: (sql: string) => (...values: Value[]) => unknown): Calls {
  const textOf = textsOf(engine)
  const [member, attempt] = [textOf('findMember'), textOf('countAttempt')]
  const [findUser, findMember] = [prepare(textOf('findUser').sql), prepare(member.sql)]
  const countAttempt = prepare(attempt.sql)
  const resolve = prepare(engine === 'sqlite' ? conditional.replace(/\$\d/g, '?') : conditional)
  return {
    findUser: (nth) => findUser(userAt(nth).email),
    findMember: (nth) => findMember(...member.valuesOf({ id: userAt(nth).id })),
    countAttempt: (nth) => countAttempt(...attempt.valuesOf(attemptAt(nth))),
    async resolve(nth) {
      const [teamId, id] = incidentOf(nth)
      const rows = (await resolve(now.toISOString(), cause, id, teamId)) as unknown[]
      if (rows.length !== 1) throw new Error(`${id} was not open`)
    },
  }
}

export function openBareSqlite(path: string) {
  const database = openSqlite(path)
  const calls = bareCalls('sqlite', (sql) => {
    const statement = database.prepare(sql)
    return (...values) => statement.all(...values)
  })
  return { ...calls, close: () => database.close() }
}

export function openBarePostgres(url: string) {
  const pool = new pg.Pool({ connectionString: url, max })
  // pool.end() returns before its connections are closed, so that the end of the cluster reaches them as an error.
  pool.on('error', () => {})
  const calls = bareCalls(
    'postgres',
    (sql) =>
      async (...values) =>
        (await pool.query(sql, values)).rows,
  )
  return { ...calls, close: () => pool.end() }
}
