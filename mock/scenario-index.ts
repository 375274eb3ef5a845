/** Finds the scenarios of a contract by operation and by request. */
import type { Contract } from '@monitoring-service/contract'
import { groupBy } from '@monitoring-service/contract/group-by'
import { queryOf } from '@monitoring-service/contract/requests'
import { type ParsedRequest, readQuery } from '@monitoring-service/http'

export type Scenario = Contract['scenarios'][number]

/** Path parameters and body of a request. */
type Inputs = Pick<ParsedRequest, 'path'> & { body?: unknown }

export interface ScenarioIndex {
  /** All scenarios of an operation. */
  ofOperation(operationId: string): Scenario[]
  named(operationId: string, name: string): Scenario | undefined
  /** The scenario with exactly this request. */
  exact(request: Inputs & { operationId: string; query: string }, caller: string): Scenario | undefined
  /** The scenario with the most similar request. */
  nearest(request: ParsedRequest): Scenario | undefined
}

export function createScenarioIndex(scenarios: Scenario[]): ScenarioIndex {
  const byOperation = groupBy(scenarios, ({ operationId }) => operationId)
  const recognizable = scenarios.filter(isRecognizable)
  const requests = groupBy(
    recognizable.map((scenario) => ({ scenario, query: sortQuery(queryOf(scenario)) })),
    ({ scenario }) => scenario.operationId,
  )
  const outcomes = groupBy(
    recognizable.filter(isOutcome).map((scenario) => ({ scenario, values: valuesOf(scenario, queryOf(scenario)) })),
    ({ scenario }) => scenario.operationId,
  )
  return {
    ofOperation: (operationId) => byOperation.get(operationId) ?? [],
    named: (operationId, name) => byOperation.get(operationId)?.find((scenario) => scenario.name === name),
    exact({ operationId, path, query, body }, caller) {
      const sorted = sortQuery(query)
      const found = requests.get(operationId)?.find(({ scenario, query }) => {
        const isSameTarget = scenario.caller === caller && query === sorted && isSame(scenario.path, path)
        return isSameTarget && isSame(scenario.body, body)
      })
      return found?.scenario
    },
    nearest(request) {
      const known = outcomes.get(request.operationId) ?? []
      const [usual] = known
      if (!usual) return undefined
      const notFound = known.find(({ scenario }) => scenario.status === 404)
      const hasUnknownId = Object.entries(request.path).some(([name, value]) =>
        known.every(({ scenario }) => scenario.path[name] !== value),
      )
      if (hasUnknownId && notFound) return notFound.scenario
      const own = valuesOf(request, request.query)
      // The request must have all values that distinguish a scenario from the usual one; the most of them wins.
      const similar = known
        .map(({ scenario, values }) => {
          const distinct = Object.entries(values).filter(([at, value]) => usual.values[at] !== value)
          return { scenario, distinct }
        })
        .filter(({ distinct }) => distinct.every(([at, value]) => own[at] === value))
        .sort((one, other) => other.distinct.length - one.distinct.length)
      return similar[0]?.scenario
    },
  }
}

/** Whether a scenario can be recognized by its request alone. */
export function isRecognizable({ given, send, credential }: Scenario): boolean {
  const { query: _, beyondSchema: __, ...unusual } = send
  return credential === 'valid' && Object.keys({ ...given, ...unusual }).length === 0
}

/** Whether a scenario has a valid request from an authorized caller. */
function isOutcome({ status, code }: Scenario): boolean {
  return ![400, 401].includes(status) && code !== 'INSUFFICIENT_SCOPE'
}

/** A query with sorted parameters and normalized escapes. */
function sortQuery(query: string): string {
  const pairs = readQuery(query)
  pairs.sort()
  return pairs.toString()
}

/** Compares JSON values no deeper than the known one, because a request may be nested deeply. */
function isSame(known: unknown, value: unknown): boolean {
  if (typeof known !== 'object' || known === null) return known === value
  if (typeof value !== 'object' || value === null || Array.isArray(known) !== Array.isArray(value)) return false
  const entries = Object.entries(known)
  const hasSameSize = entries.length === Object.keys(value).length
  return (
    hasSameSize && entries.every(([key, child]) => Object.hasOwn(value, key) && isSame(child, Reflect.get(value, key)))
  )
}

/** The values of a request as JSON, by their place, such as `path.id` or `body.email`. */
function valuesOf({ path, body }: Inputs, query: string): Record<string, string> {
  const groups = { path, query: Object.fromEntries(readQuery(query)), body }
  return Object.fromEntries(
    Object.entries(groups).flatMap(([group, values]) =>
      typeof values === 'object' && values !== null
        ? Object.entries(values).map(([name, value]) => [`${group}.${name}`, JSON.stringify(value)])
        : [[group, JSON.stringify(values)]],
    ),
  )
}
