/** Knows the demo's callers by their credentials, as the demo server does. */
import { credentials, demo, scenarios } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { createTokens } from '@monitoring-service/server/tokens'

/** Who calls: a demo user's e-mail, `operator`, `anonymous`, or `somebody` with a good token that the demo data lacks. */
export type Identify = (headers: NodeJS.Dict<string | string[]>) => Promise<string>

/** Takes the demo server's tokens, and those that the contract's own login examples hand out. */
export async function createIdentify(): Promise<Identify> {
  const tokens = await createTokens(demo.tokenSecret, () => new Date())
  const emails = new Map(demoData.users.map(({ id, email }) => [id, email]))
  const handedOut = new Map(scenarios.flatMap(({ answer }) => readSession(answer)))
  return async (headers) => {
    if (headers[credentials.adminApiKey] === demo.adminApiKey) return 'operator'
    const token = /^Bearer +(\S+) *$/i.exec(String(headers.authorization ?? ''))?.[1] ?? ''
    const userId = handedOut.get(token) ?? (await tokens.verify(token))
    return userId === undefined ? 'anonymous' : (emails.get(userId) ?? 'somebody')
  }
}

function readSession(answer: unknown): [token: string, userId: string][] {
  const { accessToken, user } = (answer ?? {}) as { accessToken?: string; user?: { id: string } }
  return accessToken && user ? [[accessToken, user.id]] : []
}
