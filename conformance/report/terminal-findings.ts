/** The findings in the report for a terminal, each with the requests that show it. */

import { explorePart } from '../explore/explore-checks.ts'
import { count } from '../verdict/count.ts'
import { truncate } from '../verdict/format.ts'
import { renderExplained } from './explained-checks.ts'
import type { CheckResult, FindingResult, Result } from './result.ts'
import { appendTo, cutLine, wrapCurl, wrapText } from './shell.ts'
import { formatStep, givenOf, hookLinesBefore, numberOf, selectSteps } from './shown-steps.ts'
import {
  alsoFit,
  type CommonFinding,
  type FindingKind,
  findingsIn,
  findingsOf,
  formatFinding,
  formatNotes,
  formatResponse,
  groupByText,
  groupFailures,
  isExplained,
  listIds,
  qualify,
  rankOf,
  type Style,
} from './summaries.ts'

/** Groups of equal findings that are printed at most; the other reports contain everything. */
export const mostGroups = 15
const most = {
  ...{ body: 1000, line: 180, before: 60, path: 120 },
  ...{ blocks: 20, detailed: 5, ids: 8, cites: 4, findings: 3, given: 8, givenInExample: 3 },
}

export function renderFailures(result: Result, style: Style): string {
  const { shared, single } = groupFailures(result)
  const isLater = ({ check, texts }: (typeof single)[number]) => findingsIn(check, texts).every(isExplained)
  const isEachLater = ({ text, checks }: CommonFinding) => checks.every((check) => isLater({ check, texts: [text] }))
  const blocks = [
    ...groupByChecks(shared.filter((finding) => !isEachLater(finding))).map(([finding, ...more]) => ({
      rank: rankOf(finding.checks[0], [finding.text]),
      text: renderCommonFinding(finding, result, style, 'red', more),
    })),
    ...single
      .filter((one) => !isLater(one))
      .sort((one, other) => Number(isExplored(one)) - Number(isExplored(other)))
      .map(({ check, texts }, index) => ({
        rank: rankOf(check, texts),
        text: renderCheck(check, texts, result, style, index < (isExplored({ check }) ? 1 : most.detailed)),
      })),
  ]
    .sort((one, other) => one.rank - other.rank)
    .map(({ text }) => text)
  const more = blocks.length - most.blocks
  if (more > 0) blocks.splice(most.blocks, more, `… and ${more} more: --report DIR writes all, replay ID prints one\n`)
  const explained = [
    ...shared.filter(isEachLater).flatMap(({ checks }) => checks),
    ...single.filter(isLater).map(({ check }) => check),
  ]
  const later = renderExplained(explained, style)
  const others = later.length - most.blocks
  if (others > 0) later.splice(most.blocks, others, `… and ${others} more such checks: --report DIR writes all`)
  if (later.length > 0) blocks.push(`${later.join('\n')}\n`)
  return blocks.join('\n')
}

const isExplored = ({ check }: { check: CheckResult }) => check.part === explorePart

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
  const plain = checks.filter(isPlain)
  const [common] = partsIn(plain)
  const noted = (check: CheckResult) => Number(findingsIn(check, [text]).some(({ notes = [] }) => notes.length > 0))
  const stepsTo = (check: CheckResult) =>
    Math.min(...findingsIn(check, [text]).map((finding) => numberOf(finding, check)))
  const [example] = plain
    .filter(({ part }) => part === common)
    .sort((one, other) => noted(other) - noted(one) || stepsTo(one) - stepsTo(other))
  const [finding] = example ? findingsIn(example, [text]) : []
  if (!example || !finding) return ''
  const lines = [
    `${style(color, color === 'red' ? '✗' : '!')} ${style('bold', count(checks.length, 'check'))}, ${listIds(checks)}  ${style('dim', sectionsOf(text, checks))}`,
    ...[text, ...more.map(({ text }) => text)].flatMap((text) => renderOutcome(findingsIn(example, [text])[0])),
    cutLine(`    as in ${[example.id, ...placeOf(finding, example, result)].join(', ')}: ${example.title}`),
    ...renderNotes([finding]),
    ...renderSteps(example, [finding], most.givenInExample, result, style),
  ]
  return `${lines.join('\n')}\n`
}

/** The parts of checks, that with the most of them first. */
function partsIn(checks: CheckResult[]): string[] {
  const parts = checks.map(({ part }) => part)
  const sizeOf = (part: string) => parts.filter((other) => other === part).length
  return [...new Set(parts)].sort((one, other) => sizeOf(other) - sizeOf(one))
}

/** The expectation and the observation, in a line each. */
function renderOutcome(finding?: FindingResult): string[] {
  if (!finding) return []
  return [`    expected: ${qualify(finding)}`, `    seen:     ${finding.seen}`].map((line) =>
    wrapText(line, ' '.repeat(14)),
  )
}

/**
 * @param texts the findings that are not printed elsewhere.
 * @param isDetailed with the fixtures and the steps that lead to the findings: others often have the same cause.
 */
