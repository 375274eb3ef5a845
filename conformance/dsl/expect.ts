/** What a check expects of a call or of a value. It names neither statuses nor headers: those follow from the contract. */

import type { Condition } from '../assess/conditions.ts'
import { createMatchers, type ValueMatchers } from '../assess/matchers.ts'
import { type CheckRecord, recordAssertion, Stop } from '../assess/record.ts'
import { assertAccepted, assertRefused, type Judging } from '../assess/response.ts'
import type { Basis } from '../assess/verdict.ts'
import type { Call } from '../client/callers.ts'

export interface CallMatchers<T> {
  /** The call succeeds, in the shape that the document states. Ends the check if it does not. */
  accepted(): Promise<T>
  /**
   * The call is refused, in the shape of part 7. Ends the check if it succeeds.
   * @param condition for which it is; absent, if any will do.
   */
  refused(condition?: Condition): Promise<void>
  /**
   * Whether it succeeds is open; either way the answer has its shape. The body, if it succeeds.
   * @param condition of a refusal; absent, if any will do.
   */
  answered(condition?: Condition): Promise<T | undefined>
}

export interface Expect {
  <T>(call: Call<T>): CallMatchers<T>
  /** @param name what the value is, for the report. */
  <T>(value: T, name: string): ValueMatchers
  /** The same, resting on something else than a sentence of the document. */
  implied: Expect
  http: Expect
  profile: Expect
  hardening: Expect
}

/**
 * @param base what an assertion rests on unless it says otherwise.
 * @param isStateless the target keeps nothing: the first call of a check is judged, and ends it; values are not.
 */
export function createExpect(judging: Judging, record: CheckRecord, base: Basis, isStateless: boolean): Expect {
  function resting(provenance: Basis): Omit<Expect, 'implied' | 'http' | 'profile' | 'hardening'> {
    return ((subject: unknown, name?: string) => {
      if (subject instanceof Promise) return callClaims(subject, provenance)
      const step = record.steps.length - 1
      return createMatchers(subject, name ?? 'the value', record.steps[step], (holds, expected, seen) => {
        if (!isStateless) recordAssertion(record, holds, { provenance, expected, seen, ...(step >= 0 && { step }) })
      })
    }) as Expect
  }

  function callClaims(call: Call<unknown>, provenance: Basis): CallMatchers<unknown> {
    const outcomeAt = async (isRefusal: boolean, condition?: Condition): Promise<unknown> => {
      const exchange = await call
      const answer = isRefusal
        ? assertRefused(judging, record, exchange, condition, provenance)
        : assertAccepted(judging, record, exchange, provenance)
      if (isStateless) throw new Stop()
      return answer
    }
    return {
      accepted: () => outcomeAt(false),
      refused: async (condition) => void (await outcomeAt(true, condition)),
      answered: async (condition) => outcomeAt((await call).response.status >= 300, condition),
    }
  }

  // In a check of the profile nothing rests on anything else.
  const others = (provenance: Basis) => resting(base === 'profile' ? base : provenance)
  return Object.assign(resting(base), {
    implied: others('implied'),
    http: others('http'),
    profile: others('profile'),
    hardening: others('hardening'),
  }) as Expect
}
