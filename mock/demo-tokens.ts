/** Issues and verifies the tokens of the demo users, as the server does, but without Web Crypto. */
import { demo, limits } from '@monitoring-service/contract'
import type { Context } from '@monitoring-service/server/context'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { ulid } from 'ulid'

// Pages without HTTPS and Jest's jsdom have no `crypto.subtle`, which jose needs. The demo's secret is public.
const serviceName = 'monitoring-service'
const accessType = 'at+jwt'

/** @param now the time of issue, and of verification. */
export function createDemoTokens(now: () => Date): Context['tokens'] {
  const seconds = () => Math.floor(now().getTime() / 1000)

  function issue(typ: string, userId: string, lifetime: number): string {
    const common = { iss: serviceName, aud: serviceName, jti: ulid(undefined, Math.random) }
    const claims = { ...common, sub: userId, iat: seconds(), exp: seconds() + lifetime }
    const signed = `${encode({ alg: 'HS256', typ })}.${encode(claims)}`
    return `${signed}.${sign(signed)}`
  }

  return {
    async issue(userId) {
      const accessToken = issue(accessType, userId, limits.accessTokenSeconds)
      return { accessToken, refreshToken: issue('rt+jwt', userId, limits.refreshTokenSeconds) }
    },
    async verify(token) {
      const end = token.lastIndexOf('.')
      if (token.slice(end + 1) !== sign(token.slice(0, end))) return undefined
      const [header, claims] = token.split('.', 2).map(decode)
      const { sub: userId, iss, aud, iat, exp } = claims ?? {}
      const isOurs = header?.typ === accessType && iss === serviceName && aud === serviceName
      const isInTime = seconds() < exp + limits.clockSkewSeconds && iat <= seconds() + limits.clockSkewSeconds
      return isOurs && isInTime ? { userId, sessionMarks: [] } : undefined
    },
  }
}

function sign(text: string): string {
  return toBase64Url(String.fromCharCode(...hmac(sha256, demo.tokenSecret, text)))
}

function encode(part: object): string {
  return toBase64Url(JSON.stringify(part))
}

/** Only signed parts are decoded, so they are well-formed. */
function decode(part: string) {
  return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))
}

function toBase64Url(binary: string): string {
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
