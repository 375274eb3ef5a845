/** Access and refresh tokens: signed JWTs that identify a user and carry no rights. */
import { limits } from '@monitoring-service/contract'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { ulid } from 'ulid'

const serviceName = 'monitoring-service'
const accessType = 'at+jwt'
const refreshType = 'rt+jwt'

export interface VerifiedToken {
  userId: string
  /** The marks of `Member` when the token was issued. */
  sessionMarks: readonly string[]
}

/** Issues and verifies tokens. */
export interface Tokens {
  /**
   * @param sessionMarks those of `Member`, read together with what was checked; none by default.
   * @param at the time of issue; now by default.
   */
  issue(
    userId: string,
    sessionMarks?: readonly string[],
    at?: Date,
  ): Promise<{ accessToken: string; refreshToken: string }>
  /** Returns whose access token it is, or undefined if the token is not valid (RFC 8725). */
  verify(accessToken: string): Promise<VerifiedToken | undefined>
}

interface Claims {
  userId: string
  /** In seconds. */
  issuedAt: number
  marks: JWTPayload
}

/**
 * Signs tokens with HS256.
 * @param secret signs and verifies; at least 32 characters.
 * @param previousSecret only verifies, while secrets are changed.
 */
export async function createTokens(secret: string, now: () => Date, previousSecret?: string): Promise<Tokens> {
  const key = await importKey(secret)
  const keys = previousSecret === undefined ? [key] : [key, await importKey(previousSecret)]

  function sign({ userId, issuedAt, marks }: Claims, typ: string, seconds: number): Promise<string> {
    return new SignJWT(marks)
      .setProtectedHeader({ alg: 'HS256', typ })
      .setSubject(userId)
      .setIssuer(serviceName)
      .setAudience(serviceName)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + seconds)
      .setJti(ulid())
      .sign(key)
  }

  return {
    async issue(userId, sessionMarks = [], at = now()) {
      const marks = sessionMarks.some(Boolean) ? { sessionMarks } : {}
      const claims = { userId, issuedAt: Math.floor(at.getTime() / 1000), marks }
      return {
        accessToken: await sign(claims, accessType, limits.accessTokenSeconds),
        refreshToken: await sign(claims, refreshType, limits.refreshTokenSeconds),
      }
    },
    async verify(accessToken) {
      if (!canonical.test(accessToken)) return undefined
      for (const key of keys) {
        try {
          const { payload } = await jwtVerify(accessToken, key, { ...requirements, currentDate: now() })
          // jose accepts every type of number, such as 1e400, and of subject.
          const { sub: userId, exp, iat, sessionMarks = [] } = payload
          const isPlain = typeof userId === 'string' && Number.isSafeInteger(exp) && Number.isSafeInteger(iat)
          return isPlain && isTextList(sessionMarks) ? { userId, sessionMarks } : undefined
        } catch (error) {
          if (!(error instanceof errors.JOSEError)) throw error
        }
      }
      return undefined
    },
  }
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** A signature's only spelling: base64url without padding, and the unused bits at the end are zero. The rest is signed. */
const canonical = /\.[\w-]{42}[AEIMQUYcgkosw048]$/

/** The requirements for every token, regardless of its header (RFC 8725). */
const requirements = {
  algorithms: ['HS256'],
  typ: accessType,
  issuer: serviceName,
  audience: serviceName,
  requiredClaims: ['sub', 'exp', 'iat', 'jti'],
  maxTokenAge: limits.accessTokenSeconds,
  clockTolerance: limits.clockSkewSeconds,
}

/** Imports the key once; jose would import a raw secret on each call. */
function importKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign', 'verify'])
}
