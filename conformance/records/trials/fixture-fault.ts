/** A fixture of the hook that is not as it should be, and the trial that finds it. */

import type { Check } from '../../checks/support/suite.ts'
import type { Sender } from '../../client/callers.ts'
import type { Exchange } from '../../client/http.ts'
import type { FixturePool } from '../pool.ts'

export interface FixtureFault {
  /** For the line of `doctor`. */
  description: string
  reason: string
  /** Whether a check cannot be judged. */
  concerns(check: Pick<Check, 'needs' | 'requirementIds'>): boolean
}

export interface Trial {
  pool: FixturePool
  sender: Sender
  /** The fixtures that the checks need. */
  needs: ReadonlySet<string>
}

export function isRefusal({ response: { status } }: Exchange): boolean {
  return status >= 400 && status < 500
}

/** The checks that need a fixture whose description matches. */
export function concernsNeed(pattern: RegExp): FixtureFault['concerns'] {
  return ({ needs }) => needs.some((need) => pattern.test(need))
}
