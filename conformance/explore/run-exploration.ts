/** The exploration of a run, as results of the checks that report it. */
import { randomInt } from 'node:crypto'
import { describeUnexpected, type RunServices } from '../checks/runner/run-check.ts'
import type { Check } from '../checks/support/suite.ts'
import { addCounts } from '../document/judging.ts'
import type { CheckRun } from '../verdict/check.ts'
import type { Finding } from '../verdict/finding.ts'
import { type CheckRecord, createCheckRecord, type Given } from '../verdict/record.ts'
import type { Completion } from '../verdict/verdict.ts'
import type { Step } from './action.ts'
import { requestsPerSecond } from './budget.ts'
import { type Exploration, exploreAll, resend } from './explore.ts'
import { exploreChecks, sequenceCheck } from './explore-checks.ts'
import type { Sources } from './generate.ts'
import { type Area, areas, isRecord } from './operations.ts'
import type { Shrunk } from './shrink.ts'

/** The part of an exploration that the report keeps, so that `replay` can send its sequences again. */
export interface KeptExploration {
  seed: number
  sequences: number
  /** The sequences that showed a fault. */
  found: { check: string; finding: Finding; steps: Step[] }[]
}

/** As the settings of a run have them. */
interface ExploreSettings {
  /** Seconds. */
  explore: number
  seed?: number
  fixtures: { hook?: unknown }
  auth: { adminKey?: unknown }
  /** These are sent again. */
  sequences?: Step[][]
}

/** Requests beyond the budget: the last ones of its sequences. */
const uncounted = 40

/** @param checks those of the areas that are reported. */
export async function runExploration(
  services: RunServices,
  checks: readonly Check[],
  { explore: seconds, seed = randomInt(2 ** 31), fixtures, auth, sequences }: ExploreSettings,
  interruption?: AbortSignal,
): Promise<{ runs: CheckRun[]; kept: KeptExploration; explored: CheckRun[] }> {
  const [begin, started] = [performance.now(), new Date()]
  const requests = Math.min(requestsPerSecond * seconds, services.client.remainingRequests() - uncounted)
  const budget = { seed, milliseconds: 1000 * seconds, requests }
  const sources = { hasHook: fixtures.hook !== undefined, hasAdminKey: auth.adminKey !== undefined }
  const exploration = sequences
    ? await resend(services, sequences, interruption)
    : await exploreAll(services, budget, sources, interruption)
  // Short sequences that were reproduced explain the most.
  exploration.found.sort((a, b) => Number(b.isReproduced) - Number(a.isReproduced) || a.kept.length - b.kept.length)
  const milliseconds = Math.round(performance.now() - begin)
  const chosen = areas.filter((area) => checks.includes(exploreChecks[area]))
  const runs = chosen.map((area) => toCheckRun(area, exploration, started, seed, sources, milliseconds))
  const found = exploration.found.filter(({ finding }) => chosen.includes(finding.area)).map(toFoundSequence)
  const explored = exploration.runs.map(({ record, findings }): CheckRun => {
    const completion: Completion = { kind: 'ran' }
    return { check: sequenceCheck, record: { ...record, findings }, completion, milliseconds: 0 }
  })
  return { runs, kept: { seed, sequences: exploration.runs.length, found }, explored }
}

export function notExplored(checks: readonly Check[], completion: Completion): CheckRun[] {
  return checks.map((check) => ({ check, record: createCheckRecord(), completion, milliseconds: 0 }))
}

function toCheckRun(
  area: Area,
  exploration: Exploration,
  started: Date,
  seed: number,
  sources: Sources,
  milliseconds: number,
): CheckRun {
  const { found, runs } = exploration
  const sequences: Given = { name: '', kind: 'sequences', fields: { count: runs.length, seed } }
  const conditions = new Set(runs.flatMap((run) => [...run.record.conditions]))
  const record: CheckRecord = { ...createCheckRecord(), started, given: [sequences], conditions }
  for (const run of runs) addCounts(record.asserted, run.asserted[area])
  const own = found.filter(({ finding }) => finding.area === area)
  for (const shrunk of own) append(record, shrunk)
  const failed = runs.find(({ end }) => end === 'failed')
  const completion: Completion = failed
    ? { kind: 'error', reason: describeUnexpected(failed.failure) }
    : completionOf(area, record, sources)
  return { check: exploreChecks[area], record, completion, milliseconds }
}

function completionOf(area: Area, { asserted }: CheckRecord, { hasAdminKey, hasHook }: Sources): Completion {
  if (Object.keys(asserted).length > 0) return { kind: 'ran' }
  if (area === 'listing' && !hasAdminKey)
    return { kind: 'inapplicable', reason: 'exploring the listing needs the admin API key' }
  if ((area === 'incidents' || area === 'statistics') && !hasHook)
    return { kind: 'inapplicable', reason: `exploring ${area} needs a hook` }
  const reason = `no call about ${area} was made: time, requests or fixtures did not suffice, or the target did not respond`
  return { kind: 'unverified', reason }
}

/** Appends the steps of a sequence and its finding to the record of an area. */
function append(record: CheckRecord, { run, finding, kept, isReproduced }: Shrunk): void {
  const { area: _, at, key: __, step, ...rest } = finding
  const steps = run.record.steps.filter(
    (_, index) => kept.includes(run.placeOf[index] ?? -1) && index <= (step ?? Number.POSITIVE_INFINITY),
  )
  const exchange = run.record.steps[step ?? -1]
  const shown = exchange ? steps.indexOf(exchange) : -1
  const once = isReproduced ? undefined : ({ isSeenOnce: true } as const)
  record.findings.push({ ...rest, ...once, ...(shown >= 0 && { step: record.steps.length + shown }) })
  record.steps.push(...steps)
  for (const [credential, user] of run.record.users) record.users.set(credential, user)
  const actions = kept.flatMap((index) => run.sequence[index] ?? [])
  const calls = actions.filter(({ operation }) => !isRecord(operation))
  const fields = { calls: calls.map(({ operation, by, of }) => ({ operation, by, of })) }
  record.given.push({ name: '', kind: 'calls', fields })
  const made = actions.flatMap(({ name, uses = [] }) => (name === undefined ? [] : [{ name, uses }]))
  // Begins with what the call that showed the fault is about.
  const subjects = run.sequence[at]?.map(({ of }) => made.find(({ name }) => name === of)) ?? []
  const names = [...subjects, ...made].flatMap((one) => (one ? [one.name, ...one.uses] : []))
  record.given.push(...[...new Set(names)].flatMap((name) => run.record.given.filter((one) => one.name === name)))
}

function toFoundSequence({ run, finding, kept }: Shrunk): KeptExploration['found'][number] {
  const { area, at: _, key: __, ...rest } = finding
  return { check: exploreChecks[area].id, finding: rest, steps: kept.flatMap((index) => [run.sequence[index] ?? []]) }
}
