/** Summaries of a result that several reports share. */
import { count } from '../verdict/count.ts'
import { type Level, levels, type Outcome, severityOf } from '../verdict/verdict.ts'
import type { CheckResult, FindingResult, Result, Selection, StepResult } from './result.ts'
import { cutLine, wrapText } from './shell.ts'

export type Style = (format: 'red' | 'green' | 'yellow' | 'bold' | 'dim', text: string) => string

/** The columns of a table of outcomes. */
export const columns: Outcome[] = ['pass', 'warn', 'fail', 'error', 'unverified', 'inapplicable']

export function partsOf({ checks }: Result): { part: string; checks: CheckResult[] }[] {
  const parts = [...new Set(checks.map(({ part }) => part))]
  return parts.map((part) => ({ part, checks: checks.filter((check) => check.part === part) }))
}

/** The levels that do not decide. */
export function othersOf({ level }: Result): Level[] {
  return levels.filter((one) => one !== level)
}

/** The checks that fail at the deciding level, apart from known failures. */
export function failedOf({ checks, level }: Result): { failed: CheckResult[]; known: CheckResult[] } {
  const all = checks.filter(({ outcome }) => outcome[level] === 'fail')
  return {
    failed: all.filter(({ known }) => known === undefined),
    known: checks.filter(({ known }) => known !== undefined),
  }
}

export function checksWith({ checks, level }: Result, outcome: Outcome): CheckResult[] {
  return checks.filter((check) => check.outcome[level] === outcome)
}

/** The kind of a finding for the reader: a failure, a hardening gap that the document does not forbid, or a warning. */
export type FindingKind = 'failure' | 'gap' | 'warning'

export function kindOf({ provenance }: FindingResult, level: Level): FindingKind | undefined {
  const severity = severityOf(provenance, level)
  if (severity === 'fail') return 'failure'
  if (severity === 'nothing') return undefined
  return provenance === 'hardening' ? 'gap' : 'warning'
}

/** The findings of a kind. In a check of the profile, findings of another level count only if that level judges them. */
export function findingsOf(check: CheckResult, { level }: Result, kind: FindingKind): FindingResult[] {
  if (check.outcome[level] === 'inapplicable') return []
  return check.findings.filter((finding) => kindOf(finding, level) === kind)
}

/** The checks with unknown warnings or hardening gaps. */
export function warnedOf(result: Result): CheckResult[] {
  return result.checks.filter(
    (check) =>
      check.known === undefined &&
      (['warning', 'gap'] as const).some((kind) => findingsOf(check, result, kind).length > 0),
  )
}

/** The numbers of checks with failures, hardening gaps and warnings, as in `2 failures, 1 hardening gap`. */
export function formatCounts(result: Result): string {
  const unknown = result.checks.filter(({ known }) => known === undefined)
  const nouns = { failure: 'failure', gap: 'hardening gap', warning: 'warning' }
  return (Object.keys(nouns) as FindingKind[])
    .map((kind) => count(unknown.filter((check) => findingsOf(check, result, kind).length > 0).length, nouns[kind]))
    .join(', ')
}

/** The failing findings of a check as text, with their steps. */
export function failuresOf(check: CheckResult, result: Result): string[] {
  return findingsOf(check, result, 'failure').map(formatWithStep)
}

function formatWithStep(finding: FindingResult): string {
  const { step } = finding
  return `${step === undefined ? '' : `step ${step + 1}: `}${formatFinding(finding)}`
}

/** Without the step, so that equal findings of several checks have equal texts. */
export function formatFinding(finding: FindingResult): string {
  return `${qualify(finding)}; seen: ${finding.seen}`
}

/** The expectation, with its basis if that is not the document. */
export function qualify({ provenance, expected }: FindingResult): string {
  return `${expected}${provenance === 'documented' ? '' : ` (${provenance})`}`
}

/** Ends a note that names a mistaken rule of resets. */
export const alsoFit = ' right ones fit that, too'

/** Begins a note that names another finding, which explains this one. */
export const sameAs = 'the same as in'

/** The notes on findings from other calls of the run, each once. */
export function formatNotes(findings: FindingResult[]): string[] {
  const notes = new Set(findings.flatMap(({ notes = [] }) => notes))
  return [...notes].slice(0, mostNotes).flatMap((note) => wrapText(note, '    ').split('\n'))
}

const mostNotes = 6

/** The number of checks from which a common finding is printed once. */
const commonFrom = 3

export interface CommonFinding {
  text: string
  checks: CheckResult[]
}

