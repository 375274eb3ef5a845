/** Explores: generates sequences within a budget and shortens those that show a fault. */

import type { RunServices } from '../checks/runner/run-check.ts'
import { addCounts, isViolation } from '../document/judging.ts'
import { SignUpError } from '../records/errors.ts'
import { type Area, areas, type Step } from './action.ts'
import type { Coverage } from './choose.ts'
import { createGate } from './gate.ts'
import { createGenerator, type Sources } from './generate.ts'
import { createRandom } from './random.ts'
import { runSequence } from './run-sequence.ts'
import { type Explorer, isUnanswered, type SequenceRun } from './sequence.ts'
import { cut, type Shrunk, shrink } from './shrink.ts'

export interface Budget {
  seed: number
  /** Time, in milliseconds. */
  milliseconds: number
  requests: number
}

export interface Exploration {
  found: Shrunk[]
  /** The sequences, except those that shorten another. */
  runs: SequenceRun[]
  asserted: SequenceRun['asserted']
  conditions: Set<string>
  /** An error of the kit, which ended a lane. */
  failure?: unknown
}

/** Milliseconds before each reading of the listing: a change may show after a while. */
const listingWaits = [0, 150, 450, 1200, 2400]

/** Sequences that run at the same time. Each lane has its own budget and choices, so that a seed repeats them. */
const mostLanes = 2
/** Sequences of a lane that are run also where the target is so slow that they take longer, up to so many times the budget. */
const [fewestSequences, longest] = [4, 3]
/** Faults of a lane that are shortened; further ones are often effects of the first. */
const mostViolations = 2
/** Sequences in a row that end with a fault that is known already. */
const mostRepetitions = 3

export async function exploreAll(
  services: RunServices,
  { seed, milliseconds, requests }: Budget,
  sources: Sources,
  interruption?: AbortSignal,
): Promise<Exploration> {
  const begin = performance.now()
  const missing = await trySignUp(services)
  const lanes = Math.min(mostLanes, services.settings.jobs)
  const gate = createGate()
  const deletion = { patience: services.settings.patience }
  const exploreLane = (lane: number) => {
    const explorer: Explorer = {
      ...{ services, gate, deletion, missing: new Set(missing), listingWaits: [...listingWaits] },
      budget: { requests: Math.ceil(requests / lanes) },
    }
    const isOver = (sequences: number) => {
      const limit = sequences < fewestSequences ? longest * milliseconds : milliseconds
      return explorer.budget.requests <= 0 || performance.now() - begin > limit || (interruption?.aborted ?? false)
    }
    return explore(explorer, seed + lane, sources, isOver)
  }
  const exploration = createExploration()
  for (const { runs, found } of await Promise.all(Array.from({ length: lanes }, (_, lane) => exploreLane(lane)))) {
    for (const run of runs) addRun(exploration, run)
    // A fault that several lanes found is one.
    const isKnown = (key: string) => exploration.found.some(({ finding }) => finding.key === key)
    exploration.found.push(...found.filter(({ finding }) => !isKnown(finding.key)))
  }
  return exploration
}

async function explore(
  explorer: Explorer,
  seed: number,
  sources: Sources,
  isOver: (sequences: number) => boolean,
): Promise<Pick<Exploration, 'runs' | 'found'>> {
  const [runs, found]: [SequenceRun[], Shrunk[]] = [[], []]
  const random = createRandom(seed)
  const coverage: Coverage = new Map()
  const known = new Set<string>()
  let [violations, repetitions, unanswered] = [0, 0, 0]
  while (!isOver(runs.length) && repetitions < mostRepetitions && violations < mostViolations && unanswered < 3) {
    const length = 15 + random.below(45)
    const next = createGenerator({ random, coverage, missing: explorer.missing, length, ...sources })
    const run = await runSequence(explorer, (model) => (isOver(runs.length) ? undefined : next(model)))
    runs.push(run)
    if (run.end === 'failed') break
    if (run.end === 'unanswered') unanswered += 1
    const fresh = run.findings.filter(({ key }, index, all) => {
      return !known.has(key) && all.findIndex((other) => other.key === key) === index
    })
    if (run.end === 'violation') repetitions = fresh.some(isViolation) ? 0 : repetitions + 1
    violations += fresh.filter(isViolation).length
    for (const finding of fresh) {
      known.add(finding.key)
      found.push(isViolation(finding) ? await shrinkWithin(explorer, run, finding) : cut(run, finding))
    }
  }
  return { runs, found }
}

/** A fault that was found is worth more than the rest of the budget. */
function shrinkWithin(explorer: Explorer, run: SequenceRun, finding: Shrunk['finding']): Promise<Shrunk> {
  const budget = { requests: Math.max(400, explorer.budget.requests) }
  return shrink(run, finding, async (steps) =>
    budget.requests > 0 ? runSequence({ ...explorer, budget }, sourceOf(steps)) : undefined,
  )
}

/** The document states no rules for passwords, so a target may refuse all that the kit makes. */
async function trySignUp({ pool, client, settings }: RunServices): Promise<Set<string>> {
  const sender = { transport: settings.transport, send: client.send }
  const missing = new Set<string>()
  await pool.sharedUser(sender, 0).catch((error) => {
    if (error instanceof SignUpError) missing.add('sign up')
    else if (!isUnanswered(error)) throw error
  })
  return missing
}

/** Sends kept sequences again. */
export async function resend(services: RunServices, sequences: readonly Step[][]): Promise<Exploration> {
  const deletion = { patience: services.settings.patience }
  const own = { missing: new Set<string>(), budget: { requests: 0 }, listingWaits: [...listingWaits] }
  const explorer: Explorer = { services, gate: createGate(), deletion, ...own }
  const exploration = createExploration()
  for (const steps of sequences) {
    const run = await runSequence(explorer, sourceOf(steps))
    addRun(exploration, run)
    for (const finding of run.findings) exploration.found.push({ ...cut(run, finding), isReproduced: true })
  }
  return exploration
}

function sourceOf(steps: Step[]): () => Step | undefined {
  const left = [...steps]
  return () => left.shift()
}

function createExploration(): Exploration {
  const asserted = Object.fromEntries(areas.map((area): [Area, object] => [area, {}])) as SequenceRun['asserted']
  return { found: [], runs: [], asserted, conditions: new Set() }
}

function addRun(exploration: Exploration, run: SequenceRun): void {
  exploration.runs.push(run)
  if (run.end === 'failed') exploration.failure = run.failure
  for (const condition of run.record.conditions) exploration.conditions.add(condition)
  for (const area of areas) addCounts(exploration.asserted[area], run.asserted[area])
}
