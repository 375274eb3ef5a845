/** The credentials of a scenario's caller, as the contract's x-caller and x-credential describe them. */
import { demo, limits, type Scenario } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { createTokens } from '@monitoring-service/server/tokens'

export interface Credentials {
  token?: string
  adminKey?: string
}

/** Issues what a caller holds at a time; nobody but the demo's users and its operator holds anything. */
export async function credentialsOf(
  { caller, credential }: Pick<Scenario, 'caller' | 'credential'>,
  now: Date,
): Promise<Credentials> {
  if (caller === 'operator') {
    return { adminKey: credential === 'wrong' ? `${demo.adminApiKey.slice(0, -1)}?` : demo.adminApiKey }
  }
  const user = demoData.users.find(({ email }) => email === caller)
  if (!user) return {}
  const issued = credential === 'expired' ? new Date(now.getTime() - (limits.accessTokenSeconds + 1) * 1000) : now
  const { accessToken, refreshToken } = await (await createTokens(demo.tokenSecret, () => issued)).issue(user.id)
  if (credential === 'refresh') return { token: refreshToken }
  return { token: credential === 'tampered' ? tamper(accessToken) : accessToken }
}

/** Changes the first letter of the signature: in the last one, some bits mean nothing. */
function tamper(token: string): string {
  const at = token.lastIndexOf('.') + 1
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
}
