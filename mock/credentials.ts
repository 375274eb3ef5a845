/** Issues the credentials that a scenario's `x-caller` and `x-credential` describe. */
import { demo, limits, type Scenario } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import type { Credentials } from '@monitoring-service/contract/requests'
import { createDemoTokens } from './demo-tokens.ts'

/** Issues a caller's credentials at a given time. A caller who is neither a demo user nor the operator has none. */
export async function credentialsOf(
  { caller, credential }: Pick<Scenario, 'caller' | 'credential'>,
  now: Date,
): Promise<Credentials> {
  if (caller === 'operator') {
    return { adminKey: credential === 'wrong' ? `${demo.adminApiKey.slice(0, -1)}?` : demo.adminApiKey }
  }
  const user = demoData.users.find(({ email }) => email === caller)
  if (!user) return {}
  const issuedAt =
    credential === 'expired'
      ? new Date(now.getTime() - (limits.accessTokenSeconds + limits.clockSkewSeconds + 1) * 1000)
      : now
  const { accessToken, refreshToken } = await createDemoTokens(() => issuedAt).issue(user.id)
  if (credential === 'refresh') return { token: refreshToken }
  return { token: credential === 'tampered' ? tamper(accessToken) : accessToken }
}

/** Changes the first letter of the signature; some bits of the last letter are padding. */
function tamper(token: string): string {
  const at = token.lastIndexOf('.') + 1
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
}
