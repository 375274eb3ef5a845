/** The result as Markdown, for the summary of a job. */
import type { Result } from '../result.ts'
import type { Outcome } from '../verdict.ts'
import { failuresOf, linesOf, partsOf, verdictInWords } from './reading.ts'

const columns: Outcome[] = ['pass', 'warn', 'fail', 'error', 'unverified', 'inapplicable']

export function renderMarkdown(result: Result): string {
  const { target, level, checks, milliseconds } = result
  const rows = partsOf(result).map(({ part, checks }) => {
    const counts = columns.map((outcome) => checks.filter((check) => check.outcome[level] === outcome).length || '')
    return `| ${[part, ...counts].join(' | ')} |`
  })
  const failed = checks.filter(({ outcome }) => outcome[level] === 'fail')
  const details = failed.map((check) =>
    [
      `### ${check.id} ${plain(check.title)}`,
      '',
      `§${check.cites.join(', §')}`,
      '',
      ...failuresOf(check, result).map((failure) => `- ${plain(failure)}`),
      '',
      fence(linesOf(check).join('\n')),
      '',
    ].join('\n'),
  )
  const reasons = new Map<string, number>()
  for (const { reason, outcome } of checks) {
    if (outcome[level] === 'unverified' && reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  return [
    `# ${plain(target.name ?? target.url)}: ${verdictInWords(result)}`,
    '',
    `${checks.length} checks at the level *${level}* in ${(milliseconds / 1000).toFixed(1)} s.`,
    '',
    `| | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '--:').join('|')}|`,
    ...rows,
    '',
    ...(details.length > 0 ? ['## What failed', '', ...details] : []),
    ...(reasons.size > 0 ? ['## What could not be verified', ''] : []),
    ...[...reasons].map(([reason, count]) => `- ${plain(reason)} (${count} checks)`),
    '',
  ].join('\n')
}

function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|#]/g, '\\$&').replaceAll('\n', ' ')
}

/** A code block that its text cannot end. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}sh\n${text}\n${marks}`
}
