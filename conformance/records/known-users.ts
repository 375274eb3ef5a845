/** The known facts about accounts: the members of their teams and their secrets. */

import type { Identity } from '../client/credentials.ts'
export interface TeamMembers {
  /** Adds a user from sign-up, or one that has joined the team. */
  add(user: Identity): void
  /** The size of the user's team; undefined unless it began with a sign-up of this run: others may have further members. */
  sizeOf(user: Identity): number | undefined
}

export function createTeamMembers(): TeamMembers {
  const teams = new Map<string, Set<string>>()
  return {
    add({ teamId, email, accessToken = '', source }) {
      if (teamId === undefined) return
      if (source === 'sign-up' && !teams.has(teamId)) teams.set(teamId, new Set())
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
