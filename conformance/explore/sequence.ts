/** A sequence: what running it has, and its state as the document determines it. */
import type { RunServices } from '../checks/runner/run-check.ts'
import type { Barrier } from '../client/barrier.ts'
import type { Sender } from '../client/callers.ts'
import { NoResponseError, RateLimitedError, RequestLimitError } from '../client/exchange.ts'
import { isViolation, type JudgeServices } from '../document/judging.ts'
import type { Patience } from '../document/operation.ts'
import { createModel, type Model } from '../document/state.ts'
import type { RecordPool } from '../records/pool.ts'
import { type Finding, ruleOf } from '../verdict/finding.ts'
import { type CheckRecord, createCheckRecord } from '../verdict/record.ts'
import { assertSound } from '../verdict/sound.ts'
import type { Step } from './action.ts'

/** Supplies the next step, for the state so far; undefined at the end. */
export type Source = (model: Model) => Step | undefined

export interface SequenceRun {
  sequence: Step[]
  record: CheckRecord
  /** The place in the sequence of each exchange of the record. */
  placeOf: number[]
  end: 'done' | 'violation' | 'unanswered' | 'failed'
  /** An error of the kit, which ended the sequence. */
  failure?: unknown
}

/** The place in the sequence of the step that showed a finding; a violation ends it. */
export const placeIn = ({ sequence, placeOf }: SequenceRun, finding: Finding): number =>
  (isViolation(finding) ? undefined : placeOf[finding.step ?? -1]) ?? sequence.length - 1

/** Equal for findings of a rule in steps of one operation. */
export const keyOf = (run: SequenceRun, finding: Finding): string =>
  `${run.sequence[placeIn(run, finding)]?.[0]?.operation}: ${ruleOf(finding)}`

export interface Explorer {
  services: RunServices
  /** Operations that the target lacks, and records that neither it nor a hook makes. */
  missing: Set<string>
  budget: { requests: number }
  /** Set while a sequence reads the listing: others wait, since their deletions would move its pages. */
  listing: { reading?: Promise<void> | undefined }
  /** Milliseconds before each reading of the listing until it is as expected; few once it stayed otherwise. */
  listingWaits: number[]
  deletionPatience: Patience
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
  judging: JudgeServices
}

export function startSequence(explorer: Explorer): Running {
  const { services, budget } = explorer
  const { client, schemas, pool, settings } = services
  const { transport } = settings
  const record = createCheckRecord()
  const run: SequenceRun = { sequence: [], record, placeOf: [], end: 'done' }
  const running: Running = {
    ...explorer,
    run,
    pool,
    model: createModel(),
    barrier: undefined,
    judging: { schemas, transport, level: 'documented', isStateless: false },
    sender: {
      transport,
      async send(request) {
        budget.requests -= 1
        const exchange = await client.send(request, running.barrier)
        record.steps.push(exchange)
        run.placeOf.push(run.sequence.length - 1)
        assertSound(record, exchange, transport)
        return exchange
      },
    },
  }
  return running
}
