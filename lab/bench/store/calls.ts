/** The compared calls, through our store; `bare.ts` makes the same calls through the drivers. */
import { resolution } from '../../../server/domain/rules.ts'
import type { Store } from '../../../server/store/store.ts'
import type { Call } from '../rounds.ts'
import { block, emailOf, idOf, incidentAt } from './records.ts'

/** The number of record blocks in the store. */
export const count = 100

export interface Calls {
  findUser: Call
  findMember: Call
  countAttempt: Call
  'countAttempt, forgetAttempts': Call
  /** Resolves an open incident in one statement. */
  changeIncident: Call
}

const users = count * block.users
const now = new Date()
export const cause = 'A deploy.'
export const time = now.toISOString()

/** The subject of the nth call. */
export const userAt = (nth: number) => ({ id: idOf('U', nth % users), email: emailOf(nth % users) })
export const attemptAt = (nth: number) => ({ key: userAt(nth).email, now: time, resetsAt: '9999-01-01T00:00:00.000Z' })
export const incidentOf = (nth: number) => incidentAt(nth, count * block.incidents)

export function callsOf(store: Store): Calls {
  const countAttempt = (nth: number) =>
    store.countAttempt(...(Object.values(attemptAt(nth)) as [string, string, string]))
  return {
    findUser: (nth) => store.findUser(userAt(nth).email),
    findMember: (nth) => store.findMember(userAt(nth).id),
    countAttempt,
    async 'countAttempt, forgetAttempts'(nth) {
      await countAttempt(nth)
      await store.forgetAttempts(attemptAt(nth).key)
    },
    changeIncident: (nth) => store.changeIncident(...incidentOf(nth), resolution(cause, now)),
  }
}
