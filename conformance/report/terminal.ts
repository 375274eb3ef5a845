/** The report for a terminal: failures with their requests, then a table of the parts, then the verdict. */
import { styleText } from 'node:util'
import { count } from '../verdict/count.ts'
import { levels } from '../verdict/verdict.ts'
import { renderBlock, type Style } from './block.ts'
import type { Result } from './result.ts'
import { cutLine, wrapText } from './shell.ts'
import { formatCommonCause, formatCounts, formatIds, formatRemarks, formatVerdict, sectionsOf } from './text.ts'
import { columns, type Group, type Reason, type View, viewOf } from './view.ts'

/** Groups that are printed at most, and those with all details: others often have the same cause. */
const most = { failures: 20, detailed: 6, others: 15 }
/** If the whole target fails in one way. */
const mostBesideCommonCause = { failures: 3, detailed: 1, others: 0 }

export function renderTerminal(result: Result, isStyled: boolean): string {
  const style: Style = (format, text) => (isStyled ? styleText(format, text, { validateStream: false }) : text)
  const view = viewOf(result)
  const { failure, warning, gap } = view.groups
  const shown = view.commonCause ? mostBesideCommonCause : most
  const cited = new Set<string>()
  const renderGroups = (groups: Group[], mostGroups: number, color: 'red' | 'yellow') => {
    if (mostGroups === 0) return ''
    const blocks = groups.slice(0, mostGroups).map((group, index) => {
      // Of the sequences that were explored, the first is the shortest.
      const isFirst = index < shown.detailed || (group.isExplored && !groups[index - 1]?.isExplored)
      return renderBlock(group, { result, style, color, cited, isDetailed: color === 'red' && isFirst })
    })
    const more = groups.length - blocks.length
    if (more > 0) blocks.push(`… and ${more} more: --report DIR writes all, replay ID prints one\n`)
    return blocks.join('\n')
  }
  const isSoundUsed = [...failure, ...warning, ...gap].some(({ findings }) =>
    findings.some(({ basis }) => basis === 'sound'),
  )
  const lines = [
    ...formatCommonCause(view, result).map((line) => `${style('bold', line)}\n`),
    renderGroups(failure, shown.failures, 'red'),
    ...sectionsOf(view).map(([title, reasons]) => renderReasons(title, reasons)),
    titled('Warnings', renderGroups(warning, shown.others, 'yellow')),
    titled('Hardening gaps, which the document does not forbid', renderGroups(gap, shown.others, 'yellow')),
    isSoundUsed ? legend : '',
    renderParts(view, style),
    (result.stale ?? []).map((text) => `${style('red', '✗')} ${text}\n`).join(''),
    renderConclusion(result, view, style),
  ]
  return lines.filter((text) => text !== '').join('\n')
}

const legend =
  '(sound): the document leaves this open, but no implementation would do otherwise on purpose; README, Three verdicts\n'

const titled = (title: string, text: string) => (text === '' ? '' : `${title}:\n${text}`)

function renderReasons(title: string, reasons: Reason[]): string {
  const lines = reasons
    .slice(0, most.others)
    .map(({ text, checks }) => `    ${cutLine(text)}\n        ${formatIds(checks)}`)
  const more = reasons.length - lines.length
  if (more > 0) lines.push(`    … and ${more} more: --report DIR writes all`)
  return titled(title, lines.length === 0 ? '' : `${lines.join('\n')}\n`)
}

function renderParts({ parts }: View, style: Style): string {
  const used = columns.filter((outcome) => parts.some(({ counts }) => counts[outcome]))
  const rows = parts.map(({ part, counts }) => [part, ...used.map((outcome) => String(counts[outcome] ?? '·'))])
  const table = [['', ...used], ...rows]
  const width = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0))
  const lines = table.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(width(0)) : cell.padStart(width(column) + 2))).join(''),
  )
  return `${lines.map((line, index) => (index === 0 ? style('dim', line) : line)).join('\n')}\n`
}

const colors = {
  conformant: 'green',
  partial: 'yellow',
  'nothing seen': 'yellow',
  'not conformant': 'red',
  error: 'red',
} as const

function renderConclusion(result: Result, view: View, style: Style): string {
  const { target, level, verdict, checks, milliseconds, stale = [] } = result
  const { stated, seen } = result.conditions
  const unseen = stated.filter((condition) => !seen.includes(condition))
  const missing = unseen.length > 0 && seen.length > 0 && !result.selection ? ` (not: ${unseen.join(', ')})` : ''
  const others = levels.filter((one) => one !== level)
  const failing = others.find((other) => verdict[other] === 'not conformant')
  const missed = checks.filter(({ outcome }) => failing && outcome[failing] === 'fail')
  const hint = failing && verdict[level] !== 'not conformant' ? `; see --level ${failing} for ${formatIds(missed)}` : ''
  const words = style('bold', style(colors[verdict[level]], formatVerdict(result)))
  return [
    wrapText(
      `${count(checks.length, 'check')} in ${(milliseconds / 1000).toFixed(1)} s, ${result.connections === 'fresh' ? 'each request on a new connection, unless its check says otherwise' : 'on connections that are kept alive'}; conditions of part 7 seen: ${seen.length} of ${stated.length}${missing}`,
      '    ',
    ),
    ...formatRemarks(result).map((remark) => wrapText(remark, '    ')),
    `${target.name ?? target.url} is ${words} at the level ${style('bold', level)} (${others.map((other) => `${other}: ${verdict[other]}`).join(', ')}${hint}): ${formatCounts(view)}${stale.length > 0 ? `; outdated entries of the baseline: ${stale.length}` : ''}`,
    '',
  ].join('\n')
}
