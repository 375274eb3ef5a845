/** One view of a result: what reports show of it, grouped and in their order. It reads data only; the renderers make the words. */

import { explorePart } from '../explore/explore-checks.ts'
import { contentOf, type Finding, ruleOf, type Violation } from '../verdict/finding.ts'
import { groupBy } from '../verdict/group-by.ts'
import { type Level, levels, type Outcome, severityOf } from '../verdict/verdict.ts'
import type { CheckResult, Result } from './result.ts'

/** A failure, a hardening gap that the document does not forbid, or a warning. */
export type FindingKind = 'failure' | 'gap' | 'warning'
export const findingKinds: readonly FindingKind[] = ['failure', 'gap', 'warning']

/** Findings with one cause, as far as the kit can tell, in several checks; or all findings of one check that are in no other. */
export interface Group {
  checks: CheckResult[]
  /** The check whose findings and steps are shown. */
  example: CheckResult
  findings: Finding[]
  /** The requirements that it violates. */
  cites: string[]
  isExplored: boolean
}

interface Reason {
  text: string
  checks: CheckResult[]
}

/** The columns of a table of outcomes. */
export const columns: readonly Outcome[] = ['pass', 'warn', 'fail', 'error', 'unverified', 'missing', 'inapplicable']

export interface View {
  groups: { [K in FindingKind]: Group[] }
  /** The numbers of checks with findings of each kind that are not known. */
  counts: { [K in FindingKind]: number }
  errors: Reason[]
  unverified: Reason[]
  missing: Reason[]
  known: Reason[]
  parts: { part: string; checks: CheckResult[]; counts: { [O in Outcome]?: number } }[]
}

export function viewOf(result: Result): View {
  const { checks, level } = result
  const unknown = checks.filter(({ known }) => known === undefined)
  const perKind = <T>(make: (kind: FindingKind) => T) =>
    Object.fromEntries(findingKinds.map((kind) => [kind, make(kind)])) as { [K in FindingKind]: T }
  const having = (outcome: Outcome) => unknown.filter((check) => check.outcome[level] === outcome)
  return {
    groups: perKind((kind) => groupFindings(unknown, kind, level)),
    counts: perKind((kind) => unknown.filter((check) => findingsOf(check, level, kind).length > 0).length),
    errors: toReasons(having('error'), ({ reason = '' }) => reason),
    unverified: toReasons(having('unverified'), ({ reason = '' }) => reason),
    missing: toReasons(having('missing'), ({ reason = '' }) => reason),
    known: toReasons(
      checks.filter((check) => check.known !== undefined),
      ({ known = '' }) => known,
    ),
    parts: [...groupBy(checks, ({ part }) => part)].map(([part, checks]) => ({
      part,
      checks,
      counts: countOutcomes(checks.map(({ outcome }) => outcome[level])),
    })),
  }
}

export function countOutcomes(all: readonly Outcome[]): { [O in Outcome]?: number } {
  const counts: { [O in Outcome]?: number } = {}
  for (const outcome of all) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

function toReasons(checks: CheckResult[], textOf: (check: CheckResult) => string): Reason[] {
  const reasons = [...groupBy(checks, textOf)].map(([text, checks]) => ({ text, checks }))
  return reasons.sort((one, other) => other.checks.length - one.checks.length)
}

export function kindOf({ basis }: Finding, level: Level): FindingKind | undefined {
  const severity = severityOf(basis, level)
  if (severity === 'nothing') return undefined
  return severity === 'fail' ? 'failure' : basis === 'hardening' ? 'gap' : 'warning'
}

/** The findings of a kind. In a check of the profile, findings of another level count only if that level judges them. */
export function findingsOf({ outcome, findings }: CheckResult, level: Level, kind: FindingKind): Finding[] {
  return outcome[level] === 'inapplicable' ? [] : findings.filter((finding) => kindOf(finding, level) === kind)
}

interface Found {
  check: CheckResult
  finding: Finding
}

function groupFindings(checks: CheckResult[], kind: FindingKind, level: Level): Group[] {
  const all = checks.flatMap((check) =>
    withoutWeaker(withoutParts(findingsOf(check, level, kind), check.findings)).map((finding) => ({ check, finding })),
  )
  const causes = [...groupBy(all, causeOf).values()]
  // Findings of the same checks have one example.
  const idsOf = (found: Found[]) => [...new Set(found.map(({ check }) => check.id))].join()
  const groups = [...groupBy(causes, idsOf).values()].map((causes) => toGroup(causes.flat()))
  const rankOf = ({ findings }: Group) => Math.min(...findings.map(levelOf))
  return groups.sort(
    (one, other) =>
      Number(one.isExplored) - Number(other.isExplored) ||
      other.checks.length - one.checks.length ||
      rankOf(one) - rankOf(other),
  )
}

/** Without findings about a part of what has not the stated shape: they repeat that. */
function withoutParts(findings: Finding[], all: Finding[]): Finding[] {
  const broken = all.flatMap((whole) =>
    'shape' in whole.claim && whole.claim.shape === 'error'
      ? (whole.value as Violation[]).map(({ at, missing }) => ({
          whole,
          path: [at, missing].filter(Boolean).join('.') || 'error',
        }))
      : [],
  )
  const isPart = (finding: Finding) =>
    broken.some(
      ({ whole, path }) =>
        whole.step === finding.step &&
        levelOf(whole) <= levelOf(finding) &&
        `${finding.subject}.`.startsWith(`${path}.`),
    )
  return findings.filter((finding) => !isPart(finding))
}

/** Without findings about a value of a response that a stronger claim is about, too. */
function withoutWeaker(findings: Finding[]): Finding[] {
  const seenIn = ({ step, subject, of, value }: Finding) => JSON.stringify([step, subject, of, value])
  const strongest = [...findings].sort(byLevel)
  const first = groupBy(strongest, seenIn)
  return strongest.filter((finding) => first.get(seenIn(finding))?.[0] === finding)
}

/** Equal for findings that notes call the same, or whose content is equal if no step shows them. */
function causeOf({ check, finding }: Found): string {
  if (finding.step === undefined) return contentOf(finding)
  const { operation: _, ...rest } = finding
  return `${ruleOf(rest)} ${homeOf(finding) ?? check.id}`
}

/** The check where the same finding has the other notes. */
function homeOf({ notes = [] }: Finding): string | undefined {
  return notes.flatMap((note) => ('sameAs' in note ? note.sameAs : []))[0]
}

/** @param found those of the same checks. */
function toGroup(found: Found[]): Group {
  const { check: example } = found.find(({ finding }) => homeOf(finding) === undefined) ?? (found[0] as Found)
  const findings = found.filter(({ check }) => check === example).map(({ finding }) => finding)
  const checks = [...new Set([example, ...found.map(({ check }) => check)])]
  return {
    checks,
    example,
    // In several checks, a rule is shown once.
    findings:
      checks.length === 1 ? findings : [...groupBy(findings, ruleOf).values()].flatMap(([first]) => first ?? []),
    cites: [...new Set(findings.flatMap(({ cites }) => cites ?? example.cites))],
    isExplored: checks.every(({ part }) => part === explorePart),
  }
}

/** What contradicts the document comes first, and the decisions of openapi.yaml last. */
const byLevel = (one: Finding, other: Finding) => levelOf(one) - levelOf(other)

/** The first level that fails. */
function levelOf({ basis }: Finding): number {
  const first = levels.findIndex((level) => severityOf(basis, level) === 'fail')
  return first < 0 ? levels.length : first
}
