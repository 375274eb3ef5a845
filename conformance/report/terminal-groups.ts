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

interface Printing {
  result: Result
  style: Style
  /** The records and steps that were printed, by check: a warning does not repeat those of a failure. */
  printed: Set<string>
}

/** Groups after the first few have fewer details: others often have the same cause. */
const most = { body: 1000, line: 180, before: 60, path: 120, detailed: 6, cites: 4, findings: 3 }

export function renderGroups(
  groups: Group[],
  mostGroups: number,
  printing: Printing,
  color: 'red' | 'yellow' = 'red',
): string {
  const shown = groups.slice(0, mostGroups)
  // Of the sequences that were explored, the first is the shortest.
  const isDetailed = (group: Group, index: number) =>
    index < most.detailed || (group.isExplored && !shown[index - 1]?.isExplored)
  const blocks = shown.map((group, index) => renderGroup(group, isDetailed(group, index), printing, color))
  const more = groups.length - blocks.length
  if (more > 0) blocks.push(`… and ${more} more: --report DIR writes all, replay ID prints one\n`)
  return blocks.join('\n')
}

/** @param isDetailed with the records and the steps that lead to the findings. */
function renderGroup(
  { checks, example, findings, cites }: Group,
  isDetailed: boolean,
  printing: Printing,
  color: 'red' | 'yellow',
): string {
  const { style } = printing
  const isOne = checks.length === 1
  const shown = findings.slice(0, most.findings)
  const more = findings.length - shown.length
  const name = isOne ? example.id : count(checks.length, 'check')
  const title = isOne ? ` ${example.title}` : `, ${formatIds(checks)}`
  const violated = `§${cites.slice(0, most.cites).join(' §')}${cites.length > most.cites ? ' …' : ''}`
  const notes = new Set<string>()
  const isFirst = (note: string) => !notes.has(note) && Boolean(notes.add(note))
  const isPlaced = shown.length > 1 || example.steps.length > 1
  const lines = [
    `${style(color, color === 'red' ? '✗' : '!')} ${style('bold', name)}${title}  ${style('dim', violated)}`,
    ...renderRequirement(cites, printing),
    ...(isOne ? [] : [cutLine(`    as in ${example.id}: ${example.title}`)]),
    ...shown.flatMap((finding) => [
      ...(isPlaced ? formatPlace(finding, example, printing) : []),
      ...renderOutcome(finding),
      ...formatNotes([finding], example)
        .filter(isFirst)
        .map((note) => `    ${note}`),
    ]),
    ...(more > 0 ? [style('dim', `    … and ${more} more: replay ${example.id}`)] : []),
    ...renderSteps(example, shown, isDetailed, printing),
  ]
  return `${lines.join('\n')}\n`
}

/** What the document says, where the report cites it first. */
function renderRequirement([id]: string[], { result, style, printed }: Printing): string[] {
  const requirement = result.sentences.find((one) => one.id === id)
  if (!requirement || printed.has(`§${id}`)) return []
  printed.add(`§${id}`)
  return [style('dim', cutLine(`    §${id}: ${requirement.text} (explain ${id})`))]
}

/** The step that showed a finding, with its request but for ids; none if no request was answered. */
function formatPlace(finding: Finding, check: CheckResult, { result, printed }: Printing): string[] {
  const step = check.steps.find(({ number }) => number === numberOf(finding, check))
  if (!step) return []
  const path = step.url.replace(result.target.url, '').replace(/\/(incidents|monitors|services)\/[^/?]+/, '/$1/…')
  const where = printed.has(`${check.id} ${step.number} whole`) ? ', printed above' : ''
  return [`    step ${step.number}, ${step.method} ${truncate(path, most.path)}${where}`]
}

/** The expectation and the observation, in a line each. */
function renderOutcome(finding: Finding): string[] {
  return [`    expected: ${formatExpected(finding)}`, `    seen:     ${wordsOf(finding).seen}`].map((line) =>
    wrapText(line, ' '.repeat(14)),
  )
}

/** The steps of these findings as command lines; with details, the records and in short the steps that explain them. */
function renderSteps(check: CheckResult, findings: Finding[], isDetailed: boolean, printing: Printing): string[] {
  const { style, printed } = printing
  const isNew = (part: string | number) => !printed.has(`${check.id} ${part}`) && printed.add(`${check.id} ${part}`)
  const dim = (line: string) => style('dim', cutLine(`    ${line}`))
  const selected = selectSteps(check, findings).filter(({ isOwn }) => isDetailed || isOwn)
  const given = isDetailed ? formatGiven(givenIn(check, selected)).filter(isNew) : []
  const steps = selected.filter(({ first, step, isOwn }) => {
    const numbers = Array.from({ length: step.number - first.number + 1 }, (_, index) => first.number + index)
    const added = numbers.filter(isNew)
    return (isOwn ? numbers.filter((number) => isNew(`${number} whole`)) : added).length > 0
  })
  const about = (shown: ShownStep, index: number) => [
    ...formatGap(shown, index === 0).map((gap) => `${gap}: replay ${check.id}`),
    ...formatGiven(shown.changes),
  ]
  return [
    ...given.map(dim),
    ...steps.flatMap((shown, index) => [
      ...(isDetailed ? about(shown, index) : []).map(dim),
      ...renderStep(shown, check, findings, printing),
    ]),
  ]
}

function renderStep(shown: ShownStep, check: CheckResult, findings: Finding[], { result, style }: Printing): string[] {
  const { step, isOwn } = shown
  const { url } = result.target
  const indent = ' '.repeat(9)
  const outcome = `  → ${formatResponse(step)}`
  const start = `    ${formatNumber(shown)}`
  if (!isOwn) return [appendTo(cutLine(`${start} ${formatRequest(step, url)}`), outcome, indent)]
  const own = findings.filter((finding) => numberOf(finding, check) === step.number)
  // The body of an error is a part of the finding.
  const body = step.response.status < 400 ? excerptOf(step.response.body, own) : ''
  return [
    appendTo(wrapCurl(`${start} ${step.curl.replace('"$BASE"', url)}`, indent), outcome, indent),
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
    const name = `"${subject.split('.').at(-1)}":`
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
