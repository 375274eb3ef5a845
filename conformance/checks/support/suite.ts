/** A suite is a part of the document, a check verifies some of its requirements. */
import type { Call, Caller } from '../../client/callers.ts'
import type { Judging } from '../../document/judging.ts'
import type { Recipe, RecordContext } from '../../records/recipe.ts'
import type { CheckHeading } from '../../verdict/check.ts'
import type { Expect } from '../../verdict/expect.ts'

/** The tools of a check, beside its records. */
export interface CheckTools {
  expect: Expect
  /** A caller without credentials. */
  visitor: Caller
  /** Makes calls at the same time, on connections that are already open. */
  together<T>(call: () => Call<T>, width?: number): Promise<Call<T>[]>
  /** Makes a call on the connection of the one before it that was made so. */
  onKeptConnection<T>(call: () => Call<T>): Call<T>
  /** Polls until there is a result or the kit's patience ends, since targets may be eventually consistent. */
  eventually<T>(poll: () => Promise<T | undefined>): Promise<T | undefined>
  /** Where and how responses are judged by the model. */
  judging: Judging
  recordContext: RecordContext
  /** Sends once: no retry on 429 and 503. */
  withoutRetry<T>(call: () => Call<T>): Call<T>
  /** Of a race. */
  rounds: number
  /** The target keeps no state, so that races are inapplicable. */
  isStateless: boolean
}

export interface Check extends CheckHeading {
  needs: readonly string[]
  /** The recipes of its records, which each round makes anew. */
  given: readonly Recipe<unknown>[]
  isRepeated: boolean
  /** Alone: after all others, and no other at the same time. */
  order: 'any' | 'alone'
  run(tools: CheckTools): Promise<void>
}

export interface Suite {
  part: string
  checks: readonly Check[]
}
