/** The language of the checks: a suite has them by their headings, each as steps, as a plan of steps or as code. */

import type { Caller } from '../../client/callers.ts'
import type { RecordsOf } from '../../records/create-records.ts'
import type { Recipe } from '../../records/recipe.ts'
import { namedRecords } from './named-records.ts'
import { createScene } from './run-scenario.ts'
import { read, type Scene, type Steps } from './steps.ts'
import { type Body, type CheckTools, createCheck, type Given, type Suite } from './suite.ts'

/** A plan is made of records whose number or content the calls depend on. */
export function given<G extends Given>(given: G, plan: (records: RecordsOf<G>) => Steps): Body {
  return {
    given,
    async run(tools, records) {
      await sceneOf(tools, records).run(plan(records as RecordsOf<G>))
    },
  }
}

type Code<G extends Given> = (context: RecordsOf<G> & CheckTools & Scene) => Promise<void>

/** Its calls are judged by the model if the scene runs them, else by the code alone. */
export function code<G extends Given>(given: G, body: Code<G>): Body {
  return {
    given,
    run: (tools, records) => body({ ...(records as RecordsOf<G>), ...tools, ...sceneOf(tools, records) }),
  }
}

const sceneOf = (tools: CheckTools, records: { [name: string]: unknown }) =>
  createScene(tools, { caller: tools.visitor, ...records })

/** Several rounds, each with new records. */
export const again = (one: Steps | Body): Body => ({ ...bodyOf(one), isRepeated: true })

/** Steps name their records. */
function bodyOf(one: Steps | Body): Body {
  if ('run' in one) return one
  return given(Object.fromEntries(read(one).names.map((name) => [name, namedRecords[name]])), () => one)
}

type Checks = { [heading: string]: Steps | Body }

/** The same checks for each row. */
export const table = <const T>(rows: readonly T[], checksOf: (row: T) => Checks): Checks =>
  Object.assign({}, ...rows.map(checksOf))

type Rest = [Checks] | [Recipe<Caller>, Checks]

/** @param rest the checks; before them, who sends what names no other, if that is not a visitor. */
export function suite(part: string, ...rest: Rest): Suite {
  const [caller, all] = rest.length === 1 ? [undefined, rest[0]] : rest
  const toCheck = ([heading, one]: [string, Steps | Body]) => {
    const body = bodyOf(one)
    // It may be in the team of another record, so it is made after them.
    const records = caller && !('caller' in body.given) ? { ...body.given, caller } : body.given
    return createCheck(part, heading, { ...body, given: records })
  }
  return { part, checks: Object.entries(all).map(toCheck) }
}

/** Its checks run after all others, and no other at the same time. */
export function suiteAlone(part: string, ...rest: Rest): Suite {
  const { checks } = suite(part, ...rest)
  return { part, checks: checks.map((check) => ({ ...check, order: 'alone' })) }
}
