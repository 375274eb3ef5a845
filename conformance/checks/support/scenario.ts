/** A check as a scenario: steps that name their records, or a plan that is made of records of its own. */

import type { Caller } from '../../client/callers.ts'
import type { RecordsOf } from '../../records/create-records.ts'
import type { Recipe } from '../../records/recipe.ts'
import { namedRecords } from './named-records.ts'
import { runScenario } from './run-scenario.ts'
import { read, type Steps } from './steps.ts'
import { type Check, type CheckTools, type Suite, suite } from './suite.ts'

type Given = { [name: string]: Recipe<unknown> }
type Plan<F> = (fixtures: F) => Steps
interface Scenario<S extends Given> {
  (heading: string, steps: Steps): void
  /** With records whose number or content the calls depend on. */
  <G extends Given>(heading: string, given: G, plan: Plan<RecordsOf<G & Omit<S, keyof G>>>): void
}
type Write<S extends Given> = Parameters<typeof suite<S>>[2]
interface Language<S extends Given> {
  it: Parameters<Write<S>>[0]['it']
  scenario: Scenario<S>
  /** Several rounds, each with new records. */
  again: Scenario<S>
}

/** @param shared with a caller, if that is not a visitor. */
export function scenarios<S extends Given & { caller?: Recipe<Caller> }>(
  part: string,
  shared: S,
  write: (language: Language<S>) => void,
  order: Check['order'] = 'any',
): Suite {
  const as =
    (add: Parameters<Write<S>>[0]['it']): Scenario<S> =>
    (heading: string, ...rest: [Steps] | [Given, Plan<never>]) => {
      const { names } = rest.length === 1 ? read(rest[0]) : { names: [] }
      const given: Given =
        rest.length === 1 ? Object.fromEntries(names.map((name) => [name, namedRecords[name]])) : rest[0]
      const all = Object.keys({ ...shared, ...given })
      add(heading, given, (async (context: CheckTools & { [name: string]: unknown }) => {
        const records = Object.fromEntries(all.map((name) => [name, context[name]]))
        const plan = rest.length === 1 ? rest[0] : rest[1](records as never)
        await runScenario(context, { caller: context.visitor, ...records }, read(plan).steps)
      }) as never)
    }
  return suite(part, shared, ({ it, again }) => write({ it, scenario: as(it), again: as(again as typeof it) }), order)
}
