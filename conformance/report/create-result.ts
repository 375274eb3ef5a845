/** Creates the result of a run, with its secrets redacted. */

import { requirements, sectionOf } from '@monitoring-service/contract/requirements'
import type { Transport } from '../client/credentials.ts'
import type { LeftBehind } from '../client/footprint.ts'
import type { GatewayAnswers } from '../client/gateway.ts'
import type { Secrets } from '../client/redact.ts'
import type { KeptExploration } from '../explore/run-exploration.ts'
import type { CheckRun } from '../verdict/check.ts'
import { statedConditions } from '../verdict/conditions.ts'
import { type Level, type Outcome, severityOf, verdictOf, worst } from '../verdict/verdict.ts'
import { toCheckResult } from './check-result.ts'
import { type CheckResult, kit, perLevel, type Result } from './result.ts'
import { countOutcomes } from './view.ts'

/** The settings of a run that a report contains. */
export interface ReportSettings extends Pick<Result, 'level' | 'without'> {
  target: Result['target'] & { headers?: unknown }
  auth: Transport
  only: string[]
  skip: string[]
  keepAlive: boolean
}

export interface RunData {
  started: Date
  milliseconds: number
  runs: CheckRun[]
  total: number
  /** The reasons of known failures, by the id of the check. */
  reasons: ReadonlyMap<string, string>
  /** The outdated entries of the baseline, for the checks that were judged and whether each failed. */
  staleEntries(failed: Map<string, boolean>): string[]
  isInterrupted: boolean
  exploration?: KeptExploration
  gateway: GatewayAnswers | undefined
  left: LeftBehind
}

export function createResult(config: ReportSettings, data: RunData, secrets: Secrets): Result {
  const { level, auth, only, skip } = config
  const { headers: _, ...target } = config.target
  const { started, milliseconds, runs, total, reasons, exploration, gateway, left } = data
  const checks = runs.map((run) => {
    const result = toCheckResult(run, auth, secrets)
    const known = isFound(result.outcome[level]) ? reasons.get(result.id) : undefined
    return known === undefined ? result : { ...result, known: secrets.redact(known) }
  })
  const judged = checks.filter(({ outcome }) => ['pass', 'warn', 'fail'].includes(outcome[level]))
  const failed = new Map(judged.map(({ id, outcome }) => [id, isFound(outcome[level])]))
  const stale = data.staleEntries(failed)
  const isWhole = runs.length === total
  return {
    schemaVersion: 2 as const,
    kit,
    // Not the words of the kit itself, one of which may be a key.
    ...secrets.redactDeep({
      target,
      ...(stale.length > 0 && { stale }),
      ...(gateway && { gateway }),
      ...(exploration && { exploration }),
    }),
    level,
    without: config.without,
    connections: config.keepAlive ? ('kept alive' as const) : ('fresh' as const),
    started: started.toISOString(),
    milliseconds,
    ...(data.isInterrupted && { interrupted: true as const }),
    ...(!isWhole && { selection: { checks: runs.length, of: total, only, skip } }),
    verdict: perLevel((one) => {
      // A known failure counts as seen, but not as failed, at each level.
      const isKnown = ({ outcome, known }: CheckResult) => known !== undefined && outcome[one] === 'fail'
      const outcomes = checks.map((check) => (isKnown(check) ? 'warn' : check.outcome[one]))
      return verdictOf(outcomes, isWhole && !checks.some(isKnown))
    }),
    counts: perLevel((level) => countOutcomes(checks.map(({ outcome }) => outcome[level]))),
    requirements: requirements.map(({ id, text, needs }) => ({
      id,
      section: sectionOf(id),
      text,
      outcome: perLevel((level) => (needs ? 'unverified' : requirementOutcome(id, checks, level))),
      checks: checks.filter(({ cites }) => cites.includes(id)).map((check) => check.id),
      ...(needs && { needs }),
    })),
    checks,
    left,
    conditions: { stated: [...statedConditions], seen: seenConditions(runs, checks) },
  }
}

/** A baseline may accept failures and warnings. */
function isFound(outcome: Outcome): boolean {
  return outcome === 'fail' || outcome === 'warn'
}

/** A condition counts only in a check that passed, in which the right caller was not refused. */
function seenConditions(runs: CheckRun[], checks: CheckResult[]): string[] {
  const passed = runs.filter((_, index) => ['pass', 'warn'].includes(checks[index]?.outcome.documented ?? ''))
  const seen = new Set(passed.flatMap(({ record }) => [...record.conditions]))
  return statedConditions.filter((condition) => seen.has(condition))
}

/** The worst outcome of the requirement's checks, without findings that violate other requirements. */
function requirementOutcome(id: string, checks: CheckResult[], level: Level): Outcome {
  return worst(
    checks.flatMap((check) => {
      const isOfCheck = check.cites.includes(id)
      const severities = check.findings
        .filter(({ cites }) => (cites ? cites.includes(id) : isOfCheck))
        .map(({ basis }) => severityOf(basis, level))
      if (severities.includes('fail')) return ['fail' as const]
      if (severities.includes('warn')) return ['warn' as const]
      if (!isOfCheck) return []
      const { [level]: outcome } = check.outcome
      return [outcome === 'fail' || outcome === 'warn' ? ('pass' as const) : outcome]
    }),
  )
}
