/** Whoever may call: what they send for a credential, and what the contract has to know of them. */
import { demo } from '@monitoring-service/contract'
import { createTokens } from '../../../../server/auth/tokens.ts'
import type { Team, User } from '../../../../server/store/records.ts'

/** What a caller is. What is not said is as it should be. */
export interface Caller {
  /** The credentials, made from an access token of the caller's user; by default, that token. */
  headers?: (token: string, made: Made) => Promise<Record<string, string>> | Record<string, string>
  /** The scheme that these credentials open, if any. */
  opens?: 'adminApiKey'
  role?: User['role']
  plan?: Team['plan']
  /** Whether what is asked for belongs to another team. */
  isForeign?: true
  /** Whether the user is gone. */
  isPurged?: true
}

interface Made {
  userId: string
  refreshToken: string
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const key = (key: string) => ({ 'x-admin-api-key': key })
const tokenBy = async (secret: string, now: number, userId: string) =>
  (await (await createTokens(secret, () => new Date(now))).issue(userId)).accessToken

export const callers: Record<string, Caller> = {
  'write scope': {},
  'admin key': { headers: () => key(demo.adminApiKey), opens: 'adminApiKey' },
  'no token': { headers: () => ({}) },
  'altered token': { headers: (token) => bearer(altered(token)) },
  'expired token': {
    headers: async (_, { userId }) => bearer(await tokenBy(demo.tokenSecret, Date.now() - 16 * 60_000, userId)),
  },
  'refresh token': { headers: (_, { refreshToken }) => bearer(refreshToken) },
  'other key': {
    headers: async (_, { userId }) => bearer(await tokenBy('another-secret-that-is-long-enough', Date.now(), userId)),
  },
  'read scope': { role: 'viewer' },
  'foreign team': { isForeign: true },
  'free plan': { plan: 'free' },
  'purged user': { isPurged: true },
  'admin key as token': { headers: () => bearer(demo.adminApiKey) },
  'token as admin key': { headers: (token) => key(token) },
}

/** Says that it is somebody else, under the old signature. */
function altered(token: string): string {
  const [header, claims = '', signature] = token.split('.')
  const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'somebody-else' }
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
}

/** Whether the token that is sent is one of somebody who may call at all. */
export function opensBearer({ headers, isPurged }: Caller): boolean {
  return headers === undefined && !isPurged
}

export async function credentialsOf({ headers = bearer }: Caller, userId: string): Promise<Record<string, string>> {
  const { accessToken, refreshToken } = await (await createTokens(demo.tokenSecret, () => new Date())).issue(userId)
  return headers(accessToken, { userId, refreshToken })
}
