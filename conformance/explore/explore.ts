/** Explores: generates sequences within a budget and shortens those that show a fault. */
import { hasReusedId, type RunServices } from '../checks/runner/run-check.ts'
import { untilInterrupted } from '../checks/runner/runner.ts'
import { isViolation } from '../document/judging.ts'
import { SignUpError } from '../records/errors.ts'
import type { Step } from './action.ts'
import type { Tried } from './choose.ts'
import { createGenerator, type Sources } from './generate.ts'
import { createChoices, type Random } from './random.ts'
import { runSequence } from './run-sequence.ts'
import { type Explorer, isUnanswered, keyOf, type SequenceRun } from './sequence.ts'
import { cut, type Shrunk, shrink } from './shrink.ts'

export interface Exploration {
  found: Shrunk[]
  /** The sequences, except those that shorten another. */
  runs: SequenceRun[]
}

/** Milliseconds before each reading of the listing: a change may show after a while. */
const listingWaits = [0, 150, 450, 1200, 2400]

/** Sequences that run at the same time. Each lane has its own budget and choices, so that a seed repeats them. */
const mostLanes = 2
/** Sequences that are run also where the target is so slow that they take longer, up to so many times the budget. */
const [fewestSequences, longest] = [8, 3]
/** Steps before those of the final state. */
const sequenceLength = { least: 15, spread: 45 }
/** At least, for each fault. */
const requestsToShorten = 400
/** Faults of a lane that are shortened; further ones are often effects of the first. */
const mostViolations = 2
/** Sequences in a row that end with a fault that is known already, or without a response. */
const mostFruitless = 3

/** @param interruption ends it at once, with what was found so far. */
export async function exploreAll(
  services: RunServices,
  { seed, milliseconds, requests }: { seed: number; milliseconds: number; requests: number },
  sources: Sources,
  interruption?: AbortSignal,
): Promise<Exploration> {
  const begin = performance.now()
  const exploration: Exploration = { found: [], runs: [] }
  const isLate = () => {
    const limit = exploration.runs.length < fewestSequences ? longest * milliseconds : milliseconds
    return performance.now() - begin > limit
  }
  const listing = {}
  const lanes = Math.min(mostLanes, services.settings.jobs)
  const exploring = trySignUp(services).then((missing) => {
    const exploreLane = (lane: number) => {
      const explorer = {
        ...createExplorer(services, requests / lanes, interruption),
        missing: new Set(missing),
        listing,
      }
      return explore(explorer, createChoices(seed + lane), sources, isLate, exploration)
    }
    return Promise.all(Array.from({ length: lanes }, (_, lane) => exploreLane(lane)))
  })
  await untilInterrupted(interruption, exploring)
  return exploration
}

function createExplorer(services: RunServices, requests: number, interruption: AbortSignal | undefined): Explorer {
  return {
    services,
    interruption,
    missing: new Set(),
    listing: {},
    deletionPatience: { patience: services.settings.patience },
    listingWaits: [...listingWaits],
    budget: { requests },
  }
}

/** Runs one sequence after the other in a lane, and keeps what they find in the exploration. */
async function explore(
  explorer: Explorer,
  random: Random,
  sources: Sources,
  isLate: () => boolean,
  exploration: Exploration,
): Promise<void> {
  const isOver = () => explorer.budget.requests <= 0 || isLate()
  const tried: Tried = new Map()
  const known = new Set<string>()
  let [violations, fruitless] = [0, 0]
  while (!isOver() && fruitless < mostFruitless && violations < mostViolations) {
    const length = sequenceLength.least + random.below(sequenceLength.spread)
    const next = createGenerator({ random, tried, missing: explorer.missing, length, ...sources })
    const run = await runSequence(explorer, (model) => (isOver() ? undefined : next(model)))
    exploration.runs.push(run)
    if (run.end === 'failed' || explorer.interruption?.aborted) return
    const isUnclear = hasReusedId(run.record.steps, explorer.services.pool)
    const addIfNew = (key: string) => !known.has(key) && known.add(key)
    const newFindings = isUnclear ? [] : run.record.findings.filter((finding) => addIfNew(keyOf(run, finding)))
    violations += newFindings.filter(isViolation).length
    fruitless = run.end === 'done' || newFindings.some(isViolation) ? 0 : fruitless + 1
    for (const finding of newFindings) await keep(explorer, run, finding, exploration)
  }
}

/** Keeps a finding, shortened if it is a violation. A fault that several lanes found is one. */
async function keep(
  explorer: Explorer,
  run: SequenceRun,
  finding: Shrunk['finding'],
  { found }: Exploration,
): Promise<void> {
  if (found.some((other) => keyOf(other.run, other.finding) === keyOf(run, finding))) return
  const index = found.push(cut(run, finding)) - 1
  if (!isViolation(finding)) return
  // A fault that was found is worth more than the rest of the budget.
  const budget = { requests: Math.max(requestsToShorten, explorer.budget.requests) }
  found[index] = await shrink(run, finding, async (steps) =>
    budget.requests > 0 && !explorer.interruption?.aborted
      ? runSequence({ ...explorer, budget }, sourceOf(steps))
      : undefined,
  )
}

/** The document states no rules for passwords, so a target may refuse all that the kit makes. */
async function trySignUp({ pool, client, settings }: RunServices): Promise<Set<string>> {
  const sender = { transport: settings.transport, send: client.send }
  const missing = new Set<string>()
  await pool.sharedUser(sender).catch((error) => {
    if (error instanceof SignUpError) missing.add('signup')
    else if (!isUnanswered(error)) throw error
  })
  return missing
}

/** Sends kept sequences again. */
export async function resend(
  services: RunServices,
  sequences: readonly Step[][],
  interruption?: AbortSignal,
): Promise<Exploration> {
  const explorer = createExplorer(services, 0, interruption)
  const exploration: Exploration = { found: [], runs: [] }
  async function resendAll(): Promise<void> {
    for (const steps of sequences) {
      const run = await runSequence(explorer, sourceOf(steps))
      exploration.runs.push(run)
      const kept = [...run.sequence.keys()]
      for (const finding of run.record.findings) exploration.found.push({ run, finding, kept, isReproduced: true })
    }
  }
  await untilInterrupted(interruption, resendAll())
  return exploration
}

function sourceOf(steps: Step[]): () => Step | undefined {
  const left = [...steps]
  return () => left.shift()
}
