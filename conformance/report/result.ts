/** The result of a run as one tree, from which every report is rendered. */

import { statedConditions } from '../assess/conditions.ts'
import type { Finding } from '../assess/record.ts'
import {
  type Basis,
  type Level,
  levels,
  type Outcome,
  severityOf,
  type Verdict,
  verdictOf,
  worst,
} from '../assess/verdict.ts'
import { checks as allChecks } from '../checks/all.ts'
import type { Secrets } from '../client/redact.ts'
import { type KnownFailure, reasonsOf, staleEntries } from '../config/baseline.ts'
import type { Config } from '../config/config.ts'
import { requirements, sectionOf } from '../dsl/requirements.ts'
import type { CheckRun } from '../runner/run-check.ts'
import { toCheckResult } from './check-result.ts'

export type PerLevel<T> = { [L in Level]: T }

export interface StepResult {
  method: string
  url: string
  request: { headers: Record<string, string>; body?: string }
  response: { status: number; headers: Record<string, string>; body: string }
  milliseconds: number
  /** The request as a command line; `$BASE` is the base address. */
  curl: string
}

export interface CheckResult {
  id: string
  part: string
  title: string
  cites: readonly string[]
  level: Level
  outcome: PerLevel<Outcome>
  /** Why it could not run. */
  reason?: string
  /** It fails at the level that decides, which is known and forgiven: why. */
  known?: string
  given: string[]
  findings: Finding[]
  /** How many assertions of each provenance were made. */
  asserted: { [P in Basis]?: number }
  steps: StepResult[]
  milliseconds: number
}

export interface RequirementResult {
  id: string
  section: string
  text: string
  outcome: PerLevel<Outcome>
  checks: string[]
  /** What would be needed to verify it. */
  needs?: string
}

/** Which checks ran. */
export interface Selection {
  checks: number
  of: number
  only: string[]
  skip: string[]
}

/** What report.schema.json describes. */
export interface Result {
  schemaVersion: 1
  kit: { name: string; version: string }
  target: { url: string; name?: string; version?: string; contact?: string }
  level: Level
  started: string
  milliseconds: number
  /** Absent if all checks ran. */
  selection?: Selection
  verdict: PerLevel<Verdict>
  counts: PerLevel<{ [O in Outcome]?: number }>
  sentences: RequirementResult[]
  checks: CheckResult[]
  /** What is out of date in the list of known failures. */
  stale?: string[]
  /** Of the conditions of part 7, which were seen. */
  conditions: { stated: string[]; seen: string[] }
}

export const kit = { name: '@monitoring-service/conformance', version: '0.1.0' }

export interface Conducted {
  started: Date
  milliseconds: number
  ran: CheckRun[]
  known: KnownFailure[]
}

export function createResult(
  config: Config,
  { started, milliseconds, ran, known }: Conducted,
  secrets: Secrets,
): Result {
  const { target, level, auth, only, skip } = config
  const { headers: _, ...shown } = target
  const today = started.toISOString().slice(0, 10)
  const reasons = reasonsOf(known, today)
  const checks = ran.map((one) => {
    const result = toCheckResult(one, auth, secrets)
    const reason = result.outcome[level] === 'fail' ? reasons.get(result.id) : undefined
    return reason === undefined ? result : { ...result, known: reason }
  })
  const judged = checks.filter(({ outcome }) => outcome[level] !== 'unverified' && outcome[level] !== 'error')
  const stale = staleEntries(known, new Map(judged.map(({ id, outcome }) => [id, outcome[level] === 'fail'])), today)
  const perLevel = <T>(make: (level: Level) => T) =>
    Object.fromEntries(levels.map((level) => [level, make(level)])) as PerLevel<T>
  // A condition counts only where what should not be refused was not.
  const sound = ran.filter((_, index) => ['pass', 'warn'].includes(checks[index]?.outcome.documented ?? ''))
  const seen = new Set(sound.flatMap(({ record }) => [...record.conditions]))
  return secrets.redactDeep({
    schemaVersion: 1 as const,
    kit,
    target: shown,
    level,
    started: started.toISOString(),
    milliseconds,
    ...(ran.length < allChecks.length && { selection: { checks: ran.length, of: allChecks.length, only, skip } }),
    verdict: perLevel((one) => {
      // What is known counts as seen, but not as failed.
      const outcomes = checks.map(({ outcome, known }) =>
        one === level && known !== undefined ? 'warn' : outcome[one],
      )
      const isWhole = ran.length === allChecks.length && checks.every(({ known }) => known === undefined)
      return verdictOf(outcomes, isWhole)
    }),
    counts: perLevel((level) => count(checks.map(({ outcome }) => outcome[level]))),
    sentences: requirements.map(({ id, text, needs }) => ({
      id,
      section: sectionOf(id),
      text,
      outcome: perLevel((level) => (needs ? 'unverified' : sentenceOutcome(id, checks, level))),
      checks: checks.filter(({ cites }) => cites.includes(id)).map((check) => check.id),
      ...(needs && { needs }),
    })),
    checks,
    ...(stale.length > 0 && { stale }),
    conditions: { stated: [...statedConditions], seen: statedConditions.filter((condition) => seen.has(condition)) },
  })
}

/** A sentence fares as the worst of its checks, but a finding that names other sentences is theirs. */
function sentenceOutcome(id: string, checks: CheckResult[], level: Level): Outcome {
  return worst(
    checks.flatMap((check) => {
      const isCited = check.cites.includes(id)
      const found = check.findings
        .filter(({ cites }) => (cites ? cites.includes(id) : isCited))
        .map(({ provenance }) => severityOf(provenance, level))
      if (found.includes('fail')) return ['fail' as const]
      if (found.includes('warn')) return ['warn' as const]
      if (!isCited) return []
      const { [level]: outcome } = check.outcome
      return [outcome === 'fail' || outcome === 'warn' ? ('pass' as const) : outcome]
    }),
  )
}

function count(all: Outcome[]): { [O in Outcome]?: number } {
  const counts: { [O in Outcome]?: number } = {}
  for (const outcome of all) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
