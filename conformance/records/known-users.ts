/** The known facts about users of fixtures: for the lines about them, and for notes on findings. */

import type { Identity } from '../client/credentials.ts'
import type { KnownUser } from '../verdict/record.ts'
import { isFurtherOwner, signedUp, wishesIn } from './origin.ts'
import { colleagues, type Role } from './provider.ts'

/** The roles of which the README says that they own their team. */
const owners: readonly Role[] = ['ownerWithMember', 'oauthUser']

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
export function secretsOf({
  email,
  password,
  accessToken,
  verificationCode,
}: Identity): [secret: string, what: string][] {
  const secrets = { password, 'access token': accessToken, 'verification code': verificationCode }
  const whose = email === undefined ? 'another user' : email
  return Object.entries(secrets).flatMap(([what, secret]) => (secret ? [[secret, `the ${what} of ${whose}`]] : []))
}

export function toKnownUser(user: Identity & { role?: Role }, size: number | undefined): KnownUser {
  const { role, email, teamId, password, verificationCode, origin } = user
  const isOwner = origin === signedUp || (role && owners.includes(role)) || isFurtherOwner(user)
  const isOther = role && colleagues.includes(role)
  const hasNoPassword = password === undefined && (verificationCode !== undefined || role === 'oauthUser')
  return {
    email,
    teamId,
    password,
    traits: [
      role ? `the ${role}` : 'a user from sign-up',
      ...(hasNoPassword ? ['a user without a password'] : password === undefined ? [] : ['a user with a password']),
      ...(isOwner ? ['an owner'] : isOther ? ['a user who is no owner'] : []),
      ...(size === undefined ? [] : [size === 1 ? 'a user alone in the team' : 'a user in a team with others']),
      ...(size === 2 ? ['a user in a team of 2'] : []),
      ...wishesIn(user).map((wish) => `a user ${wish}`),
    ],
  }
}
