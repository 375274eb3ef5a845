/** The result of a run, as data: each report is rendered from it. report.json has the same form, with words for findings and records. */

import type { OperationId } from '@monitoring-service/contract'
import type { LeftBehind } from '../client/footprint.ts'
import type { GatewayAnswers } from '../client/gateway.ts'
import type { KeptExploration } from '../explore/run-exploration.ts'
import manifest from '../package.json' with { type: 'json' }
import type { CheckHeading } from '../verdict/check.ts'
import type { CheckRecord } from '../verdict/record.ts'
import { type Level, levels, type Outcome, type Verdict } from '../verdict/verdict.ts'

export type PerLevel<T> = { [L in Level]: T }

export function perLevel<T>(make: (level: Level) => T): PerLevel<T> {
  return Object.fromEntries(levels.map((level) => [level, make(level)])) as PerLevel<T>
}

export interface StepResult {
  /** From 1; steps may be missing. */
  number: number
  operation?: OperationId
  method: string
  url: string
  request: { headers: Record<string, string>; body?: string }
  /** With the status 0 if there is none. */
  response: { status: number; headers: Record<string, string>; body: string }
  /** Why there is no response, or none that the kit reads. */
  unanswered?: string
  /** The labels of the credentials in its headers. */
  credentials: string[]
  /** The code of the error in the response. */
  code?: string
  /** When it was sent: an ISO 8601 date and time. */
  started: string
  milliseconds: number
  /** Others were sent at the same time. */
  isAtOnce?: true
  /** How its credential was changed, if it was to be rejected. */
  changed?: string
  /** The request as a command line; `$BASE` is the base address, `$KIT_…` a secret. */
  curl: string
}

export interface CheckResult extends Omit<CheckHeading, 'requirementIds'>, Shown {
  /** The ids of the requirements that it verifies. */
  cites: readonly string[]
  outcome: PerLevel<Outcome>
  /** Why it could not run. */
  reason?: string
  /** The reason of a known failure at the deciding level. */
  known?: string
  steps: StepResult[]
  /** The number of steps, if some are missing. */
  stepCount?: number
  milliseconds: number
}
type Shown = Pick<CheckRecord, 'given' | 'findings' | 'asserted'>

export interface RequirementResult {
  id: string
  section: string
  text: string
  outcome: PerLevel<Outcome>
  checks: string[]
  /** The tool or access that is needed to verify it. */
  needs?: string
}

export interface Result {
  schemaVersion: 2
  kit: { name: string; version: string }
  target: { url: string; name?: string; version?: string; contact?: string }
  level: Level
  /** Features that the implementation declares not to have. */
  without: string[]
  /** Whether each request had a connection of its own, which any process of the target may get. */
  connections: 'fresh' | 'kept alive'
  started: string
  milliseconds: number
  interrupted?: true
  /** The checks that ran; absent if all did. */
  selection?: { checks: number; of: number; only: string[]; skip: string[] }
  verdict: PerLevel<Verdict>
  counts: PerLevel<{ [O in Outcome]?: number }>
  requirements: RequirementResult[]
  checks: CheckResult[]
  /** Outdated entries of the baseline. */
  stale?: string[]
  /** Absent if the target gave all answers itself. */
  gateway?: GatewayAnswers
  /** The numbers of records that the run leaves in the target. */
  left: LeftBehind
  /** Absent if nothing was explored. */
  exploration?: KeptExploration
  /** The conditions of part 7, and which of them were seen. */
  conditions: { stated: string[]; seen: string[] }
}

export const kit = { name: manifest.name, version: manifest.version }
