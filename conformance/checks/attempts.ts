/** Attempts with a limit: tells a limit on one account's attempts from a rate limit on all requests. */
import type { Call } from '../client/callers.ts'
import { type Exchange, RateLimitedError } from '../client/http.ts'
import type { CheckTools } from '../dsl/suite.ts'

/** More wrong passwords than implementations accept, as a rule. */
export const manyTries = 11

/** What openapi.yaml allows before the next attempt is too many. */
export const allowedTries = 10
/** Attempts after which a check looks for a limit no longer. */
const mostTries = 30

/**
 * Repeats an attempt until it is too many.
 * @param tries the attempts that were made before.
 * @param others those of them that are of another operation or kind.
 */
export async function findLimit(
  tries: number,
  attempt: () => Promise<Exchange>,
  others = 0,
): Promise<{ limit: number; seen: string }> {
  let limit = tries
  while (limit < mostTries && (await attempt()).response.status !== 429) limit += 1
  if (limit === mostTries) return { limit, seen: `not even ${limit} are too many: they are not counted` }
  const isApart = others > 0 && limit === allowedTries + others
  const cause = isApart ? 'each operation, or kind of proof, counts for itself' : 'each process counts for itself'
  return { limit, seen: `${limit}, as if ${cause}${isApart ? '' : ', or as if that were the limit'}` }
}

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
