/** The known facts about accounts, for the lines about them: where they come from, their teams and their secrets. */

import type { Identity } from '../client/credentials.ts'
import { day } from '../verdict/days.ts'
import { parseTime } from '../verdict/times.ts'
import type { Fields } from './kinds.ts'

export const signedUp = 'signed up'

/** @param asked the fields that differ from those of the usual account of the role. */
export function describeOrigin(asked: Fields): string {
  return ['from the hook', ...describeFields(asked)].join(', ')
}

/** Rounded to hundredths. */
export const daysSince = (time: string) => Number(((Date.now() - parseTime(time)) / day).toFixed(2))

/** Words that follow "a user". */
function describeFields({ name, deletionRequestedAt, deletionScheduledAt: _, ...others }: Fields): string[] {
  const days = daysSince(`${deletionRequestedAt}`)
  return [
    ...(deletionRequestedAt === undefined ? [] : [`deletion requested ${days} days ago`]),
    ...(name === null ? ['in a team without a name'] : []),
    ...Object.entries(others).map(([field, value]) => (value === null ? `without ${field}` : `with ${field} ${value}`)),
  ]
}

export interface TeamMembers {
  /** Adds a user from sign-up, or one that has joined the team. */
  add(user: Identity): void
  /** The size of the user's team; undefined unless it began with a sign-up of this run: others may have further members. */
  sizeOf(user: Identity): number | undefined
}

export function createTeamMembers(): TeamMembers {
  const teams = new Map<string, Set<string>>()
  return {
    add({ teamId, email, accessToken = '', origin }) {
      if (teamId === undefined) return
      if (origin === signedUp && !teams.has(teamId)) teams.set(teamId, new Set())
      teams.get(teamId)?.add(email ?? accessToken)
    },
    sizeOf: ({ teamId = '' }) => teams.get(teamId)?.size,
  }
}

/** The secrets that no response may show, with descriptions. */
export function secretsOf(user: Identity): [secret: string, what: string][] {
  const { email = 'another user', password, accessToken, verificationCode } = user
  const secrets = { password, 'access token': accessToken, 'verification code': verificationCode }
  return Object.entries(secrets).flatMap(([what, secret]) => (secret ? [[secret, `the ${what} of ${email}`]] : []))
}
