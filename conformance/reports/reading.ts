/** What several reports read from a result. */
import type { CheckResult, Result } from '../result.ts'
import { weigh } from '../verdict.ts'

/** The checks, part by part. */
export function partsOf({ checks }: Result): { part: string; checks: CheckResult[] }[] {
  const parts = [...new Set(checks.map(({ part }) => part))]
  return parts.map((part) => ({ part, checks: checks.filter((check) => check.part === part) }))
}

/** What failed of a check, in words. */
export function failuresOf({ findings }: CheckResult, { level }: Result): string[] {
  return findings
    .filter(({ provenance }) => weigh(provenance, level) === 'fail')
    .map(({ step, expected, seen }) => `${step === undefined ? '' : `step ${step + 1}: `}${expected}; seen: ${seen}`)
}

/** What a check did, as command lines with the statuses that came back. */
export function linesOf({ given, steps }: CheckResult): string[] {
  const lines = steps.map(({ curl, response }, index) => `${index + 1}. ${curl}  → ${response.status}`)
  return [...given.map((what) => `given ${what}`), ...lines]
}

/** The verdict in a few words. */
export function verdictInWords({ verdict, level, counts }: Result): string {
  if (verdict[level] === 'partial') return `conformant, partial (${counts[level].unverified ?? 0} unverified)`
  return verdict[level]
}
