/** Replaces placeholders by tokens that are issued at a target's time. */
import { createHmac } from 'node:crypto'
import { demo, limits } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { createTokens } from '@monitoring-service/server/tokens'
import type { TokenKind } from './credentials.ts'

const second = 1000
const placeholder = /<(\w+) ([\w.-]+@[\w.-]+)>/g
const ids = new Map(demoData.users.map(({ id, email }) => [email, id]))

/** Replaces the placeholders in a header value. */
export type TokenFiller = (value: string) => Promise<string>

export function createTokenFiller(now: () => Date): TokenFiller {
  const issued = new Map<string, { token: string; at: number }>()

  async function issue(kind: TokenKind, email: string): Promise<string> {
    const key = `${kind} ${email}`
    const known = issued.get(key)
    // A cached token is used for half of its lifetime.
    if (known && now().getTime() - known.at < (limits.accessTokenSeconds * second) / 2) return known.token
    const token = await make(kind, ids.get(email) ?? '', now().getTime())
    issued.set(key, { token, at: now().getTime() })
    return token
  }

  return async (value) => {
    let filled = value
    for (const [text, kind, email] of value.matchAll(placeholder)) {
      filled = filled.replace(text, await issue(kind as TokenKind, email as string))
    }
    return filled
  }
}

async function make(kind: TokenKind, userId: string, time: number): Promise<string> {
  const expired = limits.accessTokenSeconds + limits.clockSkewSeconds + 1
  const age = kind === 'expired' ? expired : kind === 'early' ? -3600 : 0
  const secret = kind === 'forged' ? demo.tokenSecret.toUpperCase() : demo.tokenSecret
  const tokens = await createTokens(secret, () => new Date(time - age * second))
  const { accessToken, refreshToken } = await tokens.issue(userId)
  const [header = '', payload = '', signature = ''] = accessToken.split('.')
  if (kind === 'refresh') return refreshToken
  if (kind === 'unsigned') return `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`
  if (kind === 'untyped') return sign(encode({ alg: 'HS256' }), payload)
  if (kind === 'tampered') return `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  return accessToken
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function sign(header: string, payload: string): string {
  const signature = createHmac('sha256', demo.tokenSecret).update(`${header}.${payload}`).digest('base64url')
  return `${header}.${payload}.${signature}`
}
