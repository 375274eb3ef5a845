/** What several reports read from a result. */
import type { Finding } from '../assess/record.ts'
import { type Outcome, severityOf } from '../assess/verdict.ts'
import type { CheckResult, Result, Selection } from './result.ts'

/** In the order of a table. */
export const columns: Outcome[] = ['pass', 'warn', 'fail', 'error', 'unverified', 'inapplicable']

/** The checks, part by part. */
export function partsOf({ checks }: Result): { part: string; checks: CheckResult[] }[] {
  const parts = [...new Set(checks.map(({ part }) => part))]
  return parts.map((part) => ({ part, checks: checks.filter((check) => check.part === part) }))
}

/** The checks that fail at the level that decides; those that are known to are apart. */
export function failedOf({ checks, level }: Result): { failed: CheckResult[]; known: CheckResult[] } {
  const all = checks.filter(({ outcome }) => outcome[level] === 'fail')
  return {
    failed: all.filter(({ known }) => known === undefined),
    known: all.filter(({ known }) => known !== undefined),
  }
}

/** What failed of a check, in words. */
export function failuresOf(check: CheckResult, result: Result): string[] {
  return failingFindings(check, result).map((finding) => {
    const { step } = finding
    return `${step === undefined ? '' : `step ${step + 1}: `}${formatFinding(finding)}`
  })
}

/** A finding without its step, so that equal ones of several checks are told alike. */
export function formatFinding({ provenance, expected, seen }: Finding): string {
  return `${expected}${provenance === 'documented' ? '' : ` (${provenance})`}; seen: ${seen}`
}

export function failingFindings({ findings }: CheckResult, { level }: Result): Finding[] {
  return findings.filter(({ provenance }) => severityOf(provenance, level) === 'fail')
}

/** From so many checks on, what they say alike is told once. */
const several = 3

export interface CommonFinding {
  text: string
  checks: CheckResult[]
}

/** What several checks found alike, the most frequent first; and the checks that found anything else, with that. */
export function groupFindings(
  checks: CheckResult[],
  says: (check: CheckResult) => string[],
): { shared: CommonFinding[]; single: { check: CheckResult; texts: string[] }[] } {
  const shared = group(checks, says).filter(({ checks }) => checks.length >= several)
  const told = new Set(shared.map(({ text }) => text))
  const single = checks
    .map((check) => ({ check, texts: says(check).filter((text) => !told.has(text)) }))
    .filter(({ texts }) => texts.length > 0)
  return { shared, single }
}

/** Checks that say the same, together, the most frequent first. */
export function group(checks: CheckResult[], says: (check: CheckResult) => string[]): CommonFinding[] {
  const groups = new Map<string, CheckResult[]>()
  for (const check of checks) {
    for (const text of new Set(says(check))) groups.set(text, [...(groups.get(text) ?? []), check])
  }
  return [...groups]
    .map(([text, checks]) => ({ text, checks }))
    .sort((one, other) => other.checks.length - one.checks.length)
}

/** What a check did, as command lines with the statuses that came back. */
export function formatSteps({ given, steps }: CheckResult): string[] {
  const lines = steps.map(({ curl, response }, index) => `${index + 1}. ${curl}  → ${response.status}`)
  return [...given.map((what) => `given ${what}`), ...lines]
}

/** The verdict in a few words, as they follow "is". */
export function formatVerdict(result: Result): string {
  const { verdict, level, selection } = result
  if (verdict[level] === 'error') return 'not judged: there were errors'
  if (verdict[level] === 'nothing seen') return 'not judged: nothing could be seen'
  if (verdict[level] !== 'partial') return verdict[level]
  const extent = selection
    ? `as far as ${selection.checks} of ${selection.of} checks can tell`
    : 'as far as could be seen'
  const notes = extentOf({ ...result, selection: undefined })
  return `conformant ${extent}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
}

/** What a partial verdict leaves out. */
export function extentOf(
  result: Pick<Result, 'counts' | 'level' | 'checks'> & { selection?: Selection | undefined },
): string[] {
  const { counts, level, selection } = result
  const unverified = counts[level].unverified ?? 0
  const known = result.checks.filter((check) => check.known !== undefined).length
  return [
    ...(selection ? [`${selection.checks} of ${selection.of} checks`] : []),
    ...(unverified > 0 ? [`${unverified} unverified`] : []),
    ...(known > 0 ? [`${known} known ${known === 1 ? 'failure' : 'failures'}`] : []),
  ]
}
