/** The language of the checks: a suite has them by their headings, each as steps, as a plan of steps or as code. */
import { findRequirement } from '@monitoring-service/contract/requirements'
import type { Caller } from '../../client/callers.ts'
import { createRecords, type RecordsOf } from '../../records/create-records.ts'
import { InapplicableError } from '../../records/errors.ts'
import type { Recipe } from '../../records/recipe.ts'
import { namedRecords } from './named-records.ts'
import { createScene } from './run-scenario.ts'
import { read, type Scene, type Steps } from './steps.ts'
import type { Check, CheckTools, Suite } from './suite.ts'

type Given = { [name: string]: Recipe<unknown> }

/** The calls of a check with its records, which each round makes anew. */
export interface Body {
  given: Given
  isRepeated?: boolean
  run(tools: CheckTools, records: { [name: string]: unknown }): Promise<void>
}

/** A plan is made of records whose number or content the calls depend on. */
export function given<G extends Given>(given: G, plan: (records: RecordsOf<G>) => Steps): Body {
  return {
    given,
    async run(tools, records) {
      await sceneOf(tools, records).run(plan(records as RecordsOf<G>))
    },
  }
}

type Code<G extends Given> = (context: RecordsOf<G> & Scene) => Promise<void>

/** Its calls are judged by the model if the scene runs them, else by the code alone. */
export function code<G extends Given>(given: G, body: Code<G>): Body {
  return {
    given,
    run: (tools, records) => body({ ...(records as RecordsOf<G>), ...sceneOf(tools, records) }),
  }
}

const sceneOf = (tools: CheckTools, records: { [name: string]: unknown }) =>
  createScene(tools, { caller: tools.visitor, ...records })

/** Several rounds, each with new records. */
export const again = (one: Steps | Body): Body => ({ ...bodyOf(one), isRepeated: true })

/** Steps name their records. */
function bodyOf(one: Steps | Body): Body {
  if ('given' in one) return one
  return given(Object.fromEntries(read(one).names.map((name) => [name, namedRecords[name]])), () => one)
}

/**
 * The id, the title and the ids of the requirements. The word profile before them says that the document is silent and
 * openapi.yaml decides; the word sound, that no implementation would do otherwise on purpose.
 */
type Heading = `${string}-${string} ${string}. (${string})`
type Checks = { [heading: Heading]: Steps | Body }

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
    const given = caller && !('caller' in body.given) ? { ...body.given, caller } : body.given
    return createCheck(part, heading, { ...body, given })
  }
  return { part, checks: Object.entries(all).map(toCheck) }
}

/** Its checks run after all others, and no other at the same time. */
export function suiteAlone(part: string, ...rest: Rest): Suite {
  const { checks } = suite(part, ...rest)
  return { part, checks: checks.map((check) => ({ ...check, order: 'alone' })) }
}

function createCheck(part: string, heading: string, { given, isRepeated = false, run }: Body): Check {
  const parsed = parseHeading(heading)
  const recipes = Object.values(given)
  return {
    ...parsed,
    part,
    needs: [...new Set(recipes.flatMap(({ needs }) => needs))],
    given: recipes,
    isRepeated,
    order: 'any',
    async run(tools) {
      const { isStateless, rounds, recordContext } = tools
      if (isRepeated && isStateless) throw new InapplicableError('the target keeps no state')
      const { findings } = recordContext.record
      // A further round would only repeat the steps that show the fault.
      const isFound = () => findings.some(({ basis }) => basis === 'documented' || basis === parsed.level)
      for (let round = 0; round < (isRepeated ? rounds : 1) && !isFound(); round++)
        await run(tools, await createRecords(given, recordContext))
    },
  }
}

/** @throws Error if the heading names a requirement that does not exist. */
function parseHeading(heading: string): Pick<Check, 'id' | 'title' | 'level' | 'requirementIds'> {
  const [endOfId, endOfTitle] = [heading.indexOf(' '), heading.lastIndexOf(' (')]
  const [first = '', ...others] = heading.slice(endOfTitle + ' ('.length, -')'.length).split(', ')
  const level = first === 'profile' || first === 'sound' ? first : undefined
  const requirementIds = level ? others : [first, ...others]
  for (const requirementId of requirementIds) findRequirement(requirementId)
  const [id, title] = [heading.slice(0, endOfId), heading.slice(endOfId + 1, endOfTitle)]
  return { id, title, level: level ?? 'documented', requirementIds }
}
