/** The scenarios of a contract, to be found by what a request says. */
import type { Contract } from '@monitoring-service/contract'
import { type ParsedRequest, readQuery } from '@monitoring-service/http'

export type Scenario = Contract['scenarios'][number]

export interface ScenarioIndex {
  /** All scenarios of an operation. */
  ofOperation(operationId: string): Scenario[]
  /** The scenario whose request this is. */
  exact(asked: Request & { operationId: string; query: string }, caller: string): Scenario | undefined
  /** The scenario whose request is most like this one. */
  nearest(admitted: ParsedRequest): Scenario | undefined
}

export function createScenarioIndex(scenarios: Scenario[]): ScenarioIndex {
  const byOperation = Map.groupBy(scenarios, ({ operationId }) => operationId)
  const plain = Map.groupBy(scenarios.filter(isRecognizable).map(withQuery), ({ scenario }) => scenario.operationId)
  const outcomes = Map.groupBy(
    scenarios.filter(isRecognizable).filter(isOutcome).map(withLeaves),
    ({ scenario }) => scenario.operationId,
  )
  return {
    ofOperation: (operationId) => byOperation.get(operationId) ?? [],
    exact({ operationId, path, query, body }, caller) {
      const asked = sortQuery(query)
      const found = plain.get(operationId)?.find(({ scenario, query }) => {
        const isAsked = scenario.caller === caller && query === asked && isSame(scenario.path, path)
        return isAsked && isSame(scenario.body, body)
      })
      return found?.scenario
    },
    nearest(admitted) {
      const known = outcomes.get(admitted.operationId) ?? []
      const [usual] = known
      const isUnknown = Object.entries(admitted.path).some(([name, value]) =>
        known.every(({ scenario }) => scenario.path[name] !== value),
      )
      const missing = isUnknown && known.find(({ scenario }) => scenario.status === 404)
      if (missing || !usual) return missing ? missing.scenario : undefined
      const own = leavesOf(admitted, admitted.query)
      // What sets a scenario apart from the usual one must all be there; of several, the one with the most of it wins.
      const alike = known.map(({ scenario, leaves }) => {
        const marks = Object.entries(leaves).filter(([at, value]) => usual.leaves[at] !== value)
        return { scenario, marks: marks.every(([at, value]) => own[at] === value) ? marks.length : -1 }
      })
      return alike.sort((a, b) => b.marks - a.marks)[0]?.scenario
    },
  }
}

function withQuery(scenario: Scenario) {
  return { scenario, query: sortQuery(queryOf(scenario)) }
}

function withLeaves(scenario: Scenario) {
  return { scenario, leaves: leavesOf(scenario, queryOf(scenario)) }
}

/** Whether a request can say by itself that it plays this scenario. */
export function isRecognizable({ given, send, credential }: Scenario): boolean {
  const { query: _, beyondSchema: __, ...unusual } = send
  return credential === 'valid' && Object.keys({ ...given, ...unusual }).length === 0
}

/** Whether a scenario tells what comes of a request that is valid and whose caller may send it. */
function isOutcome({ status, code }: Scenario): boolean {
  return ![400, 401].includes(status) && code !== 'INSUFFICIENT_SCOPE'
}

/** The query string that plays a scenario. */
export function queryOf({ query, send }: Scenario): string {
  return (
    send.query ?? new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  )
}

type Request = Pick<ParsedRequest, 'path'> & { body?: unknown }

/** A query with its parameters in one order and one spelling. */
function sortQuery(query: string): string {
  const pairs = readQuery(query)
  pairs.sort()
  return pairs.toString()
}

/** Compares values of JSON, no deeper than the known one goes: what comes in may be as deep as it likes. */
function isSame(known: unknown, value: unknown): boolean {
  if (typeof known !== 'object' || known === null) return known === value
  if (typeof value !== 'object' || value === null || Array.isArray(known) !== Array.isArray(value)) return false
  const entries = Object.entries(known)
  const isComplete = entries.length === Object.keys(value).length
  return (
    isComplete && entries.every(([key, child]) => Object.hasOwn(value, key) && isSame(child, Reflect.get(value, key)))
  )
}

/** The values of a request by their places, such as `path.id` or `body.email`, as JSON. */
function leavesOf({ path, body }: Request, query: string): Record<string, string> {
  const groups = { path, query: Object.fromEntries(readQuery(query)), body }
  return Object.fromEntries(
    Object.entries(groups).flatMap(([group, values]) =>
      typeof values === 'object' && values !== null
        ? Object.entries(values).map(([name, value]) => [`${group}.${name}`, JSON.stringify(value)])
        : [[group, JSON.stringify(values)]],
    ),
  )
}
