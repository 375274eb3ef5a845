/** The compared calls: through our store, and through a bare driver with statements of the same meaning, by hand. */
import { resolution } from '../../../server/domain/rules.ts'
import type { Store } from '../../../server/store/store.ts'
import type { Call } from '../rounds.ts'
import { emailOf, idOf, incidentAt } from './records.ts'

/** Each is one statement; `resolve` changes an open incident. */
export type Calls = Record<keyof typeof statements, Call>

/** The number of teams whose records are in the store. */
export const teams = 100

const [now, later] = [new Date(), '9999-01-01T00:00:00.000Z']
const cause = 'A deploy.'
const userId = (nth: number) => idOf('U', nth % teams)
const email = (nth: number) => emailOf(nth % teams)

export function callsOf(store: Store): Calls {
  return {
    findUser: (nth) => store.findUser(email(nth)),
    findMember: (nth) => store.findMember(userId(nth)),
    countAttempt: (nth) => store.countAttempt(email(nth), now.toISOString(), later),
    resolve: (nth) => store.changeIncident(...incidentAt(nth, teams), resolution(cause, now)),
  }
}

const statements = {
  findUser: 'select * from users where email = ?',
  findMember: `select users.*, teams.name as team_name, teams.plan as team_plan, teams.created_at as team_created_at,
      (select resets_at from attempts where key = 'sessions') as all_marked_until,
      (select resets_at from attempts where key = 'sessions ' || users.id) as user_marked_until
    from users join teams on teams.id = users.team_id where users.id = ?`,
  countAttempt: `insert into attempts (key, count, resets_at) values (?, 1, ?) on conflict (key) do update set
      count = case when attempts.resets_at <= ? then 1 else attempts.count + 1 end,
      resets_at = case when attempts.resets_at <= ? then excluded.resets_at else attempts.resets_at end
    returning *`,
  resolve: `update incidents set status = 'resolved', resolved_at = ?, cause = ?
    where team_id = ? and id = ? and status <> 'resolved' returning *`,
}

/** @param prepare returns a function that sends a statement with values, and returns all rows. */
export function bareCalls(prepare: (statement: string) => (...values: string[]) => unknown): Calls {
  const [findUser, findMember] = [prepare(statements.findUser), prepare(statements.findMember)]
  const [countAttempt, resolve] = [prepare(statements.countAttempt), prepare(statements.resolve)]
  const time = now.toISOString()
  return {
    findUser: (nth) => findUser(email(nth)),
    findMember: (nth) => findMember(userId(nth)),
    countAttempt: (nth) => countAttempt(email(nth), later, time, time),
    async resolve(nth) {
      const [teamId, id] = incidentAt(nth, teams)
      const rows = (await resolve(time, cause, teamId, id)) as unknown[]
      if (rows.length !== 1) throw new Error(`${id} was not open`)
    },
  }
}
