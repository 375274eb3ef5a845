/** After a run: adds to its findings what other calls tell of them; no verdict depends on that. */

import { type OperationId, operations } from '@monitoring-service/contract'
import { groupBy } from '@monitoring-service/contract/group-by'
import type { Transport } from '../../client/credentials.ts'
import { isAccepted } from '../../client/exchange.ts'
import { type CheckRun, explorePart } from '../check.ts'
import { type Finding, isOfResponse, ruleOf } from '../finding.ts'
import { byFirstDifference, type Comparing, contrast, counterpartOf } from './contrast.ts'
import type { Effect, Extent, Note } from './note.ts'
import { createProperties, type Properties } from './properties.ts'
import { createRunCalls, type RunCall } from './run-calls.ts'

export interface NoteSettings {
  auth: Transport
  /** The earlier step of the check that would make what is seen right if it had another effect. */
  explain?(run: CheckRun, finding: Finding): { step: number; effect: Effect } | undefined
  budget?: Comparing['budget']
}

interface Found {
  finding: Finding
  call: RunCall
}

/** Steps of comparing, which take about a second. */
const mostSteps = 40_000_000

interface Noting {
  settings: NoteSettings
  properties: Properties
  budget: Comparing['budget']
  /** The right and the wrong calls of each rule. */
  judged: Map<string, { right: Set<RunCall>; wrong: Set<RunCall> }>
  /** Steps of explored sequences are in no report. */
  isShown(call: RunCall): boolean
  notes: Map<Finding, Note[]>
}

/** @param explored the sequences that were explored. */
export function addNotes(runs: readonly CheckRun[], explored: readonly CheckRun[], settings: NoteSettings): CheckRun[] {
  if (!runs.some(({ record }) => record.findings.length > 0)) return [...runs]
  const [all, shown] = [[...runs, ...explored], new Set(runs)]
  const calls = createRunCalls(all, settings.auth)
  const found: Found[] = []
  const noting: Noting = {
    settings,
    properties: createProperties(calls.values()),
    budget: settings.budget ?? { left: mostSteps },
    judged: new Map(),
    isShown: ({ run }) => shown.has(run),
    notes: new Map(),
  }
  for (const { record } of all) {
    const callAt = (step = -1) => record.steps[step] && calls.get(record.steps[step])
    const judgedBy = (rule: string) => {
      const known = noting.judged.get(rule) ?? { right: new Set(), wrong: new Set() }
      noting.judged.set(rule, known)
      return known
    }
    for (const { rule, step } of record.met) {
      const call = callAt(step)
      if (call) judgedBy(rule).right.add(call)
    }
    for (const finding of record.findings) {
      const call = callAt(finding.step)
      if (!call) continue
      judgedBy(ruleOf(finding)).wrong.add(call)
      found.push({ finding, call })
    }
  }
  for (const group of groupBy(found, ({ finding }) => keyOf(finding)).values()) explainAll(group, noting)
  const noted = (finding: Finding): Finding => {
    const notes = noting.notes.get(finding) ?? []
    return notes.length > 0 ? { ...finding, notes } : finding
  }
  return runs.map((run) => ({ ...run, record: { ...run.record, findings: run.record.findings.map(noted) } }))
}

/** @param found findings of one rule, in one or several operations: the first has the notes, the others name its check. */
function explainAll(found: Found[], noting: Noting): void {
  const [{ finding }] = found as [Found]
  const { budget, isShown } = noting
  const names = new Set(found.map((one) => one.finding.operation))
  const right = rightCalls(found, noting)
  // A response tells nothing of itself.
  const isOfAnswer = isOfResponse(finding.claim) || finding.subject === 'error.code'
  const comparing = { ...noting, isUseful: ({ of }: { of: string }) => of !== 'response' || !isOfAnswer }
  const difference = budget.left > 0 ? contrast(firstCalls(found), right, comparing) : undefined
  if (!difference && names.size > 1 && right.length > 0) {
    for (const same of groupBy(found, (one) => `${one.finding.operation}`).values()) explainAll(same, noting)
    return
  }
  const home = homeOf(found, noting)
  if (!home) return
  const { run, step } = home.call
  const cause = explain(home, noting.settings)
  // What a list shows of a record does not depend on the request.
  const isOfRequest = isOfResponse(finding.claim) || finding.operation !== 'listDeletionRequests'
  const isComparable = !difference && isOfRequest && budget.left > 0
  // A refused call is no example of one that is carried out.
  const isCounterpart = (call: RunCall) =>
    isShown(call) && (isAccepted(call.exchange) || finding.claim.kind === 'refused' || !isOfResponse(finding.claim))
  const extent = isOfRequest ? extentOf(finding, noting) : []
  const own = [
    cause && { explainedBy: cause.effect, check: run.check.id, step: cause.step + 1 },
    difference,
    isComparable ? counterpartOf(home.call, right.filter(isCounterpart), comparing) : undefined,
    // A difference has the numbers of its own operation.
    extent.length > (difference ? 1 : 0) ? { extent } : undefined,
  ].filter((note) => note !== undefined)
  for (const { finding, call } of found)
    noting.notes.set(finding, call.run === run ? own : [{ sameAs: run.check.id, step: step + 1 }])
}

