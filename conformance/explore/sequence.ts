/** A sequence: what running it has, its state as the document determines it, and how what it shows is kept. */
import type { RunServices } from '../checks/runner/run-check.ts'
import type { Barrier } from '../client/barrier.ts'
import type { Sender } from '../client/callers.ts'
import { NoResponseError, RateLimitedError, RequestLimitError } from '../client/exchange.ts'
import { inScratch, type Judged, keepIn } from '../document/judging.ts'
import type { Patience, Scratch } from '../document/operation.ts'
import { createModel, type Model } from '../document/state.ts'
import type { RecordPool } from '../records/pool.ts'
import { type Finding, ruleOf } from '../verdict/finding.ts'
import { type CheckRecord, createCheckRecord } from '../verdict/record.ts'
import type { Action, Step } from './action.ts'

/** Supplies the next step, for the state so far; undefined at the end. */
export type Source = (model: Model) => Step | undefined

export interface SequenceFinding extends Finding {
  /** The place in the sequence of the step that showed it. */
  at: number
  /** Equal for findings of the same fault. */
  key: string
}

export interface SequenceRun {
  sequence: Step[]
  record: CheckRecord
  /** The place in the sequence of each exchange of the record. */
  placeOf: number[]
  findings: SequenceFinding[]
  asserted: CheckRecord['asserted']
  end: 'done' | 'violation' | 'unanswered' | 'failed'
  /** An error of the kit, which ended the sequence. */
  failure?: unknown
}

export interface Explorer {
  services: RunServices
  /** What the target or the hook does not make. */
  missing: Set<string>
  budget: { requests: number }
  /** Set while a sequence reads the listing: others wait, since their deletions would move its pages. */
  listing: { reading?: Promise<void> | undefined }
  /** Milliseconds before each reading of the listing until it is as expected; few once it stayed otherwise. */
  listingWaits: number[]
  deletion: Patience
  interruption?: AbortSignal | undefined
}

/** The target does not answer, or only with 429 or 503: the named checks say so. */
export function isUnanswered(error: unknown): boolean {
  return [NoResponseError, RateLimitedError, RequestLimitError].some((kind) => error instanceof kind)
}

export interface Running extends Explorer {
  run: SequenceRun
  model: Model
  pool: RecordPool
  sender: Sender
  /** Of calls that are sent at the same time. */
  barrier: Barrier | undefined
  /** Judges with a record of its own. */
  judge(steps: SequenceRun['record']['steps'], body: (scratch: Scratch) => Promise<void>): Promise<Judged>
  keep(action: Action, judged: Judged): void
}

export function startSequence(explorer: Explorer): Running {
  const { services, budget } = explorer
  const { client, schemas, pool, settings } = services
  const record = createCheckRecord()
  const run: SequenceRun = { sequence: [], record, placeOf: [], findings: [], asserted: {}, end: 'done' }
  const running: Running = {
    ...{ ...explorer, run, pool, model: createModel(), barrier: undefined },
    sender: {
      transport: settings.transport,
      async send(request) {
        budget.requests -= 1
        const exchange = await client.send(request, running.barrier)
        record.steps.push(exchange)
        run.placeOf.push(run.sequence.length - 1)
        return exchange
      },
    },
    judge: (steps, body) => inScratch(steps, record, { schemas, level: 'documented', isStateless: false }, body),
    keep(action, judged) {
      const at = run.sequence.length - 1
      // Values and objects differ from one sequence to another.
      for (const finding of keepIn(record, run.asserted, judged))
        run.findings.push({ ...finding, at, key: `${action.operation}: ${ruleOf(finding)}` })
    },
  }
  return running
}
