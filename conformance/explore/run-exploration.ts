/** The exploration of a run, as the result of the check that reports it. */
import { randomInt } from 'node:crypto'
import { groupBy } from '@monitoring-service/contract/group-by'
import { describeUnexpected, type RunServices } from '../checks/runner/run-check.ts'
import { addCounts } from '../document/judging.ts'
import type { CheckRun } from '../verdict/check.ts'
import type { Finding } from '../verdict/finding.ts'
import { type CheckRecord, createCheckRecord, type Given } from '../verdict/record.ts'
import type { Completion } from '../verdict/verdict.ts'
import type { Step } from './action.ts'
import { type Exploration, exploreAll, resend } from './explore.ts'
import { exploreCheck, requestsPerSecond, sequenceCheck } from './explore-checks.ts'
import { placeIn } from './sequence.ts'
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

export async function runExploration(
  services: RunServices,
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
  const explored = exploration.runs.map(({ record }): CheckRun => {
    return { check: sequenceCheck, record, completion: { kind: 'ran' }, milliseconds: 0 }
  })
  return {
    runs: [toCheckRun(exploration, started, seed, milliseconds)],
    kept: { seed, sequences: exploration.runs.length, found: exploration.found.map(toFoundSequence) },
    explored,
  }
}

export const notExplored = (completion: Completion): CheckRun[] => [
  { check: exploreCheck, record: createCheckRecord(), completion, milliseconds: 0 },
]

function toCheckRun({ found, runs }: Exploration, started: Date, seed: number, milliseconds: number): CheckRun {
  const sequences: Given = { name: '', kind: 'sequences', fields: { count: runs.length, seed } }
  const conditions = new Set(runs.flatMap((run) => [...run.record.conditions]))
  const record: CheckRecord = { ...createCheckRecord(), started, given: [sequences], conditions }
  for (const run of runs) addCounts(record.asserted, run.record.asserted)
  const numbers = new Map(found.map(({ run }, index) => [run, index]))
  for (const same of groupBy(found, ({ run, kept }) => `${numbers.get(run)} ${kept}`).values()) append(record, same)
  return { check: exploreCheck, record, completion: completionOf(runs, record), milliseconds }
}

function completionOf(runs: Exploration['runs'], { asserted }: CheckRecord): Completion {
  const failed = runs.find(({ end }) => end === 'failed')
  if (failed) return { kind: 'error', reason: describeUnexpected(failed.failure) }
  if (Object.keys(asserted).length > 0) return { kind: 'ran' }
  const reason = 'no call was made: time, requests or fixtures did not suffice, or the target did not respond'
  return { kind: 'unverified', reason }
}

/** @param same findings of the same steps. */
function append(record: CheckRecord, same: Shrunk[]): void {
  const [{ run, finding, kept }] = same as [Shrunk]
  const steps = run.record.steps.filter((_, index) => kept.includes(run.placeOf[index] ?? -1))
  for (const { finding, isReproduced } of same) {
    const { step, cites = [], ...rest } = finding
    const shown = steps.findIndex((exchange) => exchange === run.record.steps[step ?? -1])
    const once = isReproduced ? undefined : ({ isSeenOnce: true } as const)
    record.findings.push({ ...rest, cites, ...once, ...(shown >= 0 && { step: record.steps.length + shown }) })
  }
  record.steps.push(...steps)
  const actions = kept.flatMap((index) => run.sequence[index] ?? [])
  const made = actions.flatMap(({ name, uses = [] }) => (name === undefined ? [] : [{ name, uses }]))
  // Begins with what the call that showed the fault is about.
  const subjects = run.sequence[placeIn(run, finding)]?.map(({ of }) => made.find(({ name }) => name === of)) ?? []
  const names = [...subjects, ...made].flatMap((one) => (one ? [one.name, ...one.uses] : []))
  record.given.push(...[...new Set(names)].flatMap((name) => run.record.given.filter((one) => one.name === name)))
}

function toFoundSequence({ run, finding, kept }: Shrunk): KeptExploration['found'][number] {
  return { check: exploreCheck.id, finding, steps: kept.flatMap((index) => [run.sequence[index] ?? []]) }
}
