/** Faults of what lasts after a request that is refused, and during the grace period; and of tokens and totals that others share. */

import type { Team, User } from '../implementation/memory-store.ts'
import type { ErrorCode } from '../implementation/service-error.ts'
import type { Override } from '../implementation/steps.ts'
import { changing, only } from '../old-overrides.ts'
import { profile, sound } from './fault.ts'

/** Revokes the tokens of a caller who is refused for this reason, if the condition holds. */
const revokingAfter =
  (code: ErrorCode, concerns: (user: User) => boolean = () => true): Override =>
  (base, store) => ({
    refused(error, call) {
      if (call.caller && error.code === code && concerns(call.caller)) store.revokeTokens(call.caller.id)
      return base.refused(error, call)
    },
  })

/** The team of an owner who leaves loses this plan at once. */
const takingPlan =
  (plan: Team['plan']): Override =>
  (base, store) => ({
    deletion(user) {
      const team = store.teams.get(user.teamId)
      if (team?.plan === plan && user.role === 'owner') store.teams.set(team.id, { ...team, plan: 'free' })
      return base.deletion(user)
    },
  })

const isMonth13 = (date: string | null) => /^\d{4}-13-/.test(date ?? '')

export const refusalFaults = [
  ...sound({
    '4.5 refused-owner-loses-token: An owner of others who is refused is logged out': revokingAfter(
      'TEAM_HAS_OTHER_MEMBERS',
      ({ password }) => password !== undefined,
    ),
    '4.5 refused-oauth-owner-loses-token: The same for an owner without a password only': revokingAfter(
      'TEAM_HAS_OTHER_MEMBERS',
      ({ password }) => password === undefined,
    ),
    '4.5 refused-again-loses-token: A second request logs the user out': revokingAfter('DELETION_ALREADY_REQUESTED'),
    '4.2 token-of-role: Users of one team with one role get the same access token': only('login', (base) => {
      const tokens = new Map<string, string>()
      return {
        session(user, call) {
          const session = base.session(user, call)
          const kind = `${user.teamId} ${user.role}`
          const token = tokens.get(kind) ?? String(session.accessToken)
          tokens.set(kind, token)
          return { ...session, accessToken: token }
        },
      }
    }),
    '2.4 total-shrinks: From the second page on, total does not count the records of the pages before': changing(
      'pagination',
      (fields, page, limit, total) => ({ ...fields, total: Math.max(0, total - (page - 1) * limit) }),
    ),
    '4.7 before-month-13-means-all: A 13th month deletes all rows': (base) => ({
      dateError: (text) => (isMonth13(text) ? undefined : base.dateError(text)),
      isInReset: (row, before, call) => base.isInReset(row, isMonth13(before) ? null : before, call),
    }),
  }),
  ...profile({
    '3.2 deletion-takes-plan: The team of an owner who leaves falls from Pro to the free plan at once':
      takingPlan('pro'),
    '3.2 deletion-takes-highest-plan: The same on the highest plan only': takingPlan('business'),
  }),
]
