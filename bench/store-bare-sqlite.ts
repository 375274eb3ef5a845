/** The calls of `store-calls.ts` by Node's SQLite alone: our statements, prepared once, on our settings. */
import { fromIncident, type Tables, toIncident } from '../server/store/sql/rows.ts'
import { type Calls, cause, openAt, resolve, time, tryAt, userAt } from './store-calls.ts'
import { openSqlite } from './store-places.ts'
import type { Call } from './store-rounds.ts'
import { type Statements, textsOf } from './store-text.ts'

const conditional = `update incidents set status = 'resolved', resolved_at = ?, cause = ?, revision = revision + 1
  where id = ? and team_id = ? and status <> 'resolved' returning *`

export function openBareSqlite(path: string): Calls & { resolveAtOnce: Call; close(): void } {
  const database = openSqlite(path)
  const textOf = textsOf('sqlite')
  const prepare = <Name extends keyof Statements>(name: Name) => {
    const { sql, order } = textOf(name)
    return { statement: database.prepare(sql), order }
  }
  const [findUser, findMember, forget] = [prepare('findUser'), prepare('findMember'), prepare('forgetAttempts')]
  const [count, find, change] = [prepare('countAttempt'), prepare('findIncident'), prepare('changeIncident')]
  const atOnce = database.prepare(conditional)
  // Not `get`, which leaves a write before its end: SQLite then never empties its journal.
  const countAttempt = (nth: number) => count.statement.all(...count.order(tryAt(nth)))
  return {
    findUser: (nth) => findUser.statement.get(userAt(nth).email),
    findMember: (nth) => findMember.statement.get(userAt(nth).id),
    countAttempt,
    'countAttempt, forgetAttempts'(nth) {
      countAttempt(nth)
      forget.statement.run(tryAt(nth).key)
    },
    changeIncident(nth) {
      const [teamId, id] = openAt(nth)
      const row = find.statement.get(...find.order({ teamId, id })) as unknown as Tables['incidents']
      const changed = fromIncident(resolve(toIncident(row)))
      const { changes } = change.statement.run(...change.order({ ...changed, revision: row.revision }))
      if (changes !== 1) throw new Error(`${id} was not changed`)
    },
    resolveAtOnce(nth) {
      const [teamId, id] = openAt(nth)
      if (atOnce.all(time, cause, id, teamId).length !== 1) throw new Error(`${id} was not open`)
    },
    close: () => database.close(),
  }
}
