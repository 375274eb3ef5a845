/** The exploration of a run, as results of the checks that report it. */
import { randomInt } from 'node:crypto'
import { describeUnexpected, type RunServices } from '../checks/runner/run-check.ts'
import type { CheckRun } from '../checks/support/check-run.ts'
import type { Check } from '../checks/support/suite.ts'
import type { Config } from '../cli/settings/config.ts'
import { type CheckRecord, createCheckRecord } from '../verdict/record.ts'
import type { Completion } from '../verdict/verdict.ts'
import { type Area, areas, type Step } from './action.ts'
import { requestsPerSecond } from './budget.ts'
import { type Exploration, exploreAll, resend, type Sources } from './explore.ts'
import { exploreChecks, sequenceCheck, withHookNeeds } from './explore-checks.ts'
import { recordKinds } from './record-kinds.ts'
import type { Shrunk } from './shrink.ts'

/** The part of an exploration that the report keeps, so that `replay` can send its sequences again. */
export interface KeptExploration {
  seed: number
  sequences: number
  /** The sequences that showed a fault. */
  found: { check: string; expected: string; seen: string; steps: Step[] }[]
}

/** Requests beyond the budget: the last ones of its sequences. */
const uncounted = 40

/** @param checks those of the areas that are reported. */
export async function runExploration(
  services: RunServices,
  checks: readonly Check[],
  { explore: seconds, seed = randomInt(2 ** 31), fixtures, auth, sequences }: Config,
  interruption?: AbortSignal,
): Promise<{ runs: CheckRun[]; kept: KeptExploration; explored: CheckRun[] }> {
  const [begin, started] = [performance.now(), new Date()]
  const requests = Math.min(requestsPerSecond * seconds, services.client.remainingRequests() - uncounted)
  const budget = { seed, milliseconds: 1000 * seconds, requests }
  const sources = { hasHook: fixtures.hook !== undefined, hasAdminKey: auth.adminKey !== undefined }
  const exploration = sequences
    ? await resend(services, sequences)
    : await exploreAll(services, budget, sources, interruption)
  const milliseconds = Math.round(performance.now() - begin)
  const chosen = areas.filter((area) => checks.includes(exploreChecks[area]))
  const faultOf = (area: Area) => services.faults?.find(({ concerns }) => concerns(withHookNeeds(exploreChecks[area])))
  const runs = chosen.map((area) => {
    const fault = faultOf(area)
    if (!fault) return toCheckRun(area, exploration, started, seed, sources, milliseconds)
    const completion: Completion = { kind: 'unverified', reason: fault.reason }
    return { check: exploreChecks[area], record: createCheckRecord(), completion, milliseconds }
  })
  const found = exploration.found.filter(({ finding }) => chosen.includes(finding.area)).map(toFoundSequence)
  // A sequence that a fault of the hook may have misled shows nothing about other calls.
  const sound = exploration.runs.filter(({ findings }) => !findings.some(({ area }) => faultOf(area)))
  const explored = sound.map(({ record, findings }): CheckRun => {
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
  const { found, asserted, conditions, runs } = exploration
  const given = [`${runs.length} sequences of calls from --seed ${seed}`]
  const record: CheckRecord = { ...createCheckRecord(), started, given, asserted: asserted[area], conditions }
  const own = found.filter(({ finding }) => finding.area === area)
  // Short sequences that were reproduced explain the most.
  own.sort((a, b) => Number(b.isReproduced) - Number(a.isReproduced) || a.kept.length - b.kept.length)
  for (const shrunk of own) append(record, shrunk)
  return { check: exploreChecks[area], record, completion: completionOf(area, exploration, sources), milliseconds }
}

function completionOf(area: Area, { asserted, failure }: Exploration, { hasAdminKey, hasHook }: Sources): Completion {
  if (failure !== undefined) return { kind: 'error', reason: describeUnexpected(failure) }
  if (Object.keys(asserted[area]).length > 0) return { kind: 'ran' }
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
  const seen = isReproduced ? rest.seen : `${rest.seen} (in one of the sequences)`
  record.findings.push({ ...rest, seen, ...(shown >= 0 && { step: record.steps.length + shown }) })
  record.steps.push(...steps)
  for (const [credential, user] of run.record.users) record.users.set(credential, user)
  for (const [object, line] of run.record.objects) record.objects.set(object, line)
  for (const [object, teamId] of run.record.objectTeams) record.objectTeams.set(object, teamId)
  for (const [monitor, days] of run.record.rows) record.rows.set(monitor, days)
  for (const [service, monitors] of run.record.links) record.links.set(service, monitors)
  const calls = kept
    .flatMap((index) => run.sequence[index] ?? [])
    .filter(({ operation }) => !(operation in recordKinds))
  record.given.push(
    `the calls of ${calls.map(({ operation, by, of = '' }) => `${operation} ${of} by ${by}`.replace('  ', ' ')).join(', ')}`,
  )
  const made = kept
    .flatMap((index) => run.sequence[index] ?? [])
    .flatMap(({ operation, by, name = operation === 'a caller' ? by : '', uses = [] }) =>
      name ? [{ name, uses }] : [],
    )
  // Begins with what the call that showed the fault is about.
  const subjects = run.sequence[at]?.map(({ of }) => made.find(({ name }) => name === of)) ?? []
  const names = [...subjects, ...made].flatMap((one) => (one ? [one.name, ...one.uses] : []))
  const lines = [...new Set(names)].flatMap((name) => run.record.given.filter((line) => line.startsWith(`${name}: `)))
  record.given.push(...lines)
}

function toFoundSequence({ run, finding, kept }: Shrunk): KeptExploration['found'][number] {
  const { expected, seen, area } = finding
  return { check: exploreChecks[area].id, expected, seen, steps: kept.flatMap((index) => [run.sequence[index] ?? []]) }
}
