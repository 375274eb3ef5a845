/** The calls of `calls.ts` through `node:sqlite`: our statements, prepared once, with our settings. */
import { fromIncident, type Tables, toIncident } from '../../server/store/sql/rows.ts'
import type { Call } from '../rounds.ts'
import { attemptAt, type Calls, cause, incidentOf, resolve, time, userAt } from './calls.ts'
import { openSqlite } from './locations.ts'
import { type Statements, textsOf } from './statements.ts'

const conditional = `update incidents set status = 'resolved', resolved_at = ?, cause = ?, revision = revision + 1
  where id = ? and team_id = ? and status <> 'resolved' returning *`

export function openBareSqlite(path: string): Calls & { resolveAtOnce: Call; close(): void } {
  const database = openSqlite(path)
  const textOf = textsOf('sqlite')
  const prepare = <Name extends keyof Statements>(name: Name) => {
    const { sql, valuesOf } = textOf(name)
    return { statement: database.prepare(sql), valuesOf }
  }
  const [findUser, findMember, forget] = [prepare('findUser'), prepare('findMember'), prepare('forgetAttempts')]
  const [count, find, change] = [prepare('countAttempt'), prepare('findIncident'), prepare('changeIncident')]
  const atOnce = database.prepare(conditional)
  // `get` would leave the write statement unfinished, and SQLite would never checkpoint its journal.
  const countAttempt = (nth: number) => count.statement.all(...count.valuesOf(attemptAt(nth)))
  return {
    findUser: (nth) => findUser.statement.get(userAt(nth).email),
    findMember: (nth) => findMember.statement.get(userAt(nth).id),
    countAttempt,
    'countAttempt, forgetAttempts'(nth) {
      countAttempt(nth)
      forget.statement.run(attemptAt(nth).key)
    },
    changeIncident(nth) {
      const [teamId, id] = incidentOf(nth)
      const row = find.statement.get(...find.valuesOf({ teamId, id })) as unknown as Tables['incidents']
      const changed = fromIncident(resolve(toIncident(row)))
      const { changes } = change.statement.run(...change.valuesOf({ ...changed, revision: row.revision }))
      if (changes !== 1) throw new Error(`${id} was not changed`)
    },
    resolveAtOnce(nth) {
      const [teamId, id] = incidentOf(nth)
      if (atOnce.all(time, cause, id, teamId).length !== 1) throw new Error(`${id} was not open`)
    },
    close: () => database.close(),
  }
}
