/** Attempts with a limit: tells a limit on one account's attempts from a rate limit on all requests. */
import type { Call } from '../../client/callers.ts'
import { type Exchange, RateLimitedError } from '../../client/http.ts'
import type { CheckTools } from './suite.ts'

/** More wrong passwords than implementations accept, as a rule. */
export const manyTries = 11

/**
 * Makes an attempt for one account. If it is rate-limited, makes one for another account at once: if that is limited, too,
 * the target limits all requests, which says nothing about attempts.
 * @throws RateLimitedError if all requests are limited.
 */
export async function attemptOnce<T>(
  withoutRetry: CheckTools['withoutRetry'],
  attempt: (who: T) => Call<unknown>,
  own: T,
  other: T,
): Promise<Exchange> {
  try {
    return await attempt(own)
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error
    const { status } = (await withoutRetry(() => attempt(other))).response
    if (status === 429 || status === 503) throw error
    const again = await withoutRetry(() => attempt(own))
    // An overloaded target says nothing about attempts.
    if (again.response.status === 503) throw error
    return again
  }
}
