/** After a run: adds to its findings what other calls tell of them; no verdict depends on that. */

import { groupBy } from '@monitoring-service/contract/group-by'
import type { Transport } from '../../client/credentials.ts'
import { type CheckRun, explorePart } from '../check.ts'
import { type Finding, isOfResponse, ruleOf } from '../finding.ts'
import { type Comparing, contrast, describeFrequency } from './contrast.ts'
import type { Effect, Note } from './note.ts'
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
  /** The right calls of each rule. */
  met: Map<string, Set<RunCall>>
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
    met: new Map(),
    isShown: ({ run }) => shown.has(run),
    notes: new Map(),
  }
  for (const { record } of all) {
    const callAt = (step = -1) => record.steps[step] && calls.get(record.steps[step])
    for (const { rule, step } of record.met) {
      const call = callAt(step)
      if (call) noting.met.set(rule, (noting.met.get(rule) ?? new Set()).add(call))
    }
    for (const finding of record.findings) {
      const call = callAt(finding.step)
      if (call) found.push({ finding, call })
    }
  }
  for (const group of groupBy(found, ({ finding }) => keyOf(finding)).values()) explainAll(group, noting)
  const noted = (finding: Finding): Finding => {
    const notes = noting.notes.get(finding) ?? []
    return notes.length > 0 ? { ...finding, notes } : finding
  }
  return runs.map((run) => ({ ...run, record: { ...run.record, findings: run.record.findings.map(noted) } }))
}

/** @param found findings of one rule, in one or several operations. */
function explainAll(found: Found[], noting: Noting, isRest = false): void {
  const [{ finding }] = found as [Found]
  const names = new Set(found.map((one) => one.finding.operation))
  const isWrong = new Set(found.map(({ call }) => call))
  const rules = [...names].map((operation) => ruleOf({ ...finding, ...(operation && { operation }) }))
  const right = rules.flatMap((rule) => [...(noting.met.get(rule) ?? [])]).filter((call) => !isWrong.has(call))
  // A response tells nothing of itself.
  const isOfAnswer = isOfResponse(finding.claim) || finding.subject === 'error.code'
  const comparing = { ...noting, isUseful: ({ of }: { of: string }) => of !== 'response' || !isOfAnswer }
  const [wrong, { budget }] = [firstCalls(found), noting]
  const difference = budget.left > 0 && !isRest ? contrast(wrong, right, comparing) : undefined
  // A value may depend on what is in no call.
  const mayVary = budget.left > 0 && (isOfResponse(finding.claim) || right.length === 0)
  const note = difference?.note ?? (mayVary ? describeFrequency(wrong, right, comparing) : undefined)
  if (!note && names.size > 1) {
    for (const same of groupBy(found, (one) => `${one.finding.operation}`).values()) explainAll(same, noting)
    return
  }
  const isOwn = ({ call }: Found) => difference?.has(call) ?? true
  const rest = found.filter((one) => !isOwn(one))
  if (rest.length > 0) explainAll(rest, noting, true)
  noteOwn(found.filter(isOwn), note, noting)
}

/** @param found those that the note is true of: the first has it, and the others name its check. */
function noteOwn(found: Found[], note: Note | undefined, { settings, isShown, notes }: Noting): void {
  const home = homeOf(found.filter(({ call }) => isShown(call)))
  if (!home) return
  const { run, step } = home.call
  // The model says nothing about a call without a response.
  const cause = home.call.exchange.unanswered === undefined ? settings.explain?.(run, home.finding) : undefined
  const place = cause && { explainedBy: cause.effect, check: run.check.id, step: cause.step + 1 }
  const known = [place, note].filter((one) => one !== undefined)
  for (const { finding, call } of found)
    notes.set(finding, call.run === run ? known : [{ sameAs: run.check.id, step: step + 1 }])
}

/** The rule in any operation; other errors, and other violations of a schema, often have other causes. */
function keyOf({ operation: _, ...finding }: Finding): string {
  const { claim, response, value } = finding
  const violations = 'shape' in claim && Array.isArray(value) ? value.map(({ at, rule }) => [at, rule]) : []
  return JSON.stringify([ruleOf(finding), isOfResponse(claim) ? [response?.status, response?.code] : violations])
}

/** Without later calls on the same object in a check, which are often effects of the first. */
function firstCalls(found: readonly Found[]): RunCall[] {
  const first = new Map<string, RunCall>()
  for (const { call } of [...found].sort((one, other) => other.call.order - one.call.order))
    first.set(`${call.run.check.id} ${call.id ?? call.order}`, call)
  return [...first.values()]
}

/** In a named check that every level judges, about the requirement that is violated and few others, without a race, after the fewest steps. */
function homeOf(found: readonly Found[]): Found | undefined {
  return found.toSorted((one, other) => compare(rankOf(one), rankOf(other)))[0]
}

function rankOf({ call: { run, step, exchange }, finding: { cites } }: Found): number[] {
  const { part, level, requirementIds } = run.check
  const isOwn = requirementIds.length > 0 && (!cites || cites.some((id) => requirementIds.includes(id)))
  const isLast = level === 'profile' || part === explorePart
  return [Number(isLast), Number(!isOwn), Number(exchange.isAtOnce ?? false), requirementIds.length, step]
}

/** By the first number that differs. */
function compare(one: number[], other: number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return (one[at] ?? 0) - (other[at] ?? 0)
}
