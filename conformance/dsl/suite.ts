/** The language of the checks: a suite is a part of the document, a check is a sentence of it. */

import type { Condition } from '../assess/conditions.ts'
import type { Level } from '../assess/verdict.ts'
import type { Call } from '../client/callers.ts'
import { InapplicableError } from '../fixtures/provider.ts'
import { createFixtures, type FixtureContext, type FixturesOf, type Recipe } from '../fixtures/recipes.ts'
import type { Expect } from './expect.ts'
import { findRequirement } from './requirements.ts'

/** What a check can use beside what it was given. */
export interface CheckTools {
  expect: Expect
  /** Makes so many calls at the same moment, on connections that are open already. */
  together<T>(call: () => Call<T>, width?: number): Promise<Call<T>[]>
  /** Tries until something is there, or the kit's patience is at its end; what comes late is late, not wrong. */
  eventually<T>(look: () => Promise<T | undefined>): Promise<T | undefined>
  /** A caller who is turned away is not sent again. */
  withoutRetry<T>(call: () => Call<T>): Call<T>
}

export interface CheckContext extends CheckTools {
  fixtureContext: FixtureContext
  /** How often a race is run. */
  rounds: number
  /** The target keeps nothing, so that there is nothing to race for. */
  isStateless: boolean
}

export interface Check {
  id: string
  title: string
  /** The sentences of the document that it holds an implementation to. */
  requirementIds: readonly string[]
  part: string
  /** A check of the profile judges only what openapi.yaml decided. */
  level: Level
  needs: readonly string[]
  /** What it asks for, each round anew. */
  given: readonly Recipe<unknown>[]
  isRepeated: boolean
  run(context: CheckContext): Promise<void>
}

export interface Suite {
  part: string
  checks: readonly Check[]
}

type Given = { [name: string]: Recipe<unknown> }
type Body<G extends Given> = (context: FixturesOf<G> & CheckTools) => Promise<void>

interface Language {
  /** A check; its sentence begins with its id and ends with the sentences of the document that it is about. */
  it<G extends Given>(sentence: string, given: G, body: Body<G>): void
  /** A check of what openapi.yaml decided where the document is silent. */
  decided<G extends Given>(sentence: string, given: G, body: Body<G>): void
  /** Of the same call made at the same moment exactly one succeeds, again and again; the others are refused. */
  race<G extends Given>(
    sentence: string,
    given: G,
    call: (made: FixturesOf<G>) => Call<unknown>,
    others: Condition,
  ): void
  /** A check that is run again and again, each time with everything given anew. */
  again<G extends Given>(sentence: string, given: G, body: Body<G>): void
}

export function suite(part: string, write: (language: Language) => void): Suite {
  const checks: Check[] = []

  function add<G extends Given>(sentence: string, level: Level, given: G, body: Body<G>, isRepeated: boolean): void {
    checks.push({
      ...read(sentence),
      part,
      level,
      needs: [...new Set(Object.values(given).flatMap(({ needs }) => needs))],
      given: Object.values(given),
      isRepeated,
      async run(context) {
        if (isRepeated && context.isStateless) throw new InapplicableError('the target keeps nothing')
        for (let round = 0; round < (isRepeated ? context.rounds : 1); round++) {
          await body({ ...(await createFixtures(given, context.fixtureContext)), ...context })
        }
      },
    })
  }

  write({
    it: (sentence, given, body) => add(sentence, 'documented', given, body, false),
    decided: (sentence, given, body) => add(sentence, 'profile', given, body, false),
    again: (sentence, given, body) => add(sentence, 'documented', given, body, true),
    race: (sentence, given, call, others) =>
      add(
        sentence,
        'documented',
        given,
        async (context) => {
          const { expect, together } = context
          const calls = await together(() => call(context))
          const [won = [], lost = []] = await sort(calls)
          expect(won.length, 'the number of calls that succeeded').toBe(1)
          for (const winner of won) await expect(winner).accepted()
          for (const loser of lost) await expect(loser).refused(others)
        },
        true,
      ),
  })
  return { part, checks }
}

/** Those that succeeded, and those that did not. */
async function sort<T>(calls: Call<T>[]): Promise<[Call<T>[], Call<T>[]]> {
  const won: Call<T>[] = []
  const lost: Call<T>[] = []
  for (const call of calls) ((await call).response.status < 300 ? won : lost).push(call)
  return [won, lost]
}

/** @throws Error if the sentence has no id, or cites a sentence that the document does not have. */
function read(sentence: string): Pick<Check, 'id' | 'title' | 'requirementIds'> {
  const [, id, title, cited] = /^([A-Z]+-\d+[a-z]?) (.+\.) \(([^()]+)\)$/.exec(sentence) ?? []
  if (!id || !title || !cited) throw new Error(`not the sentence of a check: ${sentence}`)
  const requirementIds = cited.split(', ')
  for (const cite of requirementIds) findRequirement(cite)
  return { id, title, requirementIds }
}
