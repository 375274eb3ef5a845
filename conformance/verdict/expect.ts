/** The assertions of a check, about a call or a value. They name conditions, not statuses: those follow from the contract. */

import type { Call } from '../client/callers.ts'
import { type Exchange, isAccepted } from '../client/exchange.ts'
import { between, type Claim, type ClaimOf, is, valueAt } from './claims.ts'
import type { Condition } from './conditions.ts'
import { type CheckRecord, type Claimed, recordClaim, Stop } from './record.ts'
import { assertAccepted, assertRefused, type RefusalDetails } from './response.ts'
import type { Schemas } from './schemas.ts'
import { type Basis, basisIn } from './verdict.ts'

export interface CallMatchers<T> {
  /**
   * The call succeeds, in the documented shape. Ends the check if it does not.
   * @param circumstances of the call: they follow the response in the report.
   */
  accepted(circumstances?: string): Promise<T>
  /**
   * The call is refused, in the shape of part 7. Ends the check if it succeeds.
   * @param condition the reason; any will do if it is absent.
   */
  refused(condition?: Condition, circumstances?: string): Promise<void>
  /** The call may succeed or be refused, in the right shape. Returns the body if it succeeds. */
  answered(condition?: Condition): Promise<T | undefined>
  /** Only whether it succeeds or is refused, in any shape; the check goes on. */
  outcome(claim: ClaimOf<'accepted' | 'refused'>): Promise<void>
}

type Details = Pick<Claimed, 'of' | 'observation' | 'cites' | 'about'> & {
  /** That of the response which shows it, if another one came after. */
  body?: unknown
}

export interface Assertions {
  <T>(call: Call<T>): CallMatchers<T>
  /**
   * @param name the subject of the claim: a path in the body, or a description of the value.
   * @param details what the value was derived from, which the report shows in its place, and the object that it is of.
   */
  <T>(value: T, name: string, details?: string | Details): ValueMatchers
}

/** Assertions about a value, as the claims that they make; the name of one that holds is a statement. */
export type ValueMatchers = ReturnType<typeof createMatchers>

function createMatchers(assert: (claim: Claim) => void) {
  return {
    toBe: (expected: unknown) => assert(is(expected)),
    toHold: (expected = true) => assert({ kind: 'holds', expected }),
    toBeBetween: (least: number, most: number) => assert(between(least, most)),
  }
}

/** Assertions on the basis of the document, and the same assertions on another basis. */
export interface Expect extends Assertions {
  implied: Assertions
  sound: Assertions
  profile: Assertions
  hardening: Assertions
}

/** The last exchange whose body has the value at the path; else the last one, since an equal value may be there by chance. */
const shownBy = (steps: readonly Exchange[], value: unknown, path = ''): Exchange | undefined =>
  steps.findLast(({ body }) => value !== undefined && valueAt(body, path) === value) ?? steps.at(-1)

/**
 * @param defaultBasis the basis of an assertion that does not name one.
 * @param isStateless the target keeps no state: only the first call of a check is judged, and it ends the check.
 */
export function createExpect(schemas: Schemas, record: CheckRecord, defaultBasis: Basis, isStateless: boolean): Expect {
  function assertionsOn(basis: Basis): Assertions {
    return ((subject: unknown, name?: string, details?: string | Details) => {
      if (subject instanceof Promise) return callMatchers(subject, basis)
      const { body, ...more }: Details = typeof details === 'object' ? details : { observation: details }
      const exchange =
        body === undefined ? shownBy(record.steps, subject, name) : record.steps.findLast((step) => step.body === body)
      return createMatchers((claim) => {
        if (!isStateless)
          recordClaim(record, exchange, { subject: name ?? 'the value', claim, value: subject, basis, ...more })
      })
    }) as Assertions
  }

  function callMatchers(call: Call<unknown>, basis: Basis): CallMatchers<unknown> {
    const assertCall = async (isRefusal: boolean, details: RefusalDetails): Promise<unknown> => {
      const exchange = await call
      const body = isRefusal
        ? assertRefused(schemas, record, exchange, basis, details)
        : assertAccepted(schemas, record, exchange, basis, details.observation)
      if (isStateless) throw new Stop()
      return body
    }
    return {
      accepted: (observation) => assertCall(false, { observation }),
      refused: async (condition, observation) => void (await assertCall(true, { condition, observation })),
      answered: async (condition) => assertCall(!isAccepted(await call), { condition, mayBeAccepted: true }),
      async outcome(claim) {
        const exchange = await call
        const value = exchange.response.status
        if (!isStateless) recordClaim(record, exchange, { subject: 'call', claim, value, basis })
      },
    }
  }

  const onBasis = (basis: Basis) => assertionsOn(basisIn(defaultBasis, basis))
  return Object.assign(assertionsOn(defaultBasis), {
    sound: onBasis('sound'),
    implied: onBasis('implied'),
    profile: onBasis('profile'),
    hardening: onBasis('hardening'),
  })
}
