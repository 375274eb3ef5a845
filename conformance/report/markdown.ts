/** The result as Markdown, for the summary of a CI job. */

import type { Result } from './result.ts'
import { formatFinding, formatIds, formatRemarks, formatSteps, formatVerdict } from './text.ts'
import { columns, type Group, type View, viewOf } from './view.ts'

export function renderMarkdown(result: Result): string {
  const { target, level, checks, milliseconds, stale = [] } = result
  const { groups, parts, errors, known, missing, unverified } = viewOf(result)
  const rows = parts.map(({ part, counts }) => `| ${[part, ...columns.map((one) => counts[one] ?? '')].join(' | ')} |`)
  return [
    `# ${escapeText(target.name ?? target.url)}: ${formatVerdict(result)}`,
    '',
    `${checks.length} checks at the level *${level}* in ${(milliseconds / 1000).toFixed(1)} s.`,
    '',
    ...formatRemarks(result).flatMap((remark) => [escapeText(remark), '']),
    `| | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '--:').join('|')}|`,
    ...rows,
    '',
    ...section('What failed', groups.failure.flatMap(renderGroup)),
    ...section('Errors', renderReasons(errors)),
    ...section('Known failures', renderReasons(known)),
    ...section(
      'Out of date in the list of known failures',
      stale.map((text) => `- ${escapeText(text)}`),
    ),
    ...section('Not there yet', renderReasons(missing)),
    ...section('What could not be verified', renderReasons(unverified)),
  ].join('\n')
}

function section(title: string, lines: string[]): string[] {
  return lines.length > 0 ? [`## ${title}`, '', ...lines, ''] : []
}

function renderGroup({ checks, example, findings, cites }: Group): string[] {
  const others = checks.filter((check) => check !== example).map(({ id }) => id)
  return [
    `### ${example.id} ${escapeText(example.title)}`,
    '',
    ...(others.length > 0 ? [`The same in ${others.join(', ')}.`, ''] : []),
    cites.map((id) => `§${id}`).join(', '),
    '',
    ...findings.map((finding) => `- ${escapeText(formatFinding(finding))}`),
    '',
    fence(formatSteps(example, findings).join('\n')),
    '',
  ]
}

function renderReasons(reasons: View['errors']): string[] {
  return reasons.map(({ text, checks }) => `- ${escapeText(text)} (${formatIds(checks)})`)
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
