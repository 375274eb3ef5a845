/** How a fixture is made for a check, and what stands in for one that is unavailable. */

import type { Sender } from '../client/callers.ts'
import type { CheckRecord } from '../verdict/record.ts'
import type { FixturePool } from './pool.ts'
import { FaultyFixtureError, InapplicableError, UnverifiedError } from './provider.ts'

export interface FixtureContext {
  sender: Sender
  pool: FixturePool
  record: CheckRecord
}

export interface Recipe<T> {
  /** The names of its prerequisites, as `list` and `doctor` print them. */
  needs: readonly string[]
  /** The fixtures that it asks a hook for beyond those: they are tried before the run, too. */
  uses?: readonly string[]
  make(context: FixtureContext): Promise<T>
}

export function recipe<T>(needs: readonly string[], make: Recipe<T>['make']): Recipe<T> {
  return { needs, make }
}

export function recipeUsing<T>(needs: readonly string[], uses: readonly string[], make: Recipe<T>['make']): Recipe<T> {
  return { needs, uses, make }
}

/** The first recipe, or the second if the first is unavailable: lists need not contain what only a hook makes easily. */
export function withFallback<T>(first: Recipe<T>, second: Recipe<T>): Recipe<T> {
  const uses = [...first.needs, ...(first.uses ?? []), ...(second.uses ?? [])]
  return recipeUsing(second.needs, uses, (context) =>
    first.make(context).catch((error) => {
      if (error instanceof UnverifiedError || error instanceof InapplicableError) return second.make(context)
      throw error
    }),
  )
}

/** Undefined if the fixture is unavailable: the check goes without it. */
export const optional = <T>(wanted: Recipe<T>): Recipe<T | undefined> =>
  withFallback<T | undefined>(
    wanted,
    recipe([], async () => undefined),
  )

/** Tells the report what the hook did between two steps. */
export function recordHook({ given, steps }: CheckRecord, what: string): void {
  given.push({ name: '', kind: 'change', fields: { what }, afterStep: steps.length })
}

/**
 * @param isDeleted as the hook says of an account that is due, after the job that deletes such accounts.
 * @throws UnverifiedError if it is still there, InapplicableError with a reason if the hook does not say.
 */
export function requireDeleted(isDeleted: boolean | undefined, reason: string): void {
  if (isDeleted === false)
    throw new UnverifiedError('the hook says `isDeleted: false` of an account that is due: does the job delete it?')
  if (isDeleted !== true) throw new InapplicableError(reason)
}

/** Undefined if no fixture makes one: lists contain only what checks share. */
export async function ifMade<T>(made: Promise<T>): Promise<T | undefined> {
  return made.catch((error) => {
    if (!(error instanceof UnverifiedError) || error instanceof FaultyFixtureError) throw error
    return undefined
  })
}
