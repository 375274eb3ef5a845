/** One view of a result: what reports show of it, grouped and in their order. It reads data only; the renderers make the words. */

import { groupBy } from '@monitoring-service/contract/group-by'
import { explorePart } from '../verdict/check.ts'
import { is } from '../verdict/claims.ts'
import { contentOf, type Finding, ruleOf, type Violation } from '../verdict/finding.ts'
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

/** Fewer checks with one cause are not the whole target. */
const leastOfCommonCause = 10

export interface Reason {
  text: string
  checks: CheckResult[]
}

/** The columns of a table of outcomes. */
export const columns: readonly Outcome[] = ['pass', 'warn', 'fail', 'error', 'unverified', 'missing', 'inapplicable']

/** Why checks have no findings that count: those that could not run, and known failures. */
export const reasonKinds = ['error', 'unverified', 'missing', 'known'] as const

export interface View {
  groups: { [K in FindingKind]: Group[] }
  /** The first group of failures if most checks have it: what is wrong with the whole target. */
  commonCause: Group | undefined
  /** The numbers of checks with findings of each kind that are not known. */
  counts: { [K in FindingKind]: number }
  reasons: { [K in (typeof reasonKinds)[number]]: Reason[] }
  parts: { part: string; checks: CheckResult[]; counts: { [O in Outcome]?: number } }[]
}

export function viewOf({ checks, level }: Result): View {
  const unknown = checks.filter(({ known }) => known === undefined)
  const groups = record(findingKinds, (kind) => groupFindings(unknown, kind, level))
  const [first] = groups.failure
  const judged = unknown.filter(({ outcome }) => ['pass', 'warn', 'fail'].includes(outcome[level]))
  const isCommonCause = first && first.checks.length >= leastOfCommonCause && 2 * first.checks.length > judged.length
  return {
    groups,
    commonCause: isCommonCause ? first : undefined,
    counts: record(findingKinds, (kind) => unknown.filter((check) => findingsOf(check, level, kind).length > 0).length),
    reasons: record(reasonKinds, (kind) =>
      toReasons(checks, ({ known, outcome, reason = '' }) =>
        kind === 'known' ? known : known === undefined && outcome[level] === kind ? reason : undefined,
      ),
    ),
    parts: [...groupBy(checks, ({ part }) => part)].map(([part, checks]) => ({
      part,
      checks,
      counts: countOutcomes(checks.map(({ outcome }) => outcome[level])),
    })),
  }
}

function record<K extends string, T>(kinds: readonly K[], make: (kind: K) => T): { [key in K]: T } {
  return Object.fromEntries(kinds.map((kind) => [kind, make(kind)])) as { [key in K]: T }
}

export function countOutcomes(all: readonly Outcome[]): { [O in Outcome]?: number } {
  const counts: { [O in Outcome]?: number } = {}
  for (const outcome of all) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

function toReasons(checks: CheckResult[], textOf: (check: CheckResult) => string | undefined): Reason[] {
  const having = checks.filter((check) => textOf(check) !== undefined)
  const reasons = [...groupBy(having, (check) => textOf(check) ?? '')].map(([text, checks]) => ({ text, checks }))
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
  const found = checks.flatMap((check) =>
    findingsOf(check, level, kind)
      .toSorted(byLevel)
      .map((finding) => ({ check, finding })),
  )
  const [parts, others] = [true, false].map((is) => found.filter((one) => isPart(one) === is)) as [Found[], Found[]]
  // Those that a note calls the same as a part are parts, too.
  const isNoted = ({ finding }: Found) => notedHomeOf(finding) !== undefined
  const shown = new Set(others.filter((one) => !isNoted(one)).map(causeOf))
  const hidden = new Set(parts.map(causeOf).filter((cause) => !shown.has(cause)))
  const all = withoutWeaker(others.filter((one) => !isNoted(one) || !hidden.has(causeOf(one))))
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

/** Whether the same response has a finding about its shape, at least as strong, at a path that contains this one's. */
function isPart({ check, finding }: Found): boolean {
  return check.findings.some(({ claim, value, step, ...rest }) => {
    if (claim.kind !== 'shape' || claim.of !== 'error' || step !== finding.step) return false
    if (levelOf(rest) > levelOf(finding)) return false
    // An empty path is the whole error.
    const paths = (value as Violation[]).map(({ at, missing }) => [at, missing].filter(Boolean).join('.') || 'error')
    return paths.some((path) => `${finding.subject}.`.startsWith(`${path}.`))
  })
}

/** Without findings about a value of a response that a stronger claim is about, too. */
function withoutWeaker(strongestFirst: Found[]): Found[] {
  const seenIn = ({ check, finding: { step, subject, of, value } }: Found) =>
    JSON.stringify([check.id, step, subject, of, value])
  const first = groupBy(strongestFirst, seenIn)
  return strongestFirst.filter((one) => first.get(seenIn(one))?.[0] === one)
}

/** The same for texts of which all or only the letters are compared, as the text that was sent allows. */
function failureOf(finding: Finding): string {
  const isOfText = ['keeps', 'whole'].includes(finding.claim.kind)
  return ruleOf(isOfText ? { ...finding, basis: 'documented', claim: is('') } : finding)
}

/** Equal for findings that notes call the same, or whose content is equal if no step shows them. */
function causeOf({ check, finding }: Found): string {
  if (finding.step === undefined) return contentOf(finding)
  const { operation: _, ...rest } = finding
  return `${failureOf(rest)} ${notedHomeOf(finding) ?? check.id}`
}

/** The check where the same finding has the other notes. */
function notedHomeOf({ notes = [] }: Finding): string | undefined {
  return notes.flatMap((note) => ('sameAs' in note ? note.sameAs : []))[0]
}

export function failuresOf(check: CheckResult, level: Level): Group {
  return toGroup(findingsOf(check, level, 'failure').map((finding) => ({ check, finding })))
}

/** @param found those of the same checks. */
function toGroup(found: Found[]): Group {
  const { check: example } = found.find(({ finding }) => notedHomeOf(finding) === undefined) ?? (found[0] as Found)
  const findings = found.filter(({ check }) => check === example).map(({ finding }) => finding)
  const checks = [...new Set([example, ...found.map(({ check }) => check)])]
  return {
    checks,
    example,
    // In several checks, a rule is shown once.
    findings:
      checks.length === 1 ? findings : [...groupBy(findings, failureOf).values()].flatMap(([first]) => first ?? []),
    cites: [...new Set(findings.flatMap(({ about = [], cites = example.cites }) => [about, cites].flat()))],
    isExplored: checks.every(({ part }) => part === explorePart),
  }
}

/** Contradictions of the document come first, and the decisions of openapi.yaml last. */
export const byLevel = (one: Finding, other: Finding) => levelOf(one) - levelOf(other)

/** The index of the first level at which it fails; the lowest is the strongest. */
function levelOf({ basis }: Pick<Finding, 'basis'>): number {
  const first = levels.findIndex((level) => severityOf(basis, level) === 'fail')
  return first < 0 ? levels.length : first
}
