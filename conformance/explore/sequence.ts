/** A sequence and what running it showed. */
import type { RunServices } from '../checks/runner/run-check.ts'
import { NoResponseError, RateLimitedError, RequestLimitError } from '../client/exchange.ts'
import type { Patience } from '../document/operation.ts'
import type { Model } from '../document/state.ts'
import type { Finding } from '../verdict/finding.ts'
import type { CheckRecord } from '../verdict/record.ts'
import type { Step } from './action.ts'
import type { Gate } from './gate.ts'
import type { Area } from './operations.ts'

/** Supplies the next step, for the state so far; undefined at the end. */
export type Source = (model: Model) => Step | undefined

export interface SequenceFinding extends Finding {
  area: Area
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
  asserted: Record<Area, CheckRecord['asserted']>
  end: 'done' | 'violation' | 'unanswered' | 'failed'
  /** An error of the kit, which ended the sequence. */
  failure?: unknown
}

export interface Explorer {
  services: RunServices
  /** What the target or the hook does not make. */
  missing: Set<string>
  budget: { requests: number }
  gate: Gate
  /** Milliseconds before each reading of the listing until it is as expected; few once it stayed otherwise. */
  listingWaits: number[]
  deletion: Patience
  interruption?: AbortSignal | undefined
}

/** The target does not answer, or only with 429 or 503: the named checks say so. */
export function isUnanswered(error: unknown): boolean {
  return [NoResponseError, RateLimitedError, RequestLimitError].some((kind) => error instanceof kind)
}
