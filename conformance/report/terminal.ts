/** The report for a terminal: failures with their requests, then a table of the parts, then the verdict. */
import { styleText } from 'node:util'
import { type Outcome, severityOf } from '../assess/verdict.ts'
import type { CheckResult, Result } from './result.ts'
import {
  type CommonFinding,
  checksWith,
  columns,
  failedOf,
  failingFindings,
  formatFinding,
  formatVerdict,
  formatWithStep,
  groupByText,
  groupFailures,
  partsOf,
} from './summaries.ts'

type Style = (format: 'red' | 'green' | 'yellow' | 'bold' | 'dim', text: string) => string

/** The most that is printed; the other reports contain everything. */
const most = { blocks: 20, groups: 15, ids: 8, steps: 4, findings: 5 }

export function renderTerminal(result: Result, isStyled: boolean): string {
  const style: Style = (format, text) => (isStyled ? styleText(format, text, { validateStream: false }) : text)
  const reasonOf = ({ reason = '' }: CheckResult) => [reason]
  const knownReasonOf = ({ known = '' }: CheckResult) => [`known: ${known}`]
  const warningsOf = (check: CheckResult) => listWarnings(check, result)
  return [
    renderFailures(result, style),
    renderGroups(style('red', 'Errors'), checksWith(result, 'error'), reasonOf),
    renderGroups('Could not be verified', checksWith(result, 'unverified'), reasonOf),
    renderGroups('Known failures', failedOf(result).known, knownReasonOf),
    renderGroups('Warnings', checksWith(result, 'warn'), warningsOf),
    renderGroups('Security weaknesses that the document does not forbid', result.checks, weaknessesOf),
    renderParts(result, style),
    ...(result.stale ?? []).map((text) => `${style('red', '✗')} ${text}\n`),
    renderConclusion(result, style),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

function renderFailures(result: Result, style: Style): string {
  const { shared, single } = groupFailures(result)
  const blocks = [
    ...shared.map((finding) => renderCommonFinding(finding, result, style)),
    ...single.map(({ check, texts }) => renderCheck(check, texts, result, style)),
  ]
  const more = blocks.length - most.blocks
  if (more > 0) blocks.splice(most.blocks, more, `… and ${more} more: --report DIR writes all, replay ID prints one\n`)
  return blocks.join('\n')
}

function renderCommonFinding({ text, checks }: CommonFinding, result: Result, style: Style): string {
  const [example] = checks
  const lines = [
    `${style('red', '✗')} ${style('bold', `${checks.length} checks`)}: ${text}`,
    `    ${listIds(checks)}`,
    ...(example
      ? [`    as in ${example.id} ${example.title}`, ...renderSteps(example, [text], result, style).slice(-1)]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

/** @param texts the findings that are not printed elsewhere. */
function renderCheck(check: CheckResult, texts: string[], result: Result, style: Style): string {
  const findings = failingFindings(check, result).filter((finding) => texts.includes(formatFinding(finding)))
  const more = findings.length - most.findings
  const lines = [
    `${style('red', '✗')} ${style('bold', check.id)} ${check.title}  ${style('dim', `§${check.cites.join(' §')}`)}`,
    ...check.given.map((given) => style('dim', `    given ${given}`)),
    ...renderSteps(check, texts, result, style),
    ...findings.slice(0, most.findings).map((finding) => `    ${formatWithStep(finding)}`),
    ...(more > 0 ? [style('dim', `    … and ${more} more: replay ${check.id}`)] : []),
  ]
  return `${lines.join('\n')}\n`
}

/** The steps up to the last of these findings. */
function renderSteps(
  { id, steps, findings }: CheckResult,
  texts: string[],
  { target }: Result,
  style: Style,
): string[] {
  const relevant = findings.filter((finding) => texts.includes(formatFinding(finding)))
  const last = Math.max(...relevant.map(({ step }) => step ?? steps.length - 1))
  const first = Math.max(0, last - most.steps)
  const lines = steps.slice(first, last + 1).map(({ curl, response }, index) => {
    return `    ${first + index + 1}. ${curl.replace('"$BASE"', target.url)}  → ${response.status}`
  })
  return first > 0 ? [style('dim', `    … ${first} earlier steps: replay ${id}`), ...lines] : lines
}

function listWarnings({ findings }: CheckResult, { level }: Result): string[] {
  return findings
    .filter(({ provenance }) => provenance !== 'hardening' && severityOf(provenance, level) === 'warn')
    .map(formatFinding)
}

function weaknessesOf({ findings }: CheckResult): string[] {
  return findings
    .filter(({ provenance }) => provenance === 'hardening')
    .map(({ expected, seen }) => `${expected}; seen: ${seen}`)
}

function renderGroups(title: string, checks: CheckResult[], textsOf: (check: CheckResult) => string[]): string {
  const groups = groupByText(checks, textsOf)
  if (groups.length === 0) return ''
  const lines = groups.slice(0, most.groups).map(({ text, checks }) => `    ${text}\n        ${listIds(checks)}`)
  const more = groups.length - lines.length
  if (more > 0) lines.push(`    … and ${more} more: --report DIR writes all`)
  return `${title}:\n${lines.join('\n')}\n`
}

function listIds(checks: CheckResult[]): string {
  const ids = checks.map(({ id }) => id)
  const more = ids.length - most.ids
  return `${ids.slice(0, most.ids).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function renderParts(result: Result, style: Style): string {
  const count = (checks: CheckResult[], outcome: Outcome) =>
    checks.filter((check) => check.outcome[result.level] === outcome).length
  const used = columns.filter((outcome) => count(result.checks, outcome) > 0)
  const rows = partsOf(result).map(({ part, checks }) => [
    part,
    ...used.map((outcome) => String(count(checks, outcome) || '·')),
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
  const missing = unseen.length > 0 && seen.length > 0 ? ` (not: ${unseen.join(', ')})` : ''
  const other = level === 'documented' ? 'profile' : 'documented'
  const failsOther = verdict[other] === 'not conformant' && verdict[level] !== 'not conformant'
  const hint = failsOther ? `; see --level ${other}` : ''
  const weak = checks.filter((check) => weaknessesOf(check).length > 0).length
  const words = style('bold', style(colors[verdict[level]], formatVerdict(result)))
  return [
    `${checks.length} checks in ${(milliseconds / 1000).toFixed(1)} s; conditions of part 7 seen: ${seen.length} of ${stated.length}${missing}`,
    `${target.name ?? target.url} is ${words} at the level ${style('bold', level)} (${other}: ${verdict[other]}${hint})`,
    ...(weak > 0
      ? [style('yellow', `${weak} ${weak === 1 ? 'check shows' : 'checks show'} security weaknesses; see above`)]
      : []),
    '',
  ].join('\n')
}
