/** The result of a run as one tree, from which every report is rendered. */

import { statedConditions } from './conditions.ts'
import type { Config } from './config.ts'
import { curl } from './curl.ts'
import type { Finding } from './record.ts'
import type { Ran } from './runner.ts'
import type { Secrets } from './secrets.ts'
import { sectionOf, sentences } from './sentences.ts'
import {
  judge,
  type Level,
  levels,
  type Outcome,
  type Provenance,
  provenances,
  type Verdict,
  verdictOf,
  weigh,
  worst,
} from './verdict.ts'

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
  given: string[]
  findings: Finding[]
  /** How many assertions of each provenance were made. */
  asserted: { [P in Provenance]?: number }
  steps: StepResult[]
  milliseconds: number
}

export interface SentenceResult {
  id: string
  section: string
  text: string
  outcome: PerLevel<Outcome>
  checks: string[]
  /** What would be needed to verify it. */
  needs?: string
}

/** What report.schema.json describes. */
export interface Result {
  schemaVersion: 1
  kit: { name: string; version: string }
  target: Config['target']
  level: Level
  started: string
  milliseconds: number
  verdict: PerLevel<Verdict>
  counts: PerLevel<{ [O in Outcome]?: number }>
  sentences: SentenceResult[]
  checks: CheckResult[]
  /** Of the conditions of part 7, which were seen. */
  conditions: { stated: string[]; seen: string[] }
}

export const kit = { name: '@monitoring-service/conformance', version: '0.1.0' }

/** All of a body that a report keeps. */
const longestBody = 4000

export function makeResult(config: Config, started: Date, milliseconds: number, all: Ran[], secrets: Secrets): Result {
  const checks = all.map(checkResult)
  const perLevel = <T>(make: (level: Level) => T) =>
    Object.fromEntries(levels.map((level) => [level, make(level)])) as PerLevel<T>
  const seen = new Set(all.flatMap(({ record }) => [...record.conditions]))
  return secrets.redactAll({
    schemaVersion: 1 as const,
    kit,
    target: config.target,
    level: config.level,
    started: started.toISOString(),
    milliseconds,
    verdict: perLevel((level) => verdictOf(checks.map(({ outcome }) => outcome[level]))),
    counts: perLevel((level) => count(checks.map(({ outcome }) => outcome[level]))),
    sentences: sentences.map(({ id, text, needs }) => ({
      id,
      section: sectionOf(id),
      text,
      outcome: perLevel((level) => (needs ? 'unverified' : sentenceOutcome(id, checks, level))),
      checks: checks.filter(({ cites }) => cites.includes(id)).map((check) => check.id),
      ...(needs && { needs }),
    })),
    checks,
    conditions: { stated: [...statedConditions], seen: statedConditions.filter((condition) => seen.has(condition)) },
  })
}

function checkResult({ check, record, ending, milliseconds }: Ran): CheckResult {
  const { id, part, title, cites, level } = check
  const broken = record.findings.map(({ provenance }) => provenance)
  const asserted = provenances.filter((provenance) => record.asserted[provenance])
  return {
    id,
    part,
    title,
    cites,
    level,
    outcome: {
      documented: judge(ending, broken, asserted, 'documented', level),
      profile: judge(ending, broken, asserted, 'profile', level),
    },
    ...(ending.kind !== 'ran' && { reason: ending.reason }),
    given: record.given,
    findings: record.findings,
    asserted: record.asserted,
    steps: record.steps.map(({ request, response, milliseconds }) => ({
      method: request.method,
      url: request.url,
      request: { headers: request.headers, ...(request.body !== undefined && { body: cut(request.body) }) },
      response: { status: response.status, headers: response.headers, body: cut(response.text) },
      milliseconds,
      curl: curl(request),
    })),
    milliseconds,
  }
}

/** A sentence fares as the worst of its checks, but a finding that names other sentences is theirs. */
function sentenceOutcome(id: string, checks: CheckResult[], level: Level): Outcome {
  return worst(
    checks.flatMap((check) => {
      const isCited = check.cites.includes(id)
      const found = check.findings
        .filter(({ cites }) => (cites ? cites.includes(id) : isCited))
        .map(({ provenance }) => weigh(provenance, level))
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

function cut(text: string): string {
  return text.length > longestBody ? `${text.slice(0, longestBody)}…` : text
}
