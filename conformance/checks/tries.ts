/** Tries of which only so many are allowed: whether somebody is turned away for too many of them, or the target turns away all. */
import type { Call } from '../client/callers.ts'
import { type Exchange, TurnedAway } from '../client/http.ts'
import type { Tools } from '../dsl/suite.ts'

/**
 * Somebody makes a try. If the target keeps asking to come back later, another makes the like at once: if both are turned
 * away, the target limits the rate of requests, which says nothing about tries; if not, that is the answer to the try.
 * @throws TurnedAway if the rate is limited.
 */
export async function tryOnce<T>(
  impatiently: Tools['impatiently'],
  attempt: (who: T) => Call<unknown>,
  own: T,
  other: T,
): Promise<Exchange> {
  try {
    return await attempt(own)
  } catch (error) {
    if (!(error instanceof TurnedAway)) throw error
    const { status } = (await impatiently(() => attempt(other))).response
    if (status === 429 || status === 503) throw error
    return await impatiently(() => attempt(own))
  }
}
