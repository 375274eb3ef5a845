/** The result as Markdown, for the summary of a job. */

import type { Outcome } from '../assess/verdict.ts'
import type { CheckResult, Result } from './result.ts'
import {
  columns,
  failedOf,
  failingFindings,
  formatFinding,
  formatSteps,
  formatVerdict,
  group,
  groupFindings,
  partsOf,
} from './summaries.ts'

export function renderMarkdown(result: Result): string {
  const { target, level, checks, milliseconds, stale = [] } = result
  const having = (outcome: Outcome) => checks.filter((check) => check.outcome[level] === outcome)
  const rows = partsOf(result).map(({ part, checks }) => {
    const counts = columns.map((outcome) => checks.filter((check) => check.outcome[level] === outcome).length || '')
    return `| ${[part, ...counts].join(' | ')} |`
  })
  const { failed, known } = failedOf(result)
  const { shared, single } = groupFindings(failed, (check) => failingFindings(check, result).map(formatFinding))
  const together = shared.map(({ text, checks }) => {
    const ids = checks.map(({ id }) => id)
    return `- **${ids.length} checks**: ${plain(text)} (${ids.join(', ')})`
  })
  const details = single.map(({ check, texts }) =>
    [
      `### ${check.id} ${plain(check.title)}`,
      '',
      `§${check.cites.join(', §')}`,
      '',
      ...texts.map((text) => `- ${plain(text)}`),
      '',
      fence(formatSteps(check).join('\n')),
      '',
    ].join('\n'),
  )
  const alike = (having: CheckResult[], says: (check: CheckResult) => string) =>
    group(having, (check) => [says(check)]).map(({ text, checks }) => {
      const [{ id } = { id: '' }] = checks
      return `- ${plain(text)} (${checks.length === 1 ? id : `${checks.length} checks`})`
    })
  const because = ({ reason = '' }: CheckResult) => reason
  const section = (title: string, lines: string[]) => (lines.length > 0 ? [`## ${title}`, '', ...lines, ''] : [])
  return [
    `# ${plain(target.name ?? target.url)}: ${formatVerdict(result)}`,
    '',
    `${checks.length} checks at the level *${level}* in ${(milliseconds / 1000).toFixed(1)} s.`,
    '',
    `| | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '--:').join('|')}|`,
    ...rows,
    '',
    ...section('What failed', [...together, ...(together.length > 0 ? [''] : []), ...details]),
    ...section('Errors', alike(having('error'), because)),
    ...section(
      'Known failures',
      alike(known, ({ known = '' }) => known),
    ),
    ...section(
      'Out of date in the list of known failures',
      stale.map((text) => `- ${plain(text)}`),
    ),
    ...section('What could not be verified', alike(having('unverified'), because)),
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
