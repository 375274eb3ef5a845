/** The findings in the report for a terminal, each with the requests that show it. */
import { truncate } from '../assess/matchers.ts'
import type { CheckResult, FindingResult, Result } from './result.ts'
import { appendTo, cutLine, wrapCurl, wrapText } from './shell.ts'
import { numberOf, selectSteps } from './shown-steps.ts'
import {
  type CommonFinding,
  count,
  type FindingKind,
  findingsOf,
  formatFinding,
  formatGiven,
  formatNotes,
  formatResponse,
  groupByText,
  groupFailures,
  isExplained,
  listIds,
} from './summaries.ts'

export type Style = (format: 'red' | 'green' | 'yellow' | 'bold' | 'dim', text: string) => string

/** Groups of equal findings that are printed at most; the other reports contain everything. */
export const mostGroups = 15
const most = {
  ...{ body: 1000, line: 180, before: 60, path: 120 },
  ...{ blocks: 20, ids: 8, findings: 5, givenInExample: 3 },
}

export function renderFailures(result: Result, style: Style): string {
  const { shared, single } = groupFailures(result)
  const blocks = [
    ...groupByChecks(shared).map(([finding, ...more]) => renderCommonFinding(finding, result, style, 'red', more)),
    ...single.map(({ check, texts }) => renderCheck(check, texts, result, style)),
  ]
  const more = blocks.length - most.blocks
  if (more > 0) blocks.splice(most.blocks, more, `… and ${more} more: --report DIR writes all, replay ID prints one\n`)
  return blocks.join('\n')
}

/** Findings of the same checks, which have the same example. */
function groupByChecks(findings: CommonFinding[]): [CommonFinding, ...CommonFinding[]][] {
  const groups = new Map<string, [CommonFinding, ...CommonFinding[]]>()
  for (const finding of findings) {
    const key = finding.checks.map(({ id }) => id).join()
    groups.set(key, [...(groups.get(key) ?? []), finding] as [CommonFinding])
  }
  return [...groups.values()]
}

/** @param more findings of the same checks. */
function renderCommonFinding(
  { text, checks }: CommonFinding,
  result: Result,
  style: Style,
  color: 'red' | 'yellow',
  more: CommonFinding[] = [],
): string {
  const isPlain = (check: CheckResult) => findingsIn(check, [text]).some((one) => !isExplained(one))
  const example = checks.find(isPlain) ?? checks[0]
  const [finding] = example ? findingsIn(example, [text]) : []
  const lines = [
    `${style(color, color === 'red' ? '✗' : '!')} ${style('bold', count(checks.length, 'check'))}: ${wrapText(text, '    ')}`,
    ...more.map(({ text }) => wrapText(`    and: ${text}`, ' '.repeat(8))),
    ...(example && finding
      ? [
          cutLine(`    as in ${example.id}, ${placeOf(finding, example, result)}${example.title}`),
          ...renderNotes([finding]),
        ]
      : []),
    cutLine(`    ${listIds(checks)}  ${sectionsOf(text, checks)}`),
    ...(example && finding
      ? [
          ...formatGiven(example, most.givenInExample).map((line) => style('dim', cutLine(`    ${line}`))),
          ...renderSteps(example, [finding], result, style),
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
  const shown = findings.slice(0, most.findings)
  const lines = [
    `${style('red', '✗')} ${style('bold', check.id)} ${check.title}  ${style('dim', `§${check.cites.join(' §')}`)}`,
    ...shown.flatMap((finding, index) => [
      wrapText(`    ${placeOf(finding, check, result)}${formatFinding(finding)}`, ' '.repeat(8)),
      ...renderNotes([finding], shown.slice(0, index)),
    ]),
    ...(more > 0 ? [style('dim', `    … and ${more} more: replay ${check.id}`)] : []),
    ...formatGiven(check).map((line) => style('dim', cutLine(`    ${line}`))),
    ...renderSteps(check, shown, result, style),
  ]
  return `${lines.join('\n')}\n`
}

/** The step that showed a finding, with its request but for ids. */
function placeOf(finding: FindingResult, check: CheckResult, { target }: Result): string {
  const step = check.steps.find(({ number }) => number === numberOf(finding, check))
  if (!step) return ''
  const path = step.url.replace(target.url, '').replace(/\/(incidents|monitors|services)\/[^/?]+/, '/$1/…')
  return `step ${step.number}, ${step.method} ${truncate(path, most.path)}: `
}

/** @param before findings whose notes are printed already. */
function renderNotes(findings: FindingResult[], before: FindingResult[] = []): string[] {
  const known = new Set(before.flatMap(({ notes = [] }) => notes))
  const fresh = findings.map(({ notes = [], ...rest }) => ({
    ...rest,
    notes: notes.filter((note) => !known.has(note)),
  }))
  return formatNotes(fresh).map((line) => `        ${line}`)
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
export function renderFindings(title: string, kind: FindingKind, result: Result, style: Style): string {
  const unknown = result.checks.filter(({ known }) => known === undefined)
  const groups = groupByText(unknown, (check) => findingsOf(check, result, kind).map(formatFinding))
  if (groups.length === 0) return ''
  const blocks = groups.slice(0, mostGroups).map((group) => renderCommonFinding(group, result, style, 'yellow'))
  if (groups.length > mostGroups) blocks.push(`… and ${groups.length - mostGroups} more: --report DIR writes all\n`)
  return `${title}:\n${blocks.join('')}`
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
