/** Logs in a caller that hook or lists provide without an access token. */

import { createCaller, type Sender, type Session } from '../client/callers.ts'
import type { Identity } from '../client/credentials.ts'
import type { Secrets } from '../client/redact.ts'
import { summarizeResponse } from '../verdict/format.ts'
import { LogInError, type Owner, type Role } from './provider.ts'

/** @throws LogInError */
export async function logInCaller(sender: Sender, secrets: Secrets, role: Role, identity: Identity): Promise<Owner> {
  secrets.collect(identity, role)
  if (identity.accessToken !== undefined) return { ...identity, role }
  const { email, password } = identity
  const exchange = await createCaller(sender, {}).logIn({ email, password })
  const { accessToken, user } = (exchange.body ?? {}) as Partial<Session>
  secrets.collect({ accessToken }, role)
  if (exchange.response.status >= 300 || !accessToken) throw new LogInError(role, summarizeResponse(exchange))
  // One that is renewed has logged in before.
  const origin = (identity.origin ?? '').replace(/(?:, logged in)?$/, ', logged in')
  return { ...identity, role, accessToken, origin, hasLoggedIn: true, ...(user && { teamId: user.teamId }) }
}
