/** Issues access tokens without a login. */
import { demo } from '@monitoring-service/contract'
import { createTokens } from '../../server/auth/tokens.ts'

export async function bearer(userId: string): Promise<{ authorization: string }> {
  const tokens = await createTokens(demo.tokenSecret, () => new Date())
  return { authorization: `Bearer ${(await tokens.issue(userId)).accessToken}` }
}
