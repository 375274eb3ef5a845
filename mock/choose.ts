/** Finds the scenario that a request plays, by what sets that scenario apart from the operation's usual one. */
import { demo, type OperationId, type Scenario, scenarios } from '@monitoring-service/contract'
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

/** What a request is asked, in the contract's order of refusal: may the caller? is it valid? what comes of it? */
export type Question = 'scope' | 'validity' | 'outcome'

/**
 * The scenario with the most marks, all of which the request bears; of several, the one that is refused first. Without
 * any, the usual scenario is the outcome.
 */
export function choose(admitted: Admitted, caller: string, question: Question): Scenario | undefined {
  const query = Object.fromEntries(new URLSearchParams(admitted.query))
  const own = leavesOf({ ...admitted, query, send: {} }, caller)
  const leaves: Leaves = { ...own, ...guess(admitted), query: JSON.stringify(admitted.query) }
  const playable = (rows.get(admitted.operationId) ?? []).filter(({ scenario }) => isPlayable(scenario, question))
  const bearing = (counts: (mark: Mark) => boolean) =>
    playable
      .map(({ scenario, marks }) => ({ scenario, marks: marks.filter(counts) }))
      .filter(({ marks }) => marks.length > 0 && marks.every(({ place, value }) => sameText(leaves[place], value)))
      .sort((a, b) => b.marks.length - a.marks.length || rank(a.scenario) - rank(b.scenario))[0]?.scenario
  return (
    bearing(() => true) ??
    bearing(({ value }) => value !== undefined) ??
    bearing(({ place, value }) => value !== undefined && place !== 'caller') ??
    (question === 'outcome' ? playable[0]?.scenario : undefined)
  )
}

/** Where the demo's password is asked for, every other one is as wrong as the contract's wrong one. */
function guess({ operationId, body }: Admitted): Leaves {
  const { password } = (body ?? {}) as { password?: unknown }
  const asked = operationId !== 'signup' && password !== undefined && password !== demo.password
  return asked ? { 'body.password': JSON.stringify(wrongPassword) } : {}
}

const [wrongPassword] = scenarios
  .filter(({ name }) => name === 'wrongPassword')
  .map(({ body }) => (body as { password: string }).password)

/** The order of refusal after validation; what is not refused comes last. */
function rank({ status }: Scenario): number {
  const order = [429, 401, 403, 404, 409]
  return order.includes(status) ? order.indexOf(status) : order.length
}

/** Query values are text; `2` and `"2"` are the same there. */
function sameText(left: string | undefined, right: string | undefined): boolean {
  return left === right || (left !== undefined && left.replace(/^"(.*)"$/, '$1') === right)
}

/** Whether the request's content alone can say that it plays this scenario. */
function isPlayable({ status, code, given, send, credential }: Scenario, question: Question): boolean {
  const isUnusual = Object.keys({ ...given, ...send }).some((key) => key !== 'beyondSchema' && key !== 'query')
  const answers = code === 'INSUFFICIENT_SCOPE' ? 'scope' : status === 400 ? 'validity' : 'outcome'
  return !isUnusual && credential === 'valid' && answers === question
}
