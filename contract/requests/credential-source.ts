/** Where the samples of a scenario get its credential: a log-in, or a text. */
import { accounts } from '../demo/accounts.ts'
import { demo } from '../demo/credentials.ts'
import type { OperationEntry } from '../derive/operations.ts'
import type { Scenario } from '../derive/scenarios.ts'

export interface SampleOptions {
  baseUrl: string
  adminKey: string
}

/** The operator's key; a token that is written out; or the log-in whose response has the token. */
export type CredentialSource =
  | { key: string }
  | { token: string }
  | { login: { email: string; password: string }; property: 'accessToken' | 'refreshToken' }

export function credentialSourceOf(
  { caller, credential }: Scenario,
  { security }: OperationEntry,
  { adminKey }: SampleOptions,
): CredentialSource | undefined {
  if (!security || caller === 'anonymous') return undefined
  if (caller === 'operator') return { key: credential === 'valid' ? adminKey : 'not-the-admin-key' }
  if (credential === 'tampered' || credential === 'expired') return { token: `a-token-that-is-${credential}` }
  // Users who come by OAuth have no password.
  if (!accounts.some(([email]) => email === caller)) return { token: `the access token of ${caller}` }
  const login = { email: caller, password: demo.password }
  return { login, property: credential === 'refresh' ? 'refreshToken' : 'accessToken' }
}

/** Whether HTTP libraries send this address: they refuse one with a malformed escape. */
export function isSendable(target: string): boolean {
  try {
    decodeURI(target)
    return true
  } catch {
    return false
  }
}
