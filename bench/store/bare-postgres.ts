/** The calls of `calls.ts` through pg: our statements on a pool of the same size as ours. */
import pg from 'pg'
import { fromIncident, type Tables, toIncident } from '../../server/store/sql/rows.ts'
import type { Call } from '../rounds.ts'
import { attemptAt, type Calls, cause, incidentOf, resolve, time, userAt } from './calls.ts'
import { textsOf } from './statements.ts'

/** The pool size of `server/store/sql/postgres.ts`. */
const max = 10

const conditional = `update incidents set status = 'resolved', resolved_at = $1, cause = $2, revision = revision + 1
  where id = $3 and team_id = $4 and status <> 'resolved' returning *`

export interface BarePostgres extends Calls {
  resolveAtOnce: Call
  /** Reads with a lock, applies the rule, and writes, in a transaction. */
  resolveLocked: Call
  close(): Promise<void>
}

export function openBarePostgres(url: string): BarePostgres {
  const pool = new pg.Pool({ connectionString: url, max })
  const textOf = textsOf('postgres')
  const [findUser, findMember, forget] = [textOf('findUser'), textOf('findMember'), textOf('forgetAttempts')]
  const [count, find, change] = [textOf('countAttempt'), textOf('findIncident'), textOf('changeIncident')]
  const countAttempt = (nth: number) => pool.query(count.sql, count.valuesOf(attemptAt(nth)))

  /** @param lock the end of the reading statement */
  async function readAndWrite(on: pg.Pool | pg.PoolClient, nth: number, lock = ''): Promise<void> {
    const [teamId, id] = incidentOf(nth)
    const { rows } = await on.query<Tables['incidents']>(find.sql + lock, find.valuesOf({ teamId, id }))
    const row = rows[0] as Tables['incidents']
    const changed = fromIncident(resolve(toIncident(row)))
    const { rowCount } = await on.query(change.sql, change.valuesOf({ ...changed, revision: row.revision }))
    if (rowCount !== 1) throw new Error(`${id} was not changed`)
  }

  return {
    findUser: (nth) => pool.query(findUser.sql, [userAt(nth).email]),
    findMember: (nth) => pool.query(findMember.sql, [userAt(nth).id]),
    countAttempt,
    async 'countAttempt, forgetAttempts'(nth) {
      await countAttempt(nth)
      await pool.query(forget.sql, [attemptAt(nth).key])
    },
    changeIncident: (nth) => readAndWrite(pool, nth),
    async resolveAtOnce(nth) {
      const [teamId, id] = incidentOf(nth)
      const { rowCount } = await pool.query(conditional, [time, cause, id, teamId])
      if (rowCount !== 1) throw new Error(`${id} was not open`)
    },
    async resolveLocked(nth) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await readAndWrite(client, nth, ' for update')
        await client.query('commit')
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}
