/** Decides whether a failed attempt is retried, and after which delay. */
import { unchanged } from '../generated/outcomes.gen.ts'
import { ConnectionError, type Failure } from './errors.ts'
import { isRefused, isUnsent } from './reasons.ts'

/** A regular expression for the digits of a status; it weighs less than comparisons of numbers (lab/bench/sdk/size.ts). */
type StatusPattern = { test(status: unknown): boolean }

/**
 * Whether a request that failed may have had an effect: nothing says that it was rejected. A status tells that even if the
 * body of its response was lost: a refusal, and a redirect, which a browser shows as 0.
 */
export function mayHaveApplied(error: Failure): boolean {
  const { status, code } = error
  return !(isUnsent(error) || unchanged.includes(code as string) || (/^[034]/ as StatusPattern).test(status))
}

/**
 * The delay before the next attempt in milliseconds; undefined if there must be none. 429 is always retried. A lost
 * connection and 502, 503 and 504 are retried if the method is idempotent (RFC 9110, 9.2.2) or nothing was done.
 */
export function retryDelay(error: Failure, retries: number, maxRetryAfter = 30_000): number | undefined {
  const { status, method, retryAfter = 0 } = error
  // A POST whose response was lost, but not its status, was refused or applied.
  const isLost = error instanceof ConnectionError && !(isRefused(error) || (method === 'POST' && status))
  const isTransient = isLost || (/429|50[234]/ as StatusPattern).test(status)
  if (!isTransient || (method === 'POST' && mayHaveApplied(error)) || retryAfter * 1000 > maxRetryAfter)
    return undefined
  // Half of the delay is random, so that clients that failed together do not retry together.
  return retryAfter * 1000 || Math.min(8, 2 ** retries / 2) * 1000 * (1 - Math.random() / 2)
}
