/** Accounts that the kit signs up itself. */

import { randomBytes } from 'node:crypto'
import { type Caller, createCaller, type Sender, type Session } from '../client/callers.ts'
import { isAccepted } from '../client/exchange.ts'
import type { Secrets } from '../client/redact.ts'
import { summarizeResponse } from '../verdict/format.ts'
import { SignUpError } from './errors.ts'

export interface SignupTexts {
  /** Contains `{unique}`. */
  email: string
  /** Contains `{random}`, or with a length, `{random:12}`. */
  password: string
}

/** A user that the kit signed up itself, alone in a team on the free plan. */
export interface User extends Caller {
  email: string
  password: string
  accessToken: string
  refreshToken: string
  teamId: string
  session: Session
  sentName?: string | undefined
}

export type SignUps = ReturnType<typeof createSignUps>

/** The e-mails of the members that a team has got in this run, if it began with a sign-up of the run: another team may have more. */
export type TeamMembers = Map<string, Set<string>>

/** @param givenUser replaces the accounts that the kit signs up. */
export function createSignUps(
  texts: SignupTexts,
  givenUser: { email: string; password: string } | undefined,
  secrets: Secrets,
  teamMembers: TeamMembers,
) {
  const runId = randomBytes(5).toString('hex')
  let credentialCount = 0
  /** An e-mail and a password that no account has. */
  function newCredentials() {
    credentialCount += 1
    const random = randomBytes(64).toString('base64url')
    const password = texts.password.replace(/\{random(?::(\d+))?\}/g, (_, length = 20) => random.slice(0, length))
    secrets.add(password, 'password')
    return { email: texts.email.replaceAll('{unique}', `${runId}-${credentialCount}`), password }
  }
  return {
    newCredentials,
    async signUp(sender: Sender, more: { name?: string } = {}): Promise<User> {
      const credentials = givenUser ?? newCredentials()
      const visitor = createCaller(sender, {})
      const exchange = await (givenUser ? visitor.logIn(givenUser) : visitor.signUp({ ...credentials, ...more }))
      const session = exchange.body
      if (!isAccepted(exchange) || typeof session?.accessToken !== 'string')
        throw new SignUpError(exchange.response.status, summarizeResponse(exchange))
      const { accessToken, refreshToken, user } = session
      const source = givenUser ? ({ source: 'list', hasLoggedIn: true } as const) : ({ source: 'sign-up' } as const)
      const identity = { ...credentials, accessToken, refreshToken, teamId: user?.teamId, id: user?.id, ...source }
      if (!givenUser && user?.teamId !== undefined) {
        const members = teamMembers.get(user.teamId) ?? new Set()
        teamMembers.set(user.teamId, members.add(credentials.email))
      }
      return { ...createCaller(sender, identity), ...identity, session, sentName: more.name }
    },
  }
}
