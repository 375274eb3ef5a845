/** Tries of which only so many are allowed: whether somebody is turned away for too many of them, or the target turns away all. */
import type { Call } from '../client/callers.ts'
import { type Exchange, RateLimitedError } from '../client/http.ts'
import type { CheckTools } from '../dsl/suite.ts'

/**
 * Somebody makes a try. If the target keeps asking to come back later, another makes the like at once: if both are turned
 * away, the target limits the rate of requests, which says nothing about tries; if not, that is the answer to the try.
 * @throws TurnedAway if the rate is limited.
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
    return await withoutRetry(() => attempt(own))
  }
}
