/** When a call is worth repeating, and after what pause. */
import { type CallError, ConnectionError } from './errors.ts'

/** How Node and Bun say that a connection never came about, so that nothing was sent. */
const unsent = /refused|notfound|connect_t/i

/** Whether a failed attempt can have had an effect: it was sent, and the service did not refuse it. */
export function mayHaveApplied({ status, cause }: CallError): boolean {
  const reason = cause as { code?: string; cause?: { code?: string } } | undefined
  return !/^[34]/.test(`${status}`) && !unsent.test(`${reason?.code}${reason?.cause?.code}`)
}

/**
 * The pause before the next attempt, in milliseconds; without end if there should be none.
 * 429 is always worth it. A lost connection and a 502, 503 or 504 are if the method is idempotent (RFC 9110, 9.2.2),
 * or if the request was not even sent.
 */
export function retryDelay(error: CallError, retries: number): number {
  const mayPass = error instanceof ConnectionError || /429|50[234]/.test(`${error.status}`)
  const isSafe = error.method !== 'POST' || !mayHaveApplied(error)
  if (!mayPass || !isSafe) return Infinity
  // Half of it is left to chance, so that clients that failed together do not return together.
  const backoff = Math.min(8, 2 ** retries / 2) * (1 - Math.random() / 2)
  return 1000 * (error.retryAfter ?? backoff)
}
