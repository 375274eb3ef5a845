/** Faults in which something is found by less than its id, or counted in one process of two. */
import type { Team } from '../implementation/memory-store.ts'
import type { Json, Override } from '../implementation/steps.ts'
import { documented, profile } from './fault.ts'

/** A sign-up joins the team of the first one with the same key; none without one. */
const joining =
  (keyOf: (input: Json) => string | undefined): Override =>
  (base) => {
    const teams = new Map<string, Team>()
    return {
      createAccount(input) {
        const { user, team } = base.createAccount(input)
        const key = keyOf(input)
        if (key === undefined) return { user, team }
        const joined = teams.get(key) ?? team
        teams.set(key, joined)
        return { user: { ...user, teamId: joined.id }, team: joined }
      },
    }
  }

export const lookUpFaults = [
  ...documented({
    '1 team-by-domain: A sign-up joins the team of the first account with the same domain': joining(({ email }) =>
      String(email).split('@')[1]?.toLowerCase(),
    ),
    '1 team-by-name: A sign-up joins the team of the first account with the same name': joining(({ name }) =>
      typeof name === 'string' ? name : undefined,
    ),
    '4.8 monitor-by-pattern: The id of a monitor is used as a pattern of SQL': (base, store) => ({
      monitorOf(call) {
        if (!call.id.includes('%')) return base.monitorOf(call)
        const pattern = new RegExp(`^${call.id.replace(/[^\w%]/g, '\\$&').replaceAll('%', '.*')}$`)
        const found = [...store.monitors.values()].find(
          ({ id, teamId }) => teamId === call.caller?.teamId && pattern.test(id),
        )
        return found ?? base.monitorOf(call)
      },
    }),
  }),
  ...profile({
    '4.2 attempts-by-process: Each of two processes counts attempts for itself': (base) => {
      let calls = 0
      return {
        countAttempt(key) {
          calls += 1
          base.countAttempt(calls % 2 === 0 ? key : `${key} elsewhere`)
        },
      }
    },
    '4.5 codes-never-void: Wrong verification codes are not counted': (base, store) => ({
      codeMatches(user, code, call) {
        const matches = base.codeMatches(user, code, call)
        const now = store.users.get(user.id)
        if (now?.code && !matches) store.users.set(user.id, { ...now, code: { ...now.code, attemptsLeft: 5 } })
        return matches
      },
    }),
  }),
]
