/** Decides whether a failed attempt is retried, and after which delay. */
import { type CallError, ConnectionError } from './errors.ts'

/** How Node and Bun report that no connection was established, so that nothing was sent. */
const notConnected = /refused|notfound|connect_t/i

/** Whether a failed attempt may have had an effect: it was sent, and the service did not reject it. */
export function mayHaveApplied({ status, cause }: CallError): boolean {
  const reason = cause as { code?: string; cause?: { code?: string } } | undefined
  return !/^[34]/.test(`${status}`) && !notConnected.test(`${reason?.code}${reason?.cause?.code}`)
}

/**
 * The delay before the next attempt in milliseconds; `Infinity` if there must be none. 429 is always retried. A lost
 * connection and 502, 503 and 504 are retried if the method is idempotent (RFC 9110, 9.2.2) or the request was not sent.
 */
export function retryDelay(error: CallError, retries: number): number {
  // Half of the delay is random, so that clients that failed together do not retry together.
  const backoff = Math.min(8, 2 ** retries / 2) * (1 - Math.random() / 2)
  const isTransient = error instanceof ConnectionError || /429|50[234]/.test(`${error.status}`)
  const isSafe = error.method !== 'POST' || !mayHaveApplied(error)
  return isTransient && isSafe ? 1000 * (error.retryAfter ?? backoff) : Infinity
}
