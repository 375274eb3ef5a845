/** The report for a terminal: failures with their requests, then a table of the parts, then the verdict. */
import { styleText } from 'node:util'
import { count } from '../verdict/count.ts'
import type { Outcome } from '../verdict/verdict.ts'
import type { CheckResult, Result } from './result.ts'
import { cutLine, wrapText } from './shell.ts'
import {
  checksWith,
  columns,
  failedOf,
  formatCounts,
  formatVerdict,
  groupByText,
  listIds,
  othersOf,
  partsOf,
  type Style,
} from './summaries.ts'
import { mostGroups, renderFailures, renderFindings } from './terminal-findings.ts'

export function renderTerminal(result: Result, isStyled: boolean): string {
  const style: Style = (format, text) => (isStyled ? styleText(format, text, { validateStream: false }) : text)
  const reasonOf = ({ reason = '' }: CheckResult) => [reason]
  const knownReasonOf = ({ known = '' }: CheckResult) => [`known: ${known}`]
  const lines = [
    renderFailures(result, style),
    renderGroups(style('red', 'Errors'), checksWith(result, 'error'), reasonOf),
    renderGroups('Could not be verified', checksWith(result, 'unverified'), reasonOf),
    renderGroups('Known failures', failedOf(result).known, knownReasonOf),
    renderFindings('Warnings', 'warning', result, style),
    renderFindings('Hardening gaps, which the document does not forbid', 'gap', result, style),
    legend,
    renderParts(result, style),
    ...(result.stale ?? []).map((text) => `${style('red', '✗')} ${text}\n`),
    renderConclusion(result, style),
  ]
  const isUsed = lines.some((text) => / \(sound\)$/m.test(text))
  return lines.filter((text) => text !== '' && (text !== legend || isUsed)).join('\n')
}

/** Printed if there is such a finding. */
const legend =
  '(sound): the document leaves this open, but no implementation would do otherwise on purpose; README, Three verdicts\n'

function renderGroups(title: string, checks: CheckResult[], textsOf: (check: CheckResult) => string[]): string {
  const groups = groupByText(checks, textsOf)
  if (groups.length === 0) return ''
  const lines = groups
    .slice(0, mostGroups)
    .map(({ text, checks }) => `    ${cutLine(text)}\n        ${listIds(checks)}`)
  const more = groups.length - lines.length
  if (more > 0) lines.push(`    … and ${more} more: --report DIR writes all`)
  return `${title}:\n${lines.join('\n')}\n`
}

function renderParts(result: Result, style: Style): string {
  const having = (checks: CheckResult[], outcome: Outcome) =>
    checks.filter((check) => check.outcome[result.level] === outcome).length
  const used = columns.filter((outcome) => having(result.checks, outcome) > 0)
  const rows = partsOf(result).map(({ part, checks }) => [
    part,
    ...used.map((outcome) => String(having(checks, outcome) || '·')),
  ])
  const table = [['', ...used], ...rows]
  const width = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0))
  const lines = table.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(width(0)) : cell.padStart(width(column) + 2))).join(''),
  )
  return `${lines.map((line, index) => (index === 0 ? style('dim', line) : line)).join('\n')}\n`
}

const colors = {
  conformant: 'green',
  partial: 'yellow',
  'nothing seen': 'yellow',
  'not conformant': 'red',
  error: 'red',
} as const

function renderConclusion(result: Result, style: Style): string {
  const { target, level, verdict, checks, milliseconds } = result
  const { stated, seen } = result.conditions
  const unseen = stated.filter((condition) => !seen.includes(condition))
  const missing = unseen.length > 0 && seen.length > 0 && !result.selection ? ` (not: ${unseen.join(', ')})` : ''
  const others = othersOf(result).map((other) => `${other}: ${verdict[other]}`)
  const failing = othersOf(result).find((other) => verdict[other] === 'not conformant')
  const missed = checks.filter(({ outcome }) => failing && outcome[failing] === 'fail')
  const hint = failing && verdict[level] !== 'not conformant' ? `; see --level ${failing} for ${listIds(missed)}` : ''
  const words = style('bold', style(colors[verdict[level]], formatVerdict(result)))
  return [
    wrapText(
      `${count(checks.length, 'check')} in ${(milliseconds / 1000).toFixed(1)} s, ${result.connections === 'fresh' ? 'each request on a new connection' : 'on connections that are kept alive'}; conditions of part 7 seen: ${seen.length} of ${stated.length}${missing}`,
      '    ',
    ),
    `${target.name ?? target.url} is ${words} at the level ${style('bold', level)} (${others.join(', ')}${hint}): ${formatCounts(result)}`,
    '',
  ].join('\n')
}
