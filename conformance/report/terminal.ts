/** The report for a terminal: failures with their requests, then a table of the parts, then the verdict. */
import { styleText } from 'node:util'
import type { Outcome } from '../assess/verdict.ts'
import type { CheckResult, FindingResult, Result } from './result.ts'
import { appendTo, cutLine, wrapCurl, wrapText } from './shell.ts'
import { numberOf, selectSteps } from './shown-steps.ts'
import {
  type CommonFinding,
  checksWith,
  columns,
  count,
  type FindingKind,
  failedOf,
  findingsOf,
  formatCounts,
  formatFinding,
  formatGiven,
  formatNotes,
  formatResponse,
  formatVerdict,
  formatWithStep,
  groupByText,
  groupFailures,
  listIds,
  othersOf,
  partsOf,
} from './summaries.ts'

type Style = (format: 'red' | 'green' | 'yellow' | 'bold' | 'dim', text: string) => string

/** The most that is printed; the other reports contain everything. */
const most = {
  ...{ body: 1000, line: 180, before: 60 },
  ...{ blocks: 20, groups: 15, ids: 8, findings: 5, givenInExample: 3 },
}

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
    renderFindings('Security weaknesses that the document does not forbid', 'weakness', result, style),
    legend,
    renderParts(result, style),
    ...(result.stale ?? []).map((text) => `${style('red', '✗')} ${text}\n`),
    renderConclusion(result, style),
  ]
  const isUsed = lines.some((text) => text.includes(' (sound); seen: '))
  return lines.filter((text) => text !== '' && (text !== legend || isUsed)).join('\n')
}

/** Printed if there is such a finding. */
const legend =
  '(sound): the document leaves this open, but no implementation would do otherwise on purpose; README, Three verdicts\n'

function renderFailures(result: Result, style: Style): string {
  const { shared, single } = groupFailures(result)
  const blocks = [
    ...shared.map((finding) => renderCommonFinding(finding, result, style, 'red')),
    ...single.map(({ check, texts }) => renderCheck(check, texts, result, style)),
  ]
  const more = blocks.length - most.blocks
  if (more > 0) blocks.splice(most.blocks, more, `… and ${more} more: --report DIR writes all, replay ID prints one\n`)
  return blocks.join('\n')
}

