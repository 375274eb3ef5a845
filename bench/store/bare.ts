/** The calls of `calls.ts` through the bare drivers, with our statements and settings. */
import pg from 'pg'
import { fromIncident, type Tables, toIncident } from '../../server/store/sql/rows.ts'
import type { Call } from '../rounds.ts'
import { attemptAt, type Calls, cause, incidentOf, resolve, time, userAt } from './calls.ts'
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
  const [findUser, findMember] = [prepare(textOf('findUser').sql), prepare(textOf('findMember').sql)]
  const forgetAttempts = prepare(textOf('forgetAttempts').sql)
  const [count, find, change] = [textOf('countAttempt'), textOf('findIncident'), textOf('changeIncident')]
  const counting = prepare(count.sql)
  const atOnce = prepare(engine === 'sqlite' ? conditional.replace(/\$\d/g, '?') : conditional)
  // In SQLite, `get` would leave the write statement unfinished, and its journal would never be checkpointed.
  const countAttempt = (nth: number) => counting.all(...count.valuesOf(attemptAt(nth)))

  /** @param lock the end of the reading statement */
  function readAndWrite(prepare: Prepare, lock = '') {
    const [reading, writing] = [prepare(find.sql + lock), prepare(change.sql)]
    return async (nth: number) => {
      const [teamId, id] = incidentOf(nth)
      const row = (await reading.get(...find.valuesOf({ teamId, id }))) as Tables['incidents']
      const changed = fromIncident(resolve(toIncident(row)))
      const changes = await writing.run(...change.valuesOf({ ...changed, revision: row.revision }))
      if (changes !== 1) throw new Error(`${id} was not changed`)
    }
  }

  const calls: Calls & { resolveAtOnce: Call } = {
    findUser: (nth) => findUser.get(userAt(nth).email),
    findMember: (nth) => findMember.get(userAt(nth).id),
    countAttempt,
    async 'countAttempt, forgetAttempts'(nth) {
      await countAttempt(nth)
      await forgetAttempts.run(attemptAt(nth).key)
    },
    changeIncident: readAndWrite(prepare),
    async resolveAtOnce(nth) {
      const [teamId, id] = incidentOf(nth)
      const rows = (await atOnce.all(time, cause, id, teamId)) as unknown[]
      if (rows.length !== 1) throw new Error(`${id} was not open`)
    },
  }
  return { calls, readAndWrite }
}

export function openBareSqlite(path: string) {
  const database = openSqlite(path)
  const { calls } = createCalls('sqlite', (sql) => {
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
  const prepareOn =
    (on: pg.Pool | pg.PoolClient): Prepare =>
    (sql) => ({
      get: async (...values) => (await on.query(sql, values)).rows[0],
      all: async (...values) => (await on.query(sql, values)).rows,
      run: async (...values) => (await on.query(sql, values)).rowCount,
    })
  const { calls, readAndWrite } = createCalls('postgres', prepareOn(pool))
  return {
    ...calls,
    /** Reads with a lock, applies the rule, and writes, in a transaction. */
    async resolveLocked(nth: number) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await readAndWrite(prepareOn(client), ' for update')(nth)
        await client.query('commit')
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}
