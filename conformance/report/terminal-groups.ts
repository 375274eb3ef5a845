/** Groups of findings in the report for a terminal, each with the requests that show one of them. */

import { count } from '../verdict/count.ts'
import type { Finding } from '../verdict/finding.ts'
import { truncate } from '../verdict/format.ts'
import type { CheckResult, Result } from './result.ts'
import { appendTo, cutLine, wrapCurl, wrapText } from './shell.ts'
import { givenIn, numberOf, type ShownStep, selectSteps } from './steps.ts'
import {
  formatExpected,
  formatGap,
  formatGiven,
  formatIds,
  formatNotes,
  formatNumber,
  formatRequest,
  formatResponse,
} from './text.ts'
import type { Group } from './view.ts'
import { wordsOf } from './words.ts'

export type Style = (format: 'red' | 'green' | 'yellow' | 'bold' | 'dim', text: string) => string

/** Groups after the first few have fewer details: others often have the same cause. */
const most = { body: 1000, line: 180, before: 60, path: 120, detailed: 6, cites: 4, findings: 3, given: 8 }

export function renderGroups(
  groups: Group[],
  mostGroups: number,
  result: Result,
  style: Style,
  color: 'red' | 'yellow' = 'red',
): string {
  const shown = groups.slice(0, mostGroups)
  // Of the sequences that were explored, the first is the shortest.
  const isDetailed = (group: Group, index: number) =>
    index < most.detailed || (group.isExplored && !shown[index - 1]?.isExplored)
  const blocks = shown.map((group, index) => renderGroup(group, isDetailed(group, index), result, style, color))
  const more = groups.length - blocks.length
  if (more > 0) blocks.push(`… and ${more} more: --report DIR writes all, replay ID prints one\n`)
  return blocks.join('\n')
}

/** @param isDetailed with the records and the steps that lead to the findings. */
function renderGroup(
  { checks, example, findings, cites }: Group,
  isDetailed: boolean,
  result: Result,
  style: Style,
  color: 'red' | 'yellow',
): string {
  const isOne = checks.length === 1
  const shown = findings.slice(0, most.findings)
  const more = findings.length - shown.length
  const name = isOne ? example.id : count(checks.length, 'check')
  const title = isOne ? ` ${example.title}` : `, ${formatIds(checks)}`
  const lines = [
    `${style(color, color === 'red' ? '✗' : '!')} ${style('bold', name)}${title}  ${style('dim', formatCites(cites))}`,
    ...(isOne ? [] : [cutLine(`    as in ${example.id}: ${example.title}`)]),
    ...shown.flatMap((finding, index) => [
      ...(shown.length > 1 || example.steps.length > 1 ? formatPlace(finding, example, result) : []),
      ...renderOutcome(finding),
      ...notesAfter(shown.slice(0, index), finding, example),
    ]),
    ...(more > 0 ? [style('dim', `    … and ${more} more: replay ${example.id}`)] : []),
    ...renderSteps(example, shown, isDetailed, result, style),
  ]
  return `${lines.join('\n')}\n`
}

/** The requirements that are violated, the first few. */
function formatCites(cites: readonly string[]): string {
  return `§${cites.slice(0, most.cites).join(' §')}${cites.length > most.cites ? ' …' : ''}`
}

/** The step that showed a finding, with its request but for ids; none if no request was answered. */
function formatPlace(finding: Finding, check: CheckResult, { target }: Result): string[] {
  const step = check.steps.find(({ number }) => number === numberOf(finding, check))
  if (!step) return []
  const path = step.url.replace(target.url, '').replace(/\/(incidents|monitors|services)\/[^/?]+/, '/$1/…')
  return [`    step ${step.number}, ${step.method} ${truncate(path, most.path)}`]
}

/** The expectation and the observation, in a line each. */
function renderOutcome(finding: Finding): string[] {
  return [`    expected: ${formatExpected(finding)}`, `    seen:     ${wordsOf(finding).seen}`].map((line) =>
    wrapText(line, ' '.repeat(14)),
  )
}

/** @param before findings whose notes are printed already. */
function notesAfter(before: Finding[], finding: Finding, check: CheckResult): string[] {
  const known = formatNotes(before, check)
  return formatNotes([finding], check)
    .filter((note) => !known.includes(note))
    .map((line) => `    ${line}`)
}

/** The steps of these findings as command lines; with details, the records and in short the steps that explain them. */
function renderSteps(
  check: CheckResult,
  findings: Finding[],
  isDetailed: boolean,
  result: Result,
  style: Style,
): string[] {
  const steps = selectSteps(check, findings).filter(({ isOwn }) => isDetailed || isOwn)
  const given = isDetailed ? formatGiven(givenIn(check, steps), most.given) : []
  const about = (shown: ShownStep, index: number) => [
    ...formatGap(shown, index === 0).map((gap) => `${gap}: replay ${check.id}`),
    ...shown.changes.flatMap((change) => formatGiven([change])),
  ]
  const dim = (line: string) => style('dim', cutLine(`    ${line}`))
  return [
    ...given.map(dim),
    ...steps.flatMap((shown, index) => [
      ...(isDetailed ? about(shown, index) : []).map(dim),
      ...renderStep(shown, check, findings, result, style),
    ]),
  ]
}

function renderStep(
  shown: ShownStep,
  check: CheckResult,
  findings: Finding[],
  { target }: Result,
  style: Style,
): string[] {
  const { step, isOwn } = shown
  const indent = ' '.repeat(9)
  const outcome = `  → ${formatResponse(step)}`
  const start = `    ${formatNumber(shown)}`
  if (!isOwn) return [appendTo(cutLine(`${start} ${formatRequest(step, target.url)}`), outcome, indent)]
  const own = findings.filter((finding) => numberOf(finding, check) === step.number)
  // The body of an error is a part of the finding.
  const body = step.response.status < 400 ? excerptOf(step.response.body, own) : ''
  return [
    appendTo(wrapCurl(`${start} ${step.curl.replace('"$BASE"', target.url)}`, indent), outcome, indent),
    ...(body === '' ? [] : [style('dim', cutLine(`${indent}${body}`))]),
  ]
}

/**
 * A body in one line, which begins before the field that a finding is about; empty if it is long and has no such field.
 * Spaces between quotes are kept: a finding may be about them.
 */
function excerptOf(body: string, findings: Finding[]): string {
  const line = body.replace(/"(?:[^"\\\r\n]|\\.)*"|\s+/g, (part) => (part.startsWith('"') ? part : ' '))
  if (line.length < most.line) return line
  const starts = findings.flatMap(({ subject, value, claim }) => {
    const name = `"${subject.split(' ')[0]?.split('.').at(-1)}":`
    const [own, first] = [line.indexOf(`${name}${JSON.stringify(value)}`), line.indexOf(name)]
    // A value is that of one record; a violation of the schema may be in each.
    const isSure = 'shape' in claim || first === line.lastIndexOf(name)
    return own >= 0 ? own : isSure && first >= 0 ? first : []
  })
  const [start = line.length < most.body ? 0 : -1] = starts
  if (start < 0) return ''
  const begin = Math.max(0, start - most.before)
  return `${begin > 0 ? '…' : ''}${line.slice(begin)}`
}