function renderCommonFinding(
  { text, checks }: CommonFinding,
  result: Result,
  style: Style,
  color: 'red' | 'yellow',
): string {
  const [example] = checks
  const lines = [
    `${style(color, color === 'red' ? '✗' : '!')} ${style('bold', count(checks.length, 'check'))}: ${wrapText(text, '    ')}`,
    cutLine(`    ${listIds(checks)}  ${sectionsOf(text, checks)}`),
    ...(example
      ? [
          cutLine(`    as in ${example.id} ${example.title}`),
          ...formatGiven(example, most.givenInExample).map((line) => style('dim', cutLine(`    ${line}`))),
          ...renderSteps(example, findingsIn(example, [text]).slice(0, 1), result, style),
          ...renderNotes(findingsIn(example, [text]).slice(0, 1)),
        ]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

function findingsIn({ findings }: CheckResult, texts: string[]): FindingResult[] {
  return findings.filter((finding) => texts.includes(formatFinding(finding)))
}

/** @param texts the findings that are not printed elsewhere. */
function renderCheck(check: CheckResult, texts: string[], result: Result, style: Style): string {
  const findings = findingsOf(check, result, 'failure').filter((finding) => texts.includes(formatFinding(finding)))
  const more = findings.length - most.findings
  const lines = [
    `${style('red', '✗')} ${style('bold', check.id)} ${check.title}  ${style('dim', `§${check.cites.join(' §')}`)}`,
    ...formatGiven(check).map((line) => style('dim', cutLine(`    ${line}`))),
    ...renderSteps(check, findings.slice(0, most.findings), result, style),
    ...findings.slice(0, most.findings).map((finding) => wrapText(`    ${formatWithStep(finding)}`, ' '.repeat(8))),
    ...(more > 0 ? [style('dim', `    … and ${more} more: replay ${check.id}`)] : []),
    ...renderNotes(findings.slice(0, most.findings)),
  ]
  return `${lines.join('\n')}\n`
}

function renderNotes(findings: FindingResult[]): string[] {
  return formatNotes(findings).map((line) => `    ${line}`)
}

/** The steps of these findings and those that explain them; those that are left out are counted. */
function renderSteps(check: CheckResult, findings: FindingResult[], { target }: Result, style: Style): string[] {
  const indent = ' '.repeat(9)
  return selectSteps(check, findings).flatMap(({ step, label, gap }) => {
    const { number, curl, response } = step
    const command = `    ${label} ${curl.replace('"$BASE"', target.url)}`
    const own = findings.filter((finding) => numberOf(finding, check) === number)
    // The body of an error is a part of the finding.
    const body = own.length > 0 && response.status < 400 ? excerptOf(response.body, own) : ''
    return [
      ...(gap === undefined ? [] : [style('dim', `    ${gap}: replay ${check.id}`)]),
      appendTo(wrapCurl(command, indent), `  → ${formatResponse(step)}`, indent),
      ...(body === '' ? [] : [style('dim', cutLine(`${indent}${body}`))]),
    ]
  })
}

/** A body in one line, which begins before the field that a finding is about; empty if it is long and has no such field. */
function excerptOf(body: string, findings: FindingResult[]): string {
  const line = body.replace(/\s+/g, ' ')
  if (line.length < most.line) return line
  const starts = findings
    .flatMap(({ expected, seen }) => {
      const [, field] =
        /^(?:[\w*]+\.)*(\w+) (?:must|is|has|keeps) /.exec(`${expected} `.startsWith('the ') ? seen : expected) ?? []
      return field === undefined
        ? []
        : [
            line.indexOf(`"${field}":${seen.replace(/, [\d.]+ \w+ (?:ahead|behind)$/, '')}`),
            line.indexOf(`"${field}":`),
          ]
    })
    .filter((start) => start >= 0)
  const [start = line.length < most.body ? 0 : -1] = starts
  if (start < 0) return ''
  const begin = Math.max(0, start - most.before)
  return `${begin > 0 ? '…' : ''}${line.slice(begin)}`
}

/** Findings that do not fail, each with its checks and the request of one of them. */
function renderFindings(title: string, kind: FindingKind, result: Result, style: Style): string {
  const unknown = result.checks.filter(({ known }) => known === undefined)
  const groups = groupByText(unknown, (check) => findingsOf(check, result, kind).map(formatFinding))
  if (groups.length === 0) return ''
  const blocks = groups.slice(0, most.groups).map((group) => renderCommonFinding(group, result, style, 'yellow'))
  if (groups.length > most.groups) blocks.push(`… and ${groups.length - most.groups} more: --report DIR writes all\n`)
  return `${title}:\n${blocks.join('')}`
}

function renderGroups(title: string, checks: CheckResult[], textsOf: (check: CheckResult) => string[]): string {
  const groups = groupByText(checks, textsOf)
  if (groups.length === 0) return ''
  const lines = groups
    .slice(0, most.groups)
    .map(({ text, checks }) => `    ${cutLine(text)}\n        ${listIds(checks)}`)
  const more = groups.length - lines.length
  if (more > 0) lines.push(`    … and ${more} more: --report DIR writes all`)
  return `${title}:\n${lines.join('\n')}\n`
}

/** The requirements that a finding of several checks violates, the first few. */
function sectionsOf(text: string, checks: CheckResult[]): string {
  const cites = checks.flatMap(({ cites, findings }) => {
    const own = findings.find((finding) => formatFinding(finding) === text)?.cites
    return [...(own ?? cites)]
  })
  const unique = [...new Set(cites)]
  return `§${unique.slice(0, most.ids).join(' §')}${unique.length > most.ids ? ' …' : ''}`
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
