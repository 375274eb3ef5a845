/** The report for a terminal: what failed and how to see it again, then what holds, part by part. */
import { styleText } from 'node:util'
import type { KnownFailure } from '../baseline.ts'
import type { CheckResult, Result } from '../result.ts'
import { type Outcome, weigh } from '../verdict.ts'

interface Options {
  known: KnownFailure[]
  stale: string[]
  /** Whether colours are welcome. */
  styled: boolean
}

type Style = (format: 'red' | 'green' | 'yellow' | 'bold' | 'dim', text: string) => string

const columns: Outcome[] = ['pass', 'warn', 'fail', 'error', 'unverified', 'inapplicable']

export function describe(result: Result, { known, stale, styled }: Options): string {
  const style: Style = (format, text) => (styled ? styleText(format, text, { validateStream: false }) : text)
  const { level, checks } = result
  const reason = (id: string) => known.find((entry) => entry.id === id)?.reason
  const having = (outcome: Outcome) => checks.filter((check) => check.outcome[level] === outcome)
  return [
    ...having('fail').map((check) => describeCheck(check, result, style, reason(check.id))),
    ...having('error').map((check) => `${style('red', '!')} ${check.id} ${check.title}\n    ${check.reason}\n`),
    describeAlike(
      'Could not be verified',
      group(having('unverified'), ({ reason }) => [reason ?? '']),
    ),
    describeAlike(
      'Worth a look',
      group(having('warn'), (check) => warningsOf(check, result)),
    ),
    describeHardening(result),
    describeParts(result, style),
    ...stale.map((text) => `${style('red', '✗')} ${text}\n`),
    conclude(result, style, known),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

function describeCheck(check: CheckResult, { level, target }: Result, style: Style, known?: string): string {
  const lines = [
    `${style(known ? 'yellow' : 'red', '✗')} ${style('bold', check.id)} ${check.title}  ${style('dim', `§${check.cites.join(' §')}`)}`,
  ]
  if (known) lines.push(`    known: ${known}`)
  for (const given of check.given) lines.push(style('dim', `    given ${given}`))
  const findings = check.findings.filter(({ provenance }) => weigh(provenance, level) === 'fail')
  const last = Math.max(...findings.map(({ step }) => step ?? check.steps.length - 1))
  const first = Math.max(0, last - 4)
  if (first > 0) lines.push(style('dim', `    … ${first} earlier steps: replay ${check.id}`))
  for (const [index, step] of check.steps.entries()) {
    if (index < first || index > last) continue
    lines.push(`    ${index + 1}. ${step.curl.replace('"$BASE"', target.url)}  → ${step.response.status}`)
  }
  for (const { provenance, step, expected, seen } of findings) {
    const where = step === undefined ? '' : `step ${step + 1}: `
    lines.push(`    ${where}${expected}${provenance === 'documented' ? '' : ` (${provenance})`}; seen: ${seen}`)
  }
  return `${lines.join('\n')}\n`
}

function warningsOf(check: CheckResult, { level }: Result): string[] {
  return check.findings
    .filter(({ provenance }) => provenance !== 'hardening' && weigh(provenance, level) === 'warn')
    .map(({ provenance, expected, seen }) => `${expected} (${provenance}); seen: ${seen}`)
}

/** Checks that say the same, together. */
function group(checks: CheckResult[], says: (check: CheckResult) => string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const check of checks) {
    for (const text of new Set(says(check))) groups.set(text, [...(groups.get(text) ?? []), check.id])
  }
  return groups
}

const mostAlike = 8

function describeAlike(title: string, groups: Map<string, string[]>): string {
  if (groups.size === 0) return ''
  const lines = [...groups].map(([text, ids]) => {
    const more = ids.length > mostAlike ? ` and ${ids.length - mostAlike} more` : ''
    return `    ${text}\n        ${ids.slice(0, mostAlike).join(', ')}${more}`
  })
  return `${title}:\n${lines.join('\n')}\n`
}

function describeHardening({ checks }: Result): string {
  const says = ({ findings }: CheckResult) =>
    findings
      .filter(({ provenance }) => provenance === 'hardening')
      .map(({ expected, seen }) => `${expected}; seen: ${seen}`)
  return describeAlike('Holes, of which the document says nothing', group(checks, says))
}

function describeParts({ checks, level }: Result, style: Style): string {
  const parts = [...new Set(checks.map(({ part }) => part))]
  const used = columns.filter((outcome) => checks.some((check) => check.outcome[level] === outcome))
  const rows = parts.map((part) => {
    const counts = used.map(
      (outcome) => checks.filter((check) => check.part === part && check.outcome[level] === outcome).length,
    )
    return [part, ...counts.map((count) => (count === 0 ? '·' : String(count)))]
  })
  const table = [['', ...used], ...rows]
  const width = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0))
  const line = (row: string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(width(0)) : cell.padStart(width(column) + 2))).join('')
  return `${table.map((row, index) => (index === 0 ? style('dim', line(row)) : line(row))).join('\n')}\n`
}

function conclude(
  { target, level, verdict, checks, conditions, milliseconds, counts }: Result,
  style: Style,
  known: KnownFailure[],
): string {
  const words = {
    conformant: style('green', 'conformant'),
    partial: style('yellow', `conformant as far as could be seen (${counts[level].unverified ?? 0} checks unverified)`),
    'not conformant': style('red', 'not conformant'),
    error: style('red', 'not judged: there were errors'),
  }
  const other = level === 'documented' ? 'profile' : 'documented'
  const unseen = conditions.stated.filter((condition) => !conditions.seen.includes(condition))
  return [
    `${checks.length} checks in ${(milliseconds / 1000).toFixed(1)} s; conditions of part 7 seen: ${conditions.seen.length} of ${conditions.stated.length}${unseen.length > 0 && unseen.length < 6 ? ` (not: ${unseen.join(', ')})` : ''}`,
    ...(known.length > 0 ? [`known failures, not counted: ${known.length}`] : []),
    `${target.name ?? target.url} is ${words[verdict[level]]} at the level ${style('bold', level)} (${other}: ${verdict[other]})`,
    '',
  ].join('\n')
}
