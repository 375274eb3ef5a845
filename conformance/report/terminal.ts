/** The report for a terminal: what failed and how to see it again, then what holds, part by part, then the verdict. */
import { styleText } from 'node:util'
import { type Outcome, severityOf } from '../assess/verdict.ts'
import type { CheckResult, Result } from './result.ts'
import {
  type CommonFinding,
  columns,
  failedOf,
  failingFindings,
  formatFinding,
  formatVerdict,
  group,
  groupFindings,
  partsOf,
} from './summaries.ts'

type Style = (format: 'red' | 'green' | 'yellow' | 'bold' | 'dim', text: string) => string

/** So much is told before the other reports are pointed to. */
const most = { blocks: 20, groups: 15, ids: 8, steps: 4, findings: 5 }

/** @param styled whether colours are welcome. */
export function renderTerminal(result: Result, styled: boolean): string {
  const style: Style = (format, text) => (styled ? styleText(format, text, { validateStream: false }) : text)
  const { level, checks, stale = [] } = result
  const having = (outcome: Outcome) => checks.filter((check) => check.outcome[level] === outcome)
  const because = ({ reason = '' }: CheckResult) => [reason]
  return [
    describeFailures(result, style),
    describeAlike(style('red', 'Errors'), group(having('error'), because)),
    describeAlike('Could not be verified', group(having('unverified'), because)),
    describeAlike(
      'Known failures',
      group(failedOf(result).known, ({ known = '' }) => [`known: ${known}`]),
    ),
    describeAlike(
      'Worth a look',
      group(having('warn'), (check) => warningsOf(check, result)),
    ),
    describeAlike('Holes, of which the document says nothing', group(checks, holesOf)),
    describeParts(result, style),
    ...stale.map((text) => `${style('red', '✗')} ${text}\n`),
    conclude(result, style),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

function describeFailures(result: Result, style: Style): string {
  const { failed } = failedOf(result)
  const says = (check: CheckResult) => failingFindings(check, result).map(formatFinding)
  const { shared, single } = groupFindings(failed, says)
  const blocks = [
    ...shared.map((one) => describeShared(one, result, style)),
    ...single.map(({ check, texts }) => describeCheck(check, texts, result, style)),
  ]
  const more = blocks.length - most.blocks
  if (more > 0) blocks.splice(most.blocks, more, `… and ${more} more: --report DIR tells all, replay ID one\n`)
  return blocks.join('\n')
}

function describeShared({ text, checks }: CommonFinding, result: Result, style: Style): string {
  const [example] = checks
  const lines = [
    `${style('red', '✗')} ${style('bold', `${checks.length} checks`)}: ${text}`,
    `    ${idsOf(checks)}`,
    ...(example
      ? [`    as in ${example.id} ${example.title}`, ...stepsOf(example, [text], result, style).slice(-1)]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

/** @param texts what of its findings is not told elsewhere. */
function describeCheck(check: CheckResult, texts: string[], result: Result, style: Style): string {
  const findings = failingFindings(check, result).filter((finding) => texts.includes(formatFinding(finding)))
  const told = findings.slice(0, most.findings).map((finding) => {
    const { step } = finding
    return `    ${step === undefined ? '' : `step ${step + 1}: `}${formatFinding(finding)}`
  })
  const more = findings.length - told.length
  const cites = style('dim', `§${check.cites.join(' §')}`)
  const lines = [
    `${style('red', '✗')} ${style('bold', check.id)} ${check.title}  ${cites}`,
    ...check.given.map((given) => style('dim', `    given ${given}`)),
    ...stepsOf(check, texts, result, style),
    ...told,
    ...(more > 0 ? [style('dim', `    … and ${more} more: replay ${check.id}`)] : []),
  ]
  return `${lines.join('\n')}\n`
}

/** The steps that lead to these findings. */
function stepsOf({ id, steps, findings }: CheckResult, texts: string[], { target }: Result, style: Style): string[] {
  const led = findings.filter((finding) => texts.includes(formatFinding(finding)))
  const last = Math.max(...led.map(({ step }) => step ?? steps.length - 1))
  const first = Math.max(0, last - most.steps)
  const lines = steps.slice(first, last + 1).map(({ curl, response }, index) => {
    return `    ${first + index + 1}. ${curl.replace('"$BASE"', target.url)}  → ${response.status}`
  })
  return first > 0 ? [style('dim', `    … ${first} earlier steps: replay ${id}`), ...lines] : lines
}

function warningsOf({ findings }: CheckResult, { level }: Result): string[] {
  return findings
    .filter(({ provenance }) => provenance !== 'hardening' && severityOf(provenance, level) === 'warn')
    .map(formatFinding)
}

function holesOf({ findings }: CheckResult): string[] {
  return findings
    .filter(({ provenance }) => provenance === 'hardening')
    .map(({ expected, seen }) => `${expected}; seen: ${seen}`)
}

function describeAlike(title: string, groups: CommonFinding[]): string {
  if (groups.length === 0) return ''
  const lines = groups.slice(0, most.groups).map(({ text, checks }) => `    ${text}\n        ${idsOf(checks)}`)
  const more = groups.length - lines.length
  if (more > 0) lines.push(`    … and ${more} more: --report DIR tells all`)
  return `${title}:\n${lines.join('\n')}\n`
}

function idsOf(checks: CheckResult[]): string {
  const ids = checks.map(({ id }) => id)
  const more = ids.length - most.ids
  return `${ids.slice(0, most.ids).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function describeParts(result: Result, style: Style): string {
  const { checks, level } = result
  const having = (among: CheckResult[], outcome: Outcome) =>
    among.filter((check) => check.outcome[level] === outcome).length
  const used = columns.filter((outcome) => having(checks, outcome) > 0)
  const rows = partsOf(result).map(({ part, checks }) => [
    part,
    ...used.map((one) => String(having(checks, one) || '·')),
  ])
  const table = [['', ...used], ...rows]
  const width = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0))
  const line = (row: string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(width(0)) : cell.padStart(width(column) + 2))).join('')
  return `${table.map((row, index) => (index === 0 ? style('dim', line(row)) : line(row))).join('\n')}\n`
}

function conclude(result: Result, style: Style): string {
  const { target, level, verdict, checks, conditions, milliseconds } = result
  const colour = {
    conformant: 'green',
    partial: 'yellow',
    'nothing seen': 'yellow',
    'not conformant': 'red',
    error: 'red',
  } as const
  const other = level === 'documented' ? 'profile' : 'documented'
  const unseen = conditions.stated.filter((condition) => !conditions.seen.includes(condition))
  const not = unseen.length > 0 && conditions.seen.length > 0 ? ` (not: ${unseen.join(', ')})` : ''
  const why =
    verdict[other] === 'not conformant' && verdict[level] !== 'not conformant' ? `; --level ${other} tells why` : ''
  const open = checks.filter((check) => holesOf(check).length > 0).length
  const look = `${open} ${open === 1 ? 'check shows a hole' : 'checks show holes'}, told above: look at them, whatever the verdict is`
  return [
    `${checks.length} checks in ${(milliseconds / 1000).toFixed(1)} s; conditions of part 7 seen: ${conditions.seen.length} of ${conditions.stated.length}${not}`,
    `${target.name ?? target.url} is ${style('bold', style(colour[verdict[level]], formatVerdict(result)))} at the level ${style('bold', level)} (${other}: ${verdict[other]}${why})`,
    ...(open > 0 ? [style('yellow', look)] : []),
    '',
  ].join('\n')
}
