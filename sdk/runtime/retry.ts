/** Decides whether a failed attempt is retried, and after which delay. */
import { unchanged } from '../generated/outcomes.gen.ts'
import { ConnectionError, type Failure } from './errors.ts'
import { isUnsent, isUntrusted } from './reasons.ts'

/** Whether a failed attempt may have had an effect: it was sent, and nothing says that it was rejected. */
export function mayHaveApplied(error: Failure): boolean {
  const { status = 500, code = '' } = error
  if (error instanceof ConnectionError) return !isUnsent(error) && !isUntrusted(error)
  return !unchanged.includes(code) && (status > 499 || (status > 199 && status < 300))
}

/**
 * The delay before the next attempt in milliseconds; undefined if there must be none. 429 is always retried. A lost
 * connection and 502, 503 and 504 are retried if the method is idempotent (RFC 9110, 9.2.2) or nothing was done.
 */
export function retryDelay(error: Failure, retries: number, maxRetryAfter = 30_000): number | undefined {
  const { status = 0, method, retryAfter } = error
  const isTransient = error instanceof ConnectionError ? !isUntrusted(error) : [429, 502, 503, 504].includes(status)
  if (!isTransient || (method === 'POST' && mayHaveApplied(error))) return undefined
  // Half of the delay is random, so that clients that failed together do not retry together.
  if (!retryAfter) return Math.min(8000, 500 * 2 ** retries) * (1 - Math.random() / 2)
  return retryAfter * 1000 > maxRetryAfter ? undefined : retryAfter * 1000
}
