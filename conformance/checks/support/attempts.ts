/** Attempts with a limit: tells a limit on one account's attempts from a rate limit on all requests. */
import type { Call } from '../../client/callers.ts'
import { type Exchange, RateLimitedError } from '../../client/http.ts'
import type { Expect } from '../../verdict/expect.ts'
import type { CheckTools } from './suite.ts'

/** More wrong passwords than implementations accept, as a rule. */
export const manyTries = 11

/** Attempts after which a check looks for a limit no longer. */
const mostTries = 30

/**
 * Repeats an attempt, each of which is refused, until it is too many.
 * @param tries the attempts that were made before.
 * @param causes what a limit of this number would show.
 */
export async function findLimit(
  { sound }: Expect,
  tries: number,
  attempt: () => Promise<Exchange>,
  causes: Record<number, string> = {},
): Promise<{ limit: number; seen: string }> {
  for (let limit = tries; limit < mostTries; limit++) {
    const call = attempt()
    await sound(call).refused()
    if ((await call).response.status !== 429) continue
    const cause = causes[limit] ?? 'each process counts for itself'
    return { limit, seen: `${limit}, as if ${cause}, or as if that were the limit` }
  }
  return { limit: mostTries, seen: `not even ${mostTries} are too many: they are not counted, or the limit is higher` }
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
