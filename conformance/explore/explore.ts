/** Explores: generates sequences within a budget and shortens those that show a fault. */

import type { RunServices } from '../checks/runner/run-check.ts'
import { isViolation } from '../document/judging.ts'
import { SignUpError } from '../records/errors.ts'
import type { Area, Turn } from './action.ts'
import { areas } from './action.ts'
import { createGate } from './gate.ts'
import { type Coverage, createGenerator } from './generate.ts'
import { createRandom, type Random } from './random.ts'
import { runSequence } from './run-sequence.ts'
import { type Explorer, isUnanswered, type SequenceRun } from './sequence.ts'
import { cut, type Shrunk, shrink } from './shrink.ts'

export interface Budget {
  seed: number
  /** Time, in milliseconds. */
  milliseconds: number
  requests: number
}

export interface Sources {
  hasHook: boolean
  hasAdminKey: boolean
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
    const budget = { requests: Math.ceil(requests / lanes) }
    const waits = { listingWaits: [...listingWaits], deletion }
    const explorer: Explorer = { services, missing: new Set(missing), budget, gate, ...waits }
    return explore(explorer, createRandom(seed + lane), { begin, milliseconds }, sources, interruption)
  }
  return unite(await Promise.all(Array.from({ length: lanes }, (_, lane) => exploreLane(lane))))
}

/** The results of all lanes; a fault that several found is one. */
function unite(explorations: readonly Exploration[]): Exploration {
  const united = emptyExploration()
  const keys = new Set<string>()
  for (const { found, runs, asserted, conditions, failure } of explorations) {
    if (failure !== undefined) united.failure = failure
    for (const shrunk of found) {
      if (!keys.has(shrunk.finding.key)) united.found.push(shrunk)
      keys.add(shrunk.finding.key)
    }
    united.runs.push(...runs)
    addCounts(united, { asserted, conditions })
  }
  return united
}

async function explore(
  explorer: Explorer,
  random: Random,
  { begin, milliseconds }: { begin: number; milliseconds: number },
  sources: Sources,
  interruption?: AbortSignal,
): Promise<Exploration> {
  const coverage: Coverage = new Map()
  const result = emptyExploration()
  const isOver = () => {
    const limit = result.runs.length < fewestSequences ? longest * milliseconds : milliseconds
    return explorer.budget.requests <= 0 || performance.now() - begin > limit || (interruption?.aborted ?? false)
  }
  const known = new Set<string>()
  let [repetitions, unanswered] = [0, 0]

  while (
    !isOver() &&
    repetitions < mostRepetitions &&
    result.found.filter(({ finding }) => isViolation(finding)).length < mostViolations
  ) {
    const length = 15 + random.below(45)
    const next = createGenerator({ random, coverage, missing: explorer.missing, length, ...sources })
    const run = await runSequence(explorer, (model) => (isOver() ? undefined : next(model)))
    result.runs.push(run)
    addCounts(result, { asserted: run.asserted, conditions: run.record.conditions })
    if (run.end === 'unanswered' && ++unanswered > 2) break
    if (run.end === 'failed') return { ...result, failure: run.failure }
    const fresh = run.findings.filter(({ key }) => !known.has(key))
    if (fresh.length === 0 && run.end === 'violation') repetitions += 1
    for (const finding of fresh) {
      if (known.has(finding.key)) continue
      known.add(finding.key)
      if (isViolation(finding)) {
        repetitions = 0
        // A fault that was found is worth more than the rest of the budget.
        const allowance = { ...explorer, budget: { requests: Math.max(400, explorer.budget.requests) } }
        const replay = (turns: Turn[]) =>
          allowance.budget.requests > 0 ? runSequence(allowance, sourceOf(turns)) : Promise.resolve(undefined)
        result.found.push(await shrink(run, finding, replay))
      } else result.found.push(cut(run, finding))
    }
  }
  return result
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
export async function resend(services: RunServices, sequences: readonly Turn[][]): Promise<Exploration> {
  const budget = { requests: 0 }
  const gate = createGate()
  const waits = { listingWaits: [...listingWaits], deletion: { patience: services.settings.patience } }
  const explorer: Explorer = { services, missing: new Set(), budget, gate, ...waits }
  const result = emptyExploration()
  for (const turns of sequences) {
    const run = await runSequence(explorer, sourceOf(turns))
    result.runs.push(run)
    addCounts(result, { asserted: run.asserted, conditions: run.record.conditions })
    if (run.end === 'failed') result.failure = run.failure
    for (const finding of run.findings) result.found.push({ ...cut(run, finding), isReproduced: true })
  }
  return result
}

function sourceOf(turns: Turn[]): () => Turn | undefined {
  const left = [...turns]
  return () => left.shift()
}

function emptyExploration(): Exploration {
  const asserted = Object.fromEntries(areas.map((area): [Area, object] => [area, {}])) as SequenceRun['asserted']
  return { found: [], runs: [], asserted, conditions: new Set() }
}

function addCounts(
  { asserted, conditions }: Exploration,
  run: { asserted: SequenceRun['asserted']; conditions: Iterable<string> },
): void {
  for (const condition of run.conditions) conditions.add(condition)
  for (const area of areas) {
    for (const [basis, count] of Object.entries(run.asserted[area])) {
      const name = basis as keyof (typeof asserted)[Area]
      asserted[area][name] = (asserted[area][name] ?? 0) + count
    }
  }
}