/** In the operations of these findings. */
function rightCalls(found: readonly Found[], { judged }: Noting): RunCall[] {
  const wrong = new Set(found.map(({ call }) => call))
  const rules = new Set(found.map(({ finding }) => ruleOf(finding)))
  return [...rules].flatMap((rule) => [...(judged.get(rule)?.right ?? [])]).filter((call) => !wrong.has(call))
}

/** Few calls tell nothing of how often it happens, and one that is wrong nothing of a condition. */
const leastCalls = 3
const mostOperations = 4

/** How often the rule is violated, by operation. */
function extentOf(finding: Finding, { judged }: Noting): Extent[] {
  const extent = (Object.keys(operations) as OperationId[]).flatMap((operation): Extent[] => {
    const { right, wrong } = judged.get(ruleOf({ ...finding, operation })) ?? {}
    return right && wrong?.size ? [{ operation, wrong: wrong.size, of: new Set([...wrong, ...right]).size }] : []
  })
  const byNumber = extent.sort((one, other) => other.wrong - one.wrong || other.of - one.of)
  const [calls, wrong] = [extent.reduce((sum, { of }) => sum + of, 0), extent.reduce((sum, one) => sum + one.wrong, 0)]
  return calls < leastCalls || wrong === 1 ? [] : byNumber.slice(0, mostOperations)
}

/** The rule in any operation; other errors, and other violations of a schema, often have other causes. */
function keyOf({ operation: _, ...finding }: Finding): string {
  const { claim, response, value } = finding
  const violations = claim.kind === 'shape' && Array.isArray(value) ? value.map(({ at, rule }) => [at, rule]) : []
  return JSON.stringify([ruleOf(finding), isOfResponse(claim) ? [response?.status, response?.code] : violations])
}

/** Without later calls on the same object in a check, which are often effects of the first. */
function firstCalls(found: readonly Found[]): RunCall[] {
  const first = new Map<string, RunCall>()
  for (const { call } of [...found].sort((one, other) => other.call.order - one.call.order))
    first.set(`${call.run.check.id} ${call.id ?? call.order}`, call)
  return [...first.values()]
}

/** The model says nothing about a call without a response. */
const explain = ({ call, finding }: Found, settings: NoteSettings) =>
  call.exchange.unanswered === undefined ? settings.explain?.(call.run, finding) : undefined

const mostHomes = 8

/** In a named check that every level judges, about the requirement that is violated and few others, without a race, after the fewest steps. */
function homeOf(found: readonly Found[], { settings, isShown }: Noting): Found | undefined {
  const shown = found.filter(({ call }) => isShown(call))
  const [first, ...others] = shown.sort((one, other) => byFirstDifference(rankOf(one), rankOf(other)))
  if (!first || first.call.step === 0) return first
  // Steps lead to it: of the checks that as many levels judge, one in which a step explains it says most.
  const alike = [first, ...others.slice(0, mostHomes)].filter((one) => rankOf(one)[0] === rankOf(first)[0])
  return alike.find((one) => explain(one, settings)) ?? first
}

function rankOf({ call: { run, step, exchange }, finding }: Found): number[] {
  const { part, level, requirementIds } = run.check
  const cites = finding.about ? [finding.about] : (finding.cites ?? requirementIds)
  const isOwn = cites.some((id) => requirementIds.includes(id))
  const isLast = level === 'profile' || part === explorePart
  return [Number(isLast), Number(!isOwn), Number(exchange.isAtOnce ?? false), requirementIds.length + step]
}
