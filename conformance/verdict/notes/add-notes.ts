/** After a run: adds to its findings what other calls tell of them; no verdict depends on that. */
import type { Transport } from '../../client/credentials.ts'
import type { CheckRun } from '../check.ts'
import { type Finding, isOfResponse, ruleOf } from '../finding.ts'
import { parseTime } from '../times.ts'
import { type Budget, type Comparing, contrast, describeFrequency, findNearest } from './contrast.ts'
import type { Effect, Note } from './note.ts'
import { createProperties } from './properties.ts'
import { createRunCalls, type RunCall } from './run-calls.ts'

export interface NoteSettings {
  auth: Transport
  /** The earlier step of the check that would make what is seen right if it had another effect. */
  explain?(run: CheckRun, finding: Finding): { step: number; effect: Effect } | undefined
  budget?: Budget
}

interface Found {
  run: CheckRun
  finding: Finding
  call: RunCall
}

/** Findings that have one cause, as far as the run shows. */
interface Group {
  found: Found[]
  right: RunCall[]
  note?: Note | undefined
}

/** They take about a second. */
const mostSteps = 40_000_000

/** @param explored the sequences that were explored, whose steps are in no report. */
export function addNotes(
  runs: readonly CheckRun[],
  explored: readonly CheckRun[],
  { auth, explain, budget = { left: mostSteps } }: NoteSettings,
): CheckRun[] {
  const all = [...runs, ...explored]
  const calls = createRunCalls(all, auth)
  const properties = createProperties(calls.values())
  const groups = new Map<string, Found[]>()
  const right = new Map<string, Set<RunCall>>()
  for (const run of all) {
    const callAt = (step = -1) => calls.get(run.record.steps[step] as CheckRun['record']['steps'][number])
    for (const { rule, step } of run.record.met) {
      const call = callAt(step)
      if (call) right.set(rule, (right.get(rule) ?? new Set()).add(call))
    }
    for (const finding of run.record.findings) {
      const [call, key] = [callAt(finding.step), keyOf(finding)]
      if (call) groups.set(key, [...(groups.get(key) ?? []), { run, finding, call }])
    }
  }

  function divide(found: Found[]): Group[] {
    const [{ finding }] = found as [Found]
    const wrong = firstCalls(found)
    const isWrong = new Set(found.map(({ call }) => call))
    const names = new Set(found.map((one) => one.finding.operation))
    const sameRule = [...names].flatMap((operation) => [
      ...(right.get(ruleOf({ ...finding, ...(operation && { operation }) })) ?? []),
    ])
    const correct = sameRule.filter((call) => !isWrong.has(call))
    const comparing = comparingFor(finding)
    const difference = budget.left > 0 ? contrast(wrong, correct, comparing) : undefined
    const own = difference ? found.filter(({ call }) => difference.has(call)) : found
    const rest = found.filter((one) => !own.includes(one))
    // A value may depend on what is in no call.
    const mayVary = isOfResponse(finding.claim) || correct.length === 0
    const note = difference?.note ?? (mayVary ? describeFrequency(wrong, correct, comparing) : undefined)
    if (!note && names.size > 1) {
      return [...names].flatMap((name) => divide(found.filter((one) => one.finding.operation === name)))
    }
    return [{ found: own, right: correct, note }, ...(rest.length > 0 ? [{ found: rest, right: correct }] : [])]
  }

  function comparingFor({ claim, subject }: Finding): Comparing {
    // A response tells nothing of itself.
    const isOfAnswer = isOfResponse(claim) || subject === 'error.code'
    return { properties, budget, isUseful: ({ of }) => of !== 'response' || !isOfAnswer }
  }

  const notes = new Map<Finding, Note[]>()
  for (const { found, right, note } of [...groups.values()].flatMap(divide)) {
    const home = homeOf(found.filter(({ run }) => runs.includes(run)))
    if (!home) continue
    const { call, finding, run } = home
    const check = run.check.id
    const cause = explain?.(run, finding)
    const own = [
      cause && { explainedBy: cause.effect, check, step: cause.step + 1 },
      note,
      describeOffset(found.map((one) => one.finding)),
    ].filter((one) => one !== undefined)
    const shown = right.filter((one) => runs.includes(one.run))
    const nearest = own.length === 0 && budget.left > 0 && findNearest(call, shown, comparingFor(finding))
    for (const one of found) {
      notes.set(one.finding, one.run === run ? (nearest ? [nearest] : own) : [{ sameAs: check, step: call.step + 1 }])
    }
  }
  return runs.map((run) => {
    const findings = run.record.findings.map((one) => ({
      ...one,
      ...(notes.get(one)?.length && { notes: notes.get(one) }),
    }))
    return { ...run, record: { ...run.record, findings } } as CheckRun
  })
}

/** The rule in any operation; other errors, and other violations of a schema, often have other causes. */
function keyOf(finding: Finding): string {
  const { operation: _, ...rest } = finding
  const { claim, response, value } = finding
  const way = isOfResponse(claim)
    ? [response?.status, response?.code]
    : 'shape' in claim && Array.isArray(value)
      ? value
      : []
  return `${ruleOf(rest)} ${JSON.stringify(way.map((one) => (one?.rule ? [one.at, one.rule] : one)))}`
}

/** Without later calls on the same object in a check, which are often effects of the first. */
function firstCalls(found: readonly Found[]): RunCall[] {
  const first = new Map<CheckRun, Map<unknown, RunCall>>()
  for (const { run, call } of found) {
    const ofRun = first.get(run) ?? new Map<unknown, RunCall>()
    const key = call.id ?? call
    if ((ofRun.get(key)?.order ?? call.order) >= call.order) ofRun.set(key, call)
    first.set(run, ofRun)
  }
  return [...first.values()].flatMap((ofRun) => [...ofRun.values()])
}

/** In a check that every level judges, about the requirement that is violated, after the fewest steps. */
function homeOf(found: readonly Found[]): Found | undefined {
  const rank = ({ run: { check }, finding: { cites, step = 0 } }: Found) => {
    const isOwn = cites === undefined || cites.some((id) => check.requirementIds.includes(id))
    return (check.level === 'profile' ? 2e6 : 0) + (check.requirementIds.length === 0 || !isOwn ? 1e6 : 0) + step
  }
  return found.reduce<Found | undefined>((best, one) => (best && rank(best) <= rank(one) ? best : one), undefined)
}

/** Most values differ from the right ones, of which there are several, by the same number. */
function describeOffset(findings: readonly Finding[]): Note | undefined {
  const pairs = findings.flatMap(({ claim, value }) => {
    const right =
      'is' in claim ? claim.is : 'moment' in claim ? claim.moment : 'exactly' in claim ? claim.exactly : undefined
    if (typeof value === 'number' && typeof right === 'number') return [{ right, offset: value - right, isTime: false }]
    if (!/^\d{4}-\d\d-\d\dT/.test(`${right}`)) return []
    return [{ right, offset: Math.round((parseTime(`${value}`) - parseTime(`${right}`)) / 1000) * 1000, isTime: true }]
  })
  const isSame = (one: { offset: number }) => pairs.filter(({ offset }) => offset === one.offset)
  const [most] = pairs.map(isSame).sort((one, other) => other.length - one.length)
  const [first] = most ?? []
  const isCommon =
    most && first?.offset && most.length >= 0.75 * findings.length && new Set(most.map(({ right }) => right)).size > 1
  return isCommon ? { offset: first.offset, isTime: first.isTime, wrong: most.length, of: findings.length } : undefined
}
