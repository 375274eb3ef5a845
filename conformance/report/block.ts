/** A group of findings as lines of text, with the requests that show one of them: for terminal, Markdown and JUnit. */

import { count } from '../verdict/count.ts'
import type { Finding } from '../verdict/finding.ts'
import { truncate } from '../verdict/format.ts'
import type { CheckResult, Result } from './result.ts'
import { cutLine, wrapText } from './shell.ts'
import { givenIn, numberOf, selectSteps } from './shown-steps.ts'
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
  /** The requirements whose text has been printed. */
  cited?: Set<string>
}

const most = { path: 120, cites: 4, texts: 2, findings: 3 }
const indent = ' '.repeat(14)

export function renderBlock(group: Group, printing: Printing): string {
  const { checks, example, findings, cites } = group
  const { result, style = (_, text) => text, color = 'red', isDetailed = true, cited = new Set() } = printing
  const isOne = checks.length === 1
  const shown = findings.slice(0, most.findings)
  const more = findings.length - shown.length
  const name = isOne ? example.id : count(checks.length, 'check')
  const title = isOne ? ` ${example.title}` : `, ${formatIds(checks)}`
  const violated = `§${cites.slice(0, most.cites).join(' §')}${cites.length > most.cites ? ' …' : ''}`
  const requirements = result.requirements.filter(({ id }) => cites.slice(0, most.texts).includes(id) && !cited.has(id))
  for (const { id } of requirements) cited.add(id)
  const printed = new Set<string>()
  // The findings of one step have its place and what was expected once.
  const once = (line: string, scope = -2) => {
    const { size } = printed
    return printed.add(`${scope} ${line}`).size > size ? [line] : []
  }
  const isPlaced = shown.length > 1 || example.steps.length > 1
  const dim = (line: string) => style('dim', cutLine(`    ${line}`))
  const selected = selectSteps(example, shown).filter(({ isOwn }) => isDetailed || isOwn)
  const lines = [
    `${style(color, color === 'red' ? '✗' : '!')} ${style('bold', name)}${title}  ${style('dim', violated)}`,
    ...requirements.map(({ id, text }) => dim(`§${id}: ${text} (explain ${id})`)),
    ...(isOne ? [] : [cutLine(`    as in ${example.id}: ${example.title}`)]),
    ...shown.flatMap((finding) => {
      const { step = -1 } = finding
      return [
        ...(isPlaced ? formatPlace(finding, example, result).flatMap((place) => once(place, step)) : []),
        ...once(wrapText(`    expected: ${formatExpected(finding)}`, indent), step),
        wrapText(`    seen:     ${wordsOf(finding).seen}`, indent),
        ...formatNotes([finding], example).flatMap((note) => once(`    ${note}`)),
      ]
    }),
    ...(more > 0 ? [dim(`… and ${more} more: replay ${example.id}`)] : []),
    ...(isDetailed ? formatGiven(givenIn(example, selected)).map(dim) : []),
    ...selected.flatMap((step, index) => [
      ...(isDetailed && step.left > 0
        ? [dim(`… ${count(step.left, index === 0 ? 'earlier step' : 'step')}: replay ${example.id}`)]
        : []),
      ...(isDetailed ? formatGiven(step.changes).map(dim) : []),
      ...formatStep(step, example, shown, result.target.url, dim),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

/** The step that showed a finding, with its request but for ids; none if no request was answered. */
function formatPlace(finding: Finding, check: CheckResult, { target }: Result): string[] {
  const step = check.steps.find(({ number }) => number === numberOf(finding, check))
  if (!step) return []
  const path = step.url.replace(target.url, '').replace(/\/(incidents|monitors|services)\/[^/?]+/, '/$1/…')
  return [`    step ${step.number}, ${step.method} ${truncate(path, most.path)}`]
}
