/** The known facts about accounts: the members of their teams and their secrets. */

import type { Identity } from '../client/credentials.ts'
import type { UserSecret } from '../verdict/record.ts'

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
export function secretsOf({ email, password, accessToken, verificationCode }: Identity): [string, UserSecret][] {
  const secrets = { password, 'access token': accessToken, 'verification code': verificationCode } as const
  const kinds = Object.keys(secrets) as UserSecret['kind'][]
  return kinds.flatMap((kind) => (secrets[kind] ? [[secrets[kind], { kind, email }]] : []))
}
