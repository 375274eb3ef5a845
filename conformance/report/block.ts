/** A group of findings as lines of text, with the requests that show one of them: for terminal, Markdown and JUnit. */

import { groupBy } from '@monitoring-service/contract/group-by'
import { count } from '../verdict/count.ts'
import type { Finding } from '../verdict/finding.ts'
import { truncate } from '../verdict/format.ts'
import type { CheckResult, Result } from './result.ts'
import { cutLine, wrapText } from './shell.ts'
import { givenIn, numberOf, type ShownStep, selectSteps } from './shown-steps.ts'
import { formatStep } from './step-lines.ts'
import { formatExpected, formatGiven, formatIds, formatNotes } from './text.ts'
import type { Group } from './view.ts'
import { wordsOf } from './words.ts'

export type Style = (format: 'red' | 'green' | 'yellow' | 'bold' | 'dim', text: string) => string

interface Printing {
  result: Result
  style?: Style
  /** Of a warning, yellow. */
  color?: 'red' | 'yellow'
  /** With the records and the steps that lead to the findings. */
  isDetailed?: boolean
  /** The requirements whose text has been printed; each block adds its own. */
  cited?: Set<string>
}

const most = { path: 120, cites: 4, texts: 2, findings: 3 }
const indent = ' '.repeat(14)

export function renderBlock(group: Group, printing: Printing): string {
  const { checks, example, findings, cites } = group
  const { result, style = (_, text) => text, color = 'red', isDetailed = true, cited = new Set() } = printing
  const dim = (line: string) => style('dim', cutLine(`    ${line}`))
  const isOne = checks.length === 1
  const name = isOne ? example.id : count(checks.length, 'check')
  const title = isOne ? ` ${example.title}` : `, ${formatIds(checks)}`
  const violated = `§${cites.slice(0, most.cites).join(' §')}${cites.length > most.cites ? ' …' : ''}`
  const uncited = cites.slice(0, most.texts).filter((id) => !cited.has(id))
  for (const id of uncited) cited.add(id)
  const requirements = uncited.flatMap((id) => result.requirements.find((one) => one.id === id) ?? [])
  const shown = findings.slice(0, most.findings)
  const more = findings.length - shown.length
  const steps = selectSteps(example, shown)
  const lines = [
    `${style(color, color === 'red' ? '✗' : '!')} ${style('bold', name)}${title}  ${style('dim', violated)}`,
    ...requirements.map(({ id, text }) => dim(`§${id}: ${text} (explain ${id})`)),
    ...(isOne ? [] : [cutLine(`    as in ${example.id}: ${example.title}`)]),
    ...formatFindings(shown, example, result.target.url),
    ...(more > 0 ? [dim(`… and ${more} more: replay ${example.id}`)] : []),
    ...(isDetailed ? formatGiven(givenIn(example, steps, shown)).map(dim) : []),
    ...steps.flatMap((step, index) => [
      ...(isDetailed ? formatBefore(step, index, example.id).map(dim) : []),
      ...(isDetailed || step.isOwn ? formatStep(step, example, shown, result.target.url, dim) : []),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

/** Those of one step have its place once, and what was expected, and what the notes say. */
function formatFindings(findings: Finding[], check: CheckResult, base: string): string[] {
  const isPlaced = findings.length > 1 || check.steps.length > 1
  const said = new Set<string>()
  const formatSeen = (finding: Finding) => {
    const notes = formatNotes([finding], check).filter((note) => !said.has(note))
    for (const note of notes) said.add(note)
    return [wrapText(`    seen:     ${wordsOf(finding).seen}`, indent), ...notes.map((note) => `    ${note}`)]
  }
  return [...groupBy(findings, (finding) => numberOf(finding, check))].flatMap(([number, ofStep]) => [
    ...(isPlaced ? formatPlace(number, check, base) : []),
    ...[...groupBy(ofStep, formatExpected)].flatMap(([expected, same]) => [
      wrapText(`    expected: ${expected}`, indent),
      ...same.flatMap(formatSeen),
    ]),
  ])
}

/** The step that showed a finding, with its request but for ids; none if no request was answered. */
function formatPlace(number: number, { steps }: CheckResult, base: string): string[] {
  const step = steps.find((one) => one.number === number)
  if (!step) return []
  const path = step.url.replace(base, '').replace(/\/(incidents|monitors|services)\/[^/?]+/, '/$1/…')
  return [`    step ${number}, ${step.method} ${truncate(path, most.path)}`]
}

/** The number of steps that are left out, and what changed there. */
function formatBefore({ left, changes }: ShownStep, index: number, id: string): string[] {
  const leftOut = `… ${count(left, index === 0 ? 'earlier step' : 'step')}: replay ${id}`
  return [...(left > 0 ? [leftOut] : []), ...formatGiven(changes)]
}
