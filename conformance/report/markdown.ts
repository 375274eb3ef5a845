/** The result as Markdown, for the summary of a CI job. */

import { renderBlock } from './block.ts'
import type { Result } from './result.ts'
import { formatCommonCause, formatIds, formatRemarks, formatVerdict, sectionsOf } from './text.ts'
import { columns, viewOf } from './view.ts'

export function renderMarkdown(result: Result): string {
  const { target, level, checks, milliseconds, stale = [] } = result
  const view = viewOf(result)
  const rows = view.parts.map(
    ({ part, counts }) => `| ${[part, ...columns.map((one) => counts[one] ?? '')].join(' | ')} |`,
  )
  return [
    `# ${escapeText(target.name ?? target.url)}: ${formatVerdict(result)}`,
    '',
    `${checks.length} checks at the level *${level}* in ${(milliseconds / 1000).toFixed(1)} s.`,
    '',
    ...[...formatCommonCause(view, result), ...formatRemarks(result)].flatMap((remark) => [escapeText(remark), '']),
    `| | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '--:').join('|')}|`,
    ...rows,
    '',
    ...section(
      'What failed',
      view.groups.failure.flatMap((group) => [
        `### ${group.example.id} ${escapeText(group.example.title)}`,
        ...['', fence(renderBlock(group, { result })), ''],
      ]),
    ),
    ...sectionsOf(view).flatMap(([title, reasons]) =>
      section(
        title,
        reasons.map(({ text, checks }) => `- ${escapeText(text)} (${formatIds(checks)})`),
      ),
    ),
    ...section(
      'Outdated known failures',
      stale.map((text) => `- ${escapeText(text)}`),
    ),
  ].join('\n')
}

function section(title: string, lines: string[]): string[] {
  return lines.length > 0 ? [`## ${title}`, '', ...lines, ''] : []
}

const escapeText = (text: string) => text.replace(/[\\`*_{}[\]<>|#&]/g, '\\$&').replaceAll('\n', ' ')

/** A code block with a fence longer than any in the text. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}sh\n${text}\n${marks}`
}
