/** A suite is a part of the document, a check verifies some of its requirements. */

import { findRequirement } from '@monitoring-service/contract/requirements'
import type { Call, Caller } from '../../client/callers.ts'
import type { Judging } from '../../document/judging.ts'
import { createRecords } from '../../records/create-records.ts'
import { InapplicableError } from '../../records/errors.ts'
import type { Recipe, RecordContext } from '../../records/recipe.ts'
import type { CheckHeading } from '../../verdict/check.ts'
import type { Expect } from '../../verdict/expect.ts'
import type { Level } from '../../verdict/verdict.ts'

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
}

export interface CheckContext extends CheckTools {
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
  run(context: CheckContext): Promise<void>
}

export interface Suite {
  part: string
  checks: readonly Check[]
}

export type Given = { [name: string]: Recipe<unknown> }

/** The calls of a check with its records, which each round makes anew. */
export interface Body {
  given: Given
  isRepeated?: true
  run(tools: CheckTools, records: { [name: string]: unknown }): Promise<void>
}

/**
 * @param heading the id, the title and the ids of the requirements. The word profile before them says that the document is
 * silent and openapi.yaml decides; the word sound, that no implementation would do otherwise on purpose.
 */
export function createCheck(part: string, heading: string, body: Body): Check {
  const { given, isRepeated = false } = body
  const parsed = parseHeading(heading)
  return {
    ...parsed,
    part,
    needs: [...new Set(Object.values(given).flatMap(({ needs }) => needs))],
    given: Object.values(given),
    isRepeated,
    order: 'any',
    async run(context) {
      if (isRepeated && context.isStateless) throw new InapplicableError('the target keeps no state')
      const { findings } = context.recordContext.record
      // A further round would only repeat the steps that show the fault.
      const isFound = () => findings.some(({ basis }) => basis === 'documented' || basis === parsed.level)
      for (let round = 0; round < (isRepeated ? context.rounds : 1) && !isFound(); round++)
        await body.run(context, await createRecords(given, context.recordContext))
    },
  }
}

/** @throws Error if the heading has no id, or names a requirement that does not exist. */
function parseHeading(heading: string): Pick<Check, 'id' | 'title' | 'level' | 'requirementIds'> {
  const [, id, title, level, list] =
    /^([A-Z]+-\d+[a-z]?) (.+\.) \((?:(profile|sound), )?([^()]+)\)$/.exec(heading) ?? []
  if (!id || !title || !list) throw new Error(`not the heading of a check: ${heading}`)
  const requirementIds = list.split(', ')
  for (const requirementId of requirementIds) findRequirement(requirementId)
  return { id, title, level: (level as Level | undefined) ?? 'documented', requirementIds }
}
