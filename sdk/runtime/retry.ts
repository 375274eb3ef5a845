/** Decides whether a failed attempt is retried, and after which delay. */
import { unchanged } from '../generated/outcomes.gen.ts'
import { type CallError, ConnectionError } from './errors.ts'

/** Reasons of Node and Bun for which nothing was sent; other runtimes do not tell. */
const unsent = /refused|notfound|^getaddrinfo|^connect |connect_t/i

/** The service's certificate is not trusted: nothing was sent, and a retry would not help. An alert of TLS is no such reason. */
const untrusted = /^(?!err_ssl).*(cert|signature)/i

/** Whether a failed attempt may have had an effect: it was sent, and nothing says that it was rejected. */
export function mayHaveApplied({ status = 500, code = '', reason = '' }: Partial<ConnectionError>): boolean {
  if (unsent.test(reason) || untrusted.test(reason) || unchanged.includes(code)) return false
  return status > 499 || (status > 199 && status < 300)
}

/**
 * The delay before the next attempt in milliseconds; undefined if there must be none. 429 is always retried. A lost
 * connection and 502, 503 and 504 are retried if the method is idempotent (RFC 9110, 9.2.2) or nothing was done.
 */
export function retryDelay(error: CallError, retries: number, maxRetryAfter = 30_000): number | undefined {
  const { status = 0, method, retryAfter } = error
  const isTransient =
    error instanceof ConnectionError ? !untrusted.test(error.reason) : [429, 502, 503, 504].includes(status)
  if (!isTransient || (method === 'POST' && mayHaveApplied(error))) return undefined
  // Half of the delay is random, so that clients that failed together do not retry together.
  const delay = retryAfter ? retryAfter * 1000 : Math.min(8000, 500 * 2 ** retries) * (1 - Math.random() / 2)
  return retryAfter && delay > maxRetryAfter ? undefined : delay
}
