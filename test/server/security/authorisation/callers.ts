/** The kinds of callers: their credentials, and the properties that decide about their requests. */
import { demo } from '@monitoring-service/contract'
import { createTokens } from '../../../../server/auth/tokens.ts'
import type { Team, User } from '../../../../server/store/records.ts'

/** By default, the owner of a team on a paid plan, with a valid access token. */
export interface Caller {
  headers?: (accessToken: string, issued: Issued) => Promise<Record<string, string>> | Record<string, string>
  /** The scheme that these credentials open, if any. */
  opens?: 'adminApiKey'
  role?: User['role']
  plan?: Team['plan']
  /** Whether the requested object belongs to another team. */
  isForeign?: true
  /** Whether the user was deleted. */
  isPurged?: true
}

interface Issued {
  userId: string
  refreshToken: string
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const adminKey = (key: string) => ({ 'x-admin-api-key': key })
const issue = async (userId: string, secret: string = demo.tokenSecret, now = Date.now()) =>
  (await createTokens(secret, () => new Date(now))).issue(userId)

export const callers: Record<string, Caller> = {
  'write scope': {},
  'admin key': { headers: () => adminKey(demo.adminApiKey), opens: 'adminApiKey' },
  'no token': { headers: () => ({}) },
  'altered token': { headers: (token) => bearer(altered(token)) },
  'expired token': {
    headers: async (_, { userId }) =>
      bearer((await issue(userId, demo.tokenSecret, Date.now() - 16 * 60_000)).accessToken),
  },
  'refresh token': { headers: (_, { refreshToken }) => bearer(refreshToken) },
  'other key': {
    headers: async (_, { userId }) => bearer((await issue(userId, 'another-secret-that-is-long-enough')).accessToken),
  },
  'read scope': { role: 'viewer' },
  'foreign team': { isForeign: true },
  'free plan': { plan: 'free' },
  'purged user': { isPurged: true },
  'admin key as token': { headers: () => bearer(demo.adminApiKey) },
  'token as admin key': { headers: (token) => adminKey(token) },
}

/** The token with another subject under the old signature. */
function altered(token: string): string {
  const [header, claims = '', signature] = token.split('.')
  const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'another-user' }
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
}

/** Whether the caller has a valid access token. */
export function opensBearer({ headers, isPurged }: Caller): boolean {
  return headers === undefined && !isPurged
}

export async function credentialsOf({ headers = bearer }: Caller, userId: string): Promise<Record<string, string>> {
  const { accessToken, refreshToken } = await issue(userId)
  return headers(accessToken, { userId, refreshToken })
}
