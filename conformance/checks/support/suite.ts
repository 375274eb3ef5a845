/** The language of the checks: a suite is a part of the document, a check verifies some of its requirements. */

import { findRequirement } from '@monitoring-service/contract/requirements'
import type { Call, Caller } from '../../client/callers.ts'
import type { Judging } from '../../document/judging.ts'
import { createRecords, type RecordsOf } from '../../records/create-records.ts'
import { InapplicableError } from '../../records/errors.ts'
import type { Recipe, RecordContext } from '../../records/recipe.ts'
import type { CheckHeading } from '../../verdict/check.ts'
import type { Expect } from '../../verdict/expect.ts'
import type { Level } from '../../verdict/verdict.ts'

/** The tools of a check, beside its fixtures. */
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
  /** Sends once: no retry on 429 and 503. */
  withoutRetry<T>(call: () => Call<T>): Call<T>
}

export interface CheckContext extends CheckTools {
  recordContext: RecordContext
  /** The number of rounds of a race. */
  rounds: number
  /** The target keeps no state, so that races are inapplicable. */
  isStateless: boolean
}

export interface Check extends CheckHeading {
  needs: readonly string[]
  /** The recipes of its fixtures, which each round makes anew. */
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

type Given = { [name: string]: Recipe<unknown> }
type Body<G extends Given> = (context: RecordsOf<G> & CheckTools) => Promise<void>
/** The fixtures of a check: its own, and those of its suite with other names. */
type Merged<Shared, G> = G & Omit<Shared, keyof G>

interface Language<S extends Given> {
  /**
   * A check. Its heading is the id, the title and the ids of the requirements. The word profile before them says that the
   * document is silent and openapi.yaml decides; the word sound, that no implementation would do otherwise on purpose.
   */
  it<G extends Given>(heading: string, given: G, body: Body<Merged<S, G>>): void
  it(heading: string, body: Body<S>): void
  /** A check that runs several rounds, each with new fixtures. */
  again<G extends Given>(heading: string, given: G, body: Body<Merged<S, G>>): void
}

/**
 * @param shared the fixtures that each check has in addition to its own.
 * @param order when its checks run, compared with others.
 */
export function suite<S extends Given>(
  part: string,
  shared: S,
  write: (language: Language<S>) => void,
  order: Check['order'] = 'any',
): Suite {
  const checks: Check[] = []

  function add<G extends Given>(heading: string, own: G, body: Body<Merged<S, G>>, isRepeated: boolean) {
    // A fixture of the suite may be in the team of the check's own, so it is made after them.
    const given = { ...own, ...shared, ...own } as Merged<S, G>
    const parsed = parseHeading(heading)
    checks.push({
      ...parsed,
      part,
      needs: [...new Set(Object.values(given).flatMap(({ needs }) => needs))],
      given: Object.values(given),
      isRepeated,
      order,
      async run(context) {
        if (isRepeated && context.isStateless) throw new InapplicableError('the target keeps no state')
        const { findings } = context.recordContext.record
        // A further round would only repeat the steps that show the fault.
        const isFound = () => findings.some(({ basis }) => basis === 'documented' || basis === parsed.level)
        for (let round = 0; round < (isRepeated ? context.rounds : 1) && !isFound(); round++) {
          await body({ ...(await createRecords(given, context.recordContext)), ...context })
        }
      },
    })
  }

  write({
    it(heading: string, ...rest: [Body<S>] | [Given, Body<Given>]) {
      const [given, body] = rest.length === 1 ? [{}, rest[0]] : rest
      add(heading, given, body as Body<Given>, false)
    },
    again: (heading, given, body) => add(heading, given, body, true),
  })
  return { part, checks }
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
