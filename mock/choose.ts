/** Finds the scenario that a request plays, by what sets that scenario apart from the operation's usual one. */
import { type OperationId, type Scenario, scenarios } from '@monitoring-service/contract'
import type { Admitted } from '@monitoring-service/gate'

/** Values of a request by their place, such as `path.id` or `body.email`, as JSON. */
type Leaves = Record<string, string>

interface Mark {
  place: string
  /** Undefined where the usual scenario has something and this one has not. */
  value: string | undefined
}

interface Row {
  scenario: Scenario
  /** Where it differs from the usual scenario. None, for the usual one itself. */
  marks: Mark[]
}

const rows = new Map<OperationId, Row[]>()
for (const scenario of scenarios) {
  const known = rows.get(scenario.operationId) ?? []
  const usual = known[0]?.scenario ?? scenario
  const marks = compare(leavesOf(scenario, scenario.caller), leavesOf(usual, usual.caller))
  rows.set(scenario.operationId, [...known, { scenario, marks }])
}

function compare(own: Leaves, usual: Leaves): Mark[] {
  const places = new Set([...Object.keys(own), ...Object.keys(usual)])
  return [...places].map((place) => ({ place, value: own[place] })).filter(({ place, value }) => usual[place] !== value)
}

function leavesOf(
  { path, query, body, send }: Pick<Scenario, 'path' | 'query' | 'body' | 'send'>,
  caller = '',
): Leaves {
  const groups = { path, query: send.query ?? query, body }
  const entries = Object.entries(groups).flatMap(([group, values]) =>
    typeof values === 'object' && values !== null
      ? Object.entries(values).map(([name, value]) => [`${group}.${name}`, JSON.stringify(value)])
      : [[group, JSON.stringify(values)]],
  )
  return { caller, ...Object.fromEntries(entries) }
}

/** All scenarios of an operation. */
export function scenariosOf(operationId: OperationId): Scenario[] {
  return (rows.get(operationId) ?? []).map(({ scenario }) => scenario)
}

/**
 * The scenario with the most marks, all of which the request bears; without any, the usual one. An invalid request
 * plays only scenarios that are refused as invalid, and a valid one only the others.
 */
export function choose(admitted: Admitted, caller: string, invalid: boolean): Scenario | undefined {
  const query = Object.fromEntries(new URLSearchParams(admitted.query))
  const leaves: Leaves = {
    ...leavesOf({ ...admitted, query, send: {} }, caller),
    query: JSON.stringify(admitted.query),
  }
  const playable = (rows.get(admitted.operationId) ?? []).filter(({ scenario }) => isPlayable(scenario, invalid))
  const bearing = (counts: (mark: Mark) => boolean) =>
    playable
      .map(({ scenario, marks }) => ({ scenario, marks: marks.filter(counts) }))
      .filter(({ marks }) => marks.length > 0 && marks.every(({ place, value }) => sameText(leaves[place], value)))
      .sort((a, b) => b.marks.length - a.marks.length)[0]?.scenario
  return (
    bearing(() => true) ??
    bearing(({ value }) => value !== undefined) ??
    bearing(({ place, value }) => value !== undefined && place !== 'caller') ??
    (invalid ? undefined : playable[0]?.scenario)
  )
}

/** Query values are text; `2` and `"2"` are the same there. */
function sameText(left: string | undefined, right: string | undefined): boolean {
  return left === right || (left !== undefined && left.replace(/^"(.*)"$/, '$1') === right)
}

/** Whether the request's content alone can say that it plays this scenario. */
function isPlayable({ status, given, send, credential }: Scenario, invalid: boolean): boolean {
  const isUnusual = Object.keys({ ...given, ...send }).some((key) => key !== 'beyondSchema' && key !== 'query')
  return !isUnusual && credential === 'valid' && (status === 400) === invalid
}
