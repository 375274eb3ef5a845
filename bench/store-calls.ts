/** The calls that are compared: through our store here, past it in `store-bare-*.ts`. */
import { resolveIncident } from '../server/domain/rules.ts'
import type { Incident } from '../server/store/records.ts'
import type { Store } from '../server/store/store.ts'
import { block, emailOf, idOf, incidentAt } from './store-records.ts'
import type { Call } from './store-rounds.ts'

/** How many blocks of records they work on. */
export const count = 100

export interface Calls {
  findUser: Call
  findMember: Call
  countAttempt: Call
  'countAttempt, forgetAttempts': Call
  /** Read, judge, write what nobody has changed meanwhile. */
  changeIncident: Call
}

const users = count * block.users
const now = new Date()
export const cause = 'A deploy.'
export const time = now.toISOString()

/** What the nth call is about. */
export const userAt = (nth: number) => ({ id: idOf('U', nth % users), email: emailOf(nth % users) })
export const tryAt = (nth: number) => ({ key: userAt(nth).email, now: time, resetsAt: '9999-01-01T00:00:00.000Z' })
export const openAt = (nth: number) => incidentAt(nth, count * block.incidents)
export const resolve = (incident: Incident) => resolveIncident(incident, cause, now)

export function callsOf(store: Store): Calls {
  const countAttempt = (nth: number) => store.countAttempt(...(Object.values(tryAt(nth)) as [string, string, string]))
  return {
    findUser: (nth) => store.findUser(userAt(nth).email),
    findMember: (nth) => store.findMember(userAt(nth).id),
    countAttempt,
    async 'countAttempt, forgetAttempts'(nth) {
      await countAttempt(nth)
      await store.forgetAttempts(tryAt(nth).key)
    },
    changeIncident: (nth) => store.changeIncident(...openAt(nth), resolve),
  }
}