function renderCheck(check: CheckResult, texts: string[], result: Result, style: Style, isDetailed: boolean): string {
  const findings = findingsIn(check, texts).filter(
    (finding, index, all) => !all.slice(0, index).some((other) => isAlike(finding, other)),
  )
  const more = findings.length - most.findings
  const shown = [...findings]
    .sort((one, other) => rankOf(check, [formatFinding(one)]) - rankOf(check, [formatFinding(other)]))
    .slice(0, most.findings)
  const lines = [
    `${style('red', '✗')} ${style('bold', check.id)} ${check.title}  ${style('dim', listCites(check.cites))}`,
    ...shown.flatMap((finding, index) => [
      ...(shown.length > 1 || check.steps.length > 1 ? placeOf(finding, check, result).map((one) => `    ${one}`) : []),
      ...renderOutcome(finding),
      ...renderNotes([finding], shown.slice(0, index)),
    ]),
    ...(more > 0 ? [style('dim', `    … and ${more} more: replay ${check.id}`)] : []),
    ...renderSteps(check, shown, isDetailed ? most.given : 0, result, style),
  ]
  return `${lines.join('\n')}\n`
}

/** About the same value of the same response, which two rules may judge, or with the same mistaken rule. */
function isAlike(one: FindingResult, other: FindingResult): boolean {
  const [first] = one.notes ?? []
  if (first?.endsWith(alsoFit) && first === other.notes?.[0]) return true
  const subjectOf = ({ expected }: FindingResult) => expected.split(' ')[0]
  return one.step === other.step && one.seen === other.seen && subjectOf(one) === subjectOf(other)
}

/** The step that showed a finding, with its request but for ids; none if no request was answered. */
function placeOf(finding: FindingResult, check: CheckResult, { target }: Result): string[] {
  const step = check.steps.find(({ number }) => number === numberOf(finding, check))
  if (!step) return []
  const path = step.url.replace(target.url, '').replace(/\/(incidents|monitors|services)\/[^/?]+/, '/$1/…')
  return [`step ${step.number}, ${step.method} ${truncate(path, most.path)}`]
}

/** @param before findings whose notes are printed already. */
function renderNotes(findings: FindingResult[], before: FindingResult[] = []): string[] {
  const known = new Set(before.flatMap(({ notes = [] }) => notes))
  const fresh = findings.map(({ notes = [], ...rest }) => ({
    ...rest,
    notes: notes.filter((note) => !known.has(note)),
  }))
  return formatNotes(fresh).map((line) => `    ${line}`)
}

/**
 * The fixtures, the steps of these findings as command lines, and in short those that explain them; those that are left
 * out are counted.
 * @param mostGiven the fixtures; 0 for nothing but the steps of the findings.
 */
function renderSteps(
  check: CheckResult,
  findings: FindingResult[],
  mostGiven: number,
  { target }: Result,
  style: Style,
): string[] {
  const indent = ' '.repeat(9)
  const numbers = findings.map((finding) => numberOf(finding, check))
  const shown = selectSteps(check, findings).filter(({ step }) => mostGiven > 0 || numbers.includes(step.number))
  const steps = shown.flatMap((one) => {
    const { step, label, gap } = one
    const { number, curl, response } = step
    const own = findings.filter((finding) => numberOf(finding, check) === number)
    // The body of an error is a part of the finding.
    const body = own.length > 0 && response.status < 400 ? excerptOf(response.body, own) : ''
    const outcome = `  → ${formatResponse(step)}`
    return [
      ...(gap === undefined || mostGiven === 0 ? [] : [style('dim', `    ${gap}: replay ${check.id}`)]),
      ...(mostGiven > 0 ? hookLinesBefore(check, one) : []).map((line) => style('dim', cutLine(`    ${line}`))),
      own.length > 0
        ? appendTo(wrapCurl(`    ${label} ${curl.replace('"$BASE"', target.url)}`, indent), outcome, indent)
        : appendTo(cutLine(`    ${label} ${formatStep(step, target.url)}`), outcome, indent),
      ...(body === '' ? [] : [style('dim', cutLine(`${indent}${body}`))]),
    ]
  })
  const given = mostGiven > 0 ? givenOf(check, shown, mostGiven) : []
  return [...given.map((line) => style('dim', cutLine(`    ${line}`))), ...steps]
}

/**
 * A body in one line, which begins before the field that a finding is about; empty if it is long and has no such field.
 * Spaces between quotes are kept: a finding may be about them.
 */
function excerptOf(body: string, findings: FindingResult[]): string {
  const line = body.replace(/"(?:[^"\\\r\n]|\\.)*"|\s+/g, (part) => (part.startsWith('"') ? part : ' '))
  if (line.length < most.line) return line
  const starts = findings
    .flatMap(({ expected, seen }) => {
      const [, field] =
        /^(?:[\w*]+\.)*(\w+) (?:must|is|has|keeps) /.exec(`${expected} `.startsWith('the ') ? seen : expected) ?? []
      if (field === undefined) return []
      const own = line.indexOf(`"${field}":${seen.replace(/, [\d.]+ \w+ (?:ahead|behind)$/, '')}`)
      const first = line.indexOf(`"${field}":`)
      // A value is that of one record; a violation of the schema may be in each.
      const isOfOne = !expected.startsWith('the ') && first !== line.lastIndexOf(`"${field}":`)
      return own >= 0 || isOfOne ? [own] : [first]
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
  // A note names the failure that explains the others.
  const unexplained = (check: CheckResult) => findingsOf(check, result, kind).filter((one) => !isExplained(one))
  const groups = groupByText(unknown, (check) => unexplained(check).map(formatFinding))
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
  return listCites([...new Set(cites)])
}

function listCites(cites: readonly string[]): string {
  return `§${cites.slice(0, most.cites).join(' §')}${cites.length > most.cites ? ' …' : ''}`
}
