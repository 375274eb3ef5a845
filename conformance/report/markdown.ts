/** The result as Markdown, for the summary of a CI job. */

import type { CheckResult, Result } from './result.ts'
import { formatSteps } from './shown-steps.ts'
import {
  checksWith,
  columns,
  failedOf,
  findingsOf,
  formatVerdict,
  groupByText,
  groupFailures,
  listIds,
  partsOf,
} from './summaries.ts'

export function renderMarkdown(result: Result): string {
  const { target, level, checks, milliseconds, stale = [] } = result
  const rows = partsOf(result).map(({ part, checks }) => {
    const counts = columns.map((outcome) => checks.filter((check) => check.outcome[level] === outcome).length || '')
    return `| ${[part, ...counts].join(' | ')} |`
  })
  const { shared, single } = groupFailures(result)
  const common = shared.map(({ text, checks }) => {
    const ids = checks.map(({ id }) => id)
    return `- **${ids.length} checks**: ${escapeText(text)} (${ids.join(', ')})`
  })
  const details = single.flatMap(({ check, texts }) => [
    `### ${check.id} ${escapeText(check.title)}`,
    '',
    `${check.cites.map((id) => `§${id}`).join(', ')}`,
    '',
    ...texts.map((text) => `- ${escapeText(text)}`),
    '',
    fence(formatSteps(check, findingsOf(check, result, 'failure')).join('\n')),
    '',
  ])
  const reasonOf = ({ reason = '' }: CheckResult) => reason
  return [
    `# ${escapeText(target.name ?? target.url)}: ${formatVerdict(result)}`,
    '',
    `${checks.length} checks at the level *${level}* in ${(milliseconds / 1000).toFixed(1)} s.`,
    '',
    `| | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '--:').join('|')}|`,
    ...rows,
    '',
    ...section('What failed', [...common, ...(common.length > 0 ? [''] : []), ...details]),
    ...section('Errors', grouped(checksWith(result, 'error'), reasonOf)),
    ...section(
      'Known failures',
      grouped(failedOf(result).known, ({ known = '' }) => known),
    ),
    ...section(
      'Out of date in the list of known failures',
      stale.map((text) => `- ${escapeText(text)}`),
    ),
    ...section('What could not be verified', grouped(checksWith(result, 'unverified'), reasonOf)),
  ].join('\n')
}

function section(title: string, lines: string[]): string[] {
  return lines.length > 0 ? [`## ${title}`, '', ...lines, ''] : []
}

function grouped(checks: CheckResult[], textOf: (check: CheckResult) => string): string[] {
  return groupByText(checks, (check) => [textOf(check)]).map(
    ({ text, checks }) => `- ${escapeText(text)} (${listIds(checks)})`,
  )
}

/** Markdown renders spaces in a row as one. */
function escapeText(text: string): string {
  const line = text.replace(/[\\`*_{}[\]<>|#&]/g, '\\$&').replaceAll('\n', ' ')
  return line.replace(/ (?= )/g, '&nbsp;')
}

/** A code block with a fence longer than any in the text. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}sh\n${text}\n${marks}`
}
