/** Access and refresh tokens: signed JWTs that say who, and nothing about what they may do. */
import { limits } from '@monitoring-service/contract'
import { errors, jwtVerify, SignJWT } from 'jose'
import { ulid } from 'ulid'

const party = 'monitoring-service'
const accessType = 'at+jwt'
const refreshType = 'rt+jwt'

export interface Tokens {
  issue(userId: string): Promise<{ accessToken: string; refreshToken: string }>
  /** The user of an access token, or undefined if it is not a valid one (RFC 8725). */
  verify(accessToken: string): Promise<string | undefined>
}

/**
 * @param secret signs, and verifies; at least 32 characters.
 * @param other only verifies: the one from before or after, while secrets are changed.
 */
export async function createTokens(secret: string, now: () => Date, other?: string): Promise<Tokens> {
  const key = await importKey(secret)
  const keys = other === undefined ? [key] : [key, await importKey(other)]

  function sign(typ: string, userId: string, seconds: number): Promise<string> {
    const issued = Math.floor(now().getTime() / 1000)
    return new SignJWT()
      .setProtectedHeader({ alg: 'HS256', typ })
      .setSubject(userId)
      .setIssuer(party)
      .setAudience(party)
      .setIssuedAt(issued)
      .setExpirationTime(issued + seconds)
      .setJti(ulid())
      .sign(key)
  }

  return {
    async issue(userId) {
      const accessToken = await sign(accessType, userId, limits.accessTokenSeconds)
      return { accessToken, refreshToken: await sign(refreshType, userId, limits.refreshTokenSeconds) }
    },
    async verify(accessToken) {
      for (const key of keys) {
        try {
          const { payload } = await jwtVerify(accessToken, key, { ...demanded, currentDate: now() })
          return payload.sub
        } catch (error) {
          if (error instanceof errors.JWSSignatureVerificationFailed) continue
          if (error instanceof errors.JOSEError) return undefined
          throw error
        }
      }
      return undefined
    },
  }
}

/** Whatever a token says of itself: this is what opens (RFC 8725). */
const demanded = {
  algorithms: ['HS256'],
  typ: accessType,
  issuer: party,
  audience: party,
  requiredClaims: ['sub', 'exp', 'iat', 'jti'],
  maxTokenAge: limits.accessTokenSeconds,
}

/** A CryptoKey that is imported once; jose would import the raw secret on each call. */
function importKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign', 'verify'])
}