/** The findings that several failed checks have in common, and the checks with other findings. */
export function groupFailures(result: Result): {
  shared: CommonFinding[]
  single: { check: CheckResult; texts: string[] }[]
} {
  const { failed } = failedOf(result)
  const textsOf = (check: CheckResult) => findingsOf(check, result, 'failure').map(formatFinding)
  const shared = groupByText(failed, textsOf)
    .filter(({ checks }) => checks.length >= commonFrom)
    .sort((one, other) => rankOf(one.checks[0], [one.text]) - rankOf(other.checks[0], [other.text]))
  const sharedTexts = new Set(shared.map(({ text }) => text))
  const isLater = ({ check, texts: [first] }: { check: CheckResult; texts: string[] }) =>
    check.findings.some((finding) => formatFinding(finding) === first && isExplained(finding))
  const single = failed
    .map((check) => ({ check, texts: textsOf(check).filter((text) => !sharedTexts.has(text)) }))
    .filter(({ texts }) => texts.length > 0)
    .sort(
      (one, other) =>
        Number(isLater(one)) - Number(isLater(other)) ||
        rankOf(one.check, one.texts) - rankOf(other.check, other.texts),
    )
  return { shared, single }
}

/** The findings of a check with these texts. */
export function findingsIn({ findings }: CheckResult, texts: string[]): FindingResult[] {
  return findings.filter((finding) => texts.includes(formatFinding(finding)))
}

/** By the first level that fails: what contradicts the document comes first, and the decisions of openapi.yaml last. */
export function rankOf(check: CheckResult | undefined, texts: string[]): number {
  const found = check ? findingsIn(check, texts) : []
  return Math.min(
    ...found.map(({ provenance }) => levels.findIndex((level) => severityOf(provenance, level) === 'fail')),
  )
}

export function explanationIn(notes: readonly string[]): string | undefined {
  return notes.find((note) => note.startsWith(sameAs))
}

/** Whether a note says which other finding explains it. */
export function isExplained({ notes = [] }: FindingResult): boolean {
  return explanationIn(notes) !== undefined
}

/** Checks grouped by their texts, the largest group first. */
export function groupByText(checks: CheckResult[], textsOf: (check: CheckResult) => string[]): CommonFinding[] {
  const groups = new Map<string, CheckResult[]>()
  for (const check of checks) {
    for (const text of new Set(textsOf(check))) groups.set(text, [...(groups.get(text) ?? []), check])
  }
  return [...groups]
    .map(([text, checks]) => ({ text, checks }))
    .sort((one, other) => other.checks.length - one.checks.length)
}

const mostIds = 8

export function listIds(checks: CheckResult[]): string {
  const ids = checks.map(({ id }) => id)
  const more = ids.length - mostIds
  return `${ids.slice(0, mostIds).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Fixtures of a check that are shown at most; report.json has all. */
const mostGiven = 8

export function formatGiven({ given }: Pick<CheckResult, 'given'>, most = mostGiven): string[] {
  const lines = given.slice(0, most).map((fixture) => cutLine(`given ${fixture}`))
  const more = given.length - lines.length
  return more > 0 ? [...lines, `… and ${more} more given, in report.json`] : lines
}

/** The status of a response, the code of its error, and how the credential of the request was wrong. */
export function formatResponse({ response: { status, body }, changed, isAtOnce }: StepResult): string {
  const [, code] = /"code"\s*:\s*"(\w{1,60})"/.exec(status < 400 ? '' : body) ?? []
  const at = isAtOnce ? ', sent at once with others' : ''
  const sent = changed === undefined ? '' : `, for a credential that is wrong: ${changed}`
  return `${status}${code === undefined ? '' : ` ${code}`}${sent}${at}`
}

/** The reason of checks that did not run because of Ctrl-C. */
export const interruptedReason = 'the run was interrupted'

/** The verdict as words that follow "is". */
export function formatVerdict(result: Result): string {
  const { verdict, level, selection } = result
  const interruption = result.checks.some(({ reason }) => reason === interruptedReason) ? [interruptedReason] : []
  const ending = interruption.map((reason) => ` (${reason})`).join('')
  if (verdict[level] === 'error') return `not judged (checks ended in an error)${ending}`
  if (verdict[level] === 'nothing seen') return `not judged: nothing could be seen${ending}`
  if (verdict[level] !== 'partial') return `${verdict[level]}${ending}`
  const extent = selection
    ? `as far as ${selection.checks} of ${selection.of} checks can tell`
    : 'as far as could be seen'
  const limitations = [...limitationsOf({ ...result, selection: undefined }), ...interruption]
  return `conformant ${extent}${limitations.length > 0 ? ` (${limitations.join(', ')})` : ''}`
}

/** The parts that a partial verdict does not cover. */
export function limitationsOf(
  result: Pick<Result, 'counts' | 'level' | 'checks'> & { selection?: Selection | undefined },
): string[] {
  const { counts, level, selection } = result
  const unverified = counts[level].unverified ?? 0
  const known = result.checks.filter(({ known, outcome }) => known !== undefined && outcome[level] === 'fail').length
  return [
    ...(selection ? [`${selection.checks} of ${selection.of} checks`] : []),
    ...(unverified > 0 ? [`${unverified} unverified`] : []),
    ...(known > 0 ? [count(known, 'known failure')] : []),
  ]
}
