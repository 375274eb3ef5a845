/** Words that several reports share: findings, records, steps and the verdict in a line each. */

import { count } from '../verdict/count.ts'
import type { Finding } from '../verdict/finding.ts'
import type { Level } from '../verdict/verdict.ts'
import { wordsOfGiven } from './given-words.ts'
import { wordsOfNote } from './note-words.ts'
import type { CheckResult, Result, StepResult } from './result.ts'
import { cutLine, wrapText } from './shell.ts'
import { type FindingKind, findingKinds, kindOf, type Reason, reasonKinds, type View } from './view.ts'
import { wordsOf } from './words.ts'

const most = { ids: 12, given: 8, notes: 6 }

/** The expectation with its basis, if that is not the document. */
export function formatExpected(finding: Finding): string {
  return `${wordsOf(finding).expected}${finding.basis === 'documented' ? '' : ` (${finding.basis})`}`
}

const formatClaim = (finding: Finding) => `${formatExpected(finding)}; seen: ${wordsOf(finding).seen}`

export function formatFinding(finding: Finding): string {
  const { step } = finding
  const place = step === undefined ? '' : `step ${step + 1}: `
  return `${place}${formatClaim(finding)}`
}

export function formatNotes(findings: Finding[], { id }: CheckResult): string[] {
  const notes = findings.flatMap(({ notes = [] }) => notes.map((note) => wordsOfNote(note, id)))
  return [...new Set(notes)].slice(0, most.notes).flatMap((note) => wrapText(note, '    ').split('\n'))
}

export function formatGiven(given: CheckResult['given']): string[] {
  const lines = given
    .slice(0, most.given)
    .map((one) => cutLine(`${one.kind === 'change' ? '' : 'given '}${wordsOfGiven(one)}`))
  const more = given.length - lines.length
  return more > 0 ? [...lines, `… and ${more} more given, in report.json`] : lines
}

export function formatStatus({ response: { status }, unanswered }: StepResult): string {
  return unanswered === undefined ? `${status}` : `no response: ${unanswered}`
}

/** All steps that a result has, with the findings of this level that they show, and those of other steps. */
export function formatSteps(check: CheckResult, level: Level): string[] {
  const { steps } = check
  const findings = check.findings.filter((one) => kindOf(one, level) !== undefined)
  const markOf = (finding: Finding) => (kindOf(finding, level) === 'failure' ? '✗' : '!')
  const isAt = (step: StepResult) => (finding: Finding) => finding.step === step.number - 1
  const lines = steps.flatMap((step) => [
    ...['', `${step.number}. ${step.curl}`, `   → ${formatStatus(step)}, after ${step.milliseconds} ms`],
    ...Object.entries(step.response.headers).map(([name, value]) => `     ${name}: ${value}`),
    ...(step.response.body === '' ? [] : [`     ${step.response.body}`]),
    ...findings
      .filter(isAt(step))
      .flatMap((one) => [
        `   ${markOf(one)} ${formatClaim(one)}`,
        ...formatNotes([one], check).map((note) => `     ${note}`),
      ]),
  ])
  const others = findings.filter((one) => !steps.some((step) => isAt(step)(one)))
  return [...lines, ...(others.length > 0 ? [''] : []), ...others.map((one) => `${markOf(one)} ${formatFinding(one)}`)]
}

export function formatIds(checks: CheckResult[]): string {
  const more = checks.length - most.ids
  const ids = checks.slice(0, most.ids).map(({ id }) => id)
  return `${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const nouns: { [K in FindingKind]: string } = { failure: 'failure', gap: 'hardening gap', warning: 'warning' }

/** As in `2 failures, 1 hardening gap, 0 warnings`: the numbers of checks. */
export function formatCounts({ counts }: View): string {
  return findingKinds.map((kind) => count(counts[kind], nouns[kind])).join(', ')
}

/** The reasons why checks have no findings that count, with their titles. */
export function sectionsOf({ reasons }: View): [title: string, reasons: Reason[]][] {
  return reasonKinds.map((kind) => [reasonTitles[kind], reasons[kind]])
}

const reasonTitles = {
  error: 'Errors',
  unverified: 'Could not be verified',
  missing: 'Not there yet',
  known: 'Known failures',
}

/** The first lines of a report if most checks fail for one cause. */
export function formatCommonCause({ commonCause }: View, { checks }: Result): string[] {
  if (!commonCause) return []
  const extent = `${commonCause.checks.length} of ${checks.length} checks`
  return [`The whole target fails in one way (${extent}): begin here, since other failures may follow from it.`]
}

type Judged = Pick<Result, 'verdict' | 'level' | 'selection' | 'counts' | 'interrupted'> & {
  checks: Pick<CheckResult, 'known' | 'outcome'>[]
}

/** Answers of gateways, and records that the run leaves behind. */
export function formatRemarks({ gateway, left: { accounts, scheduled, records } }: Result): string[] {
  const made = Object.entries(records).filter(([kind]) => kind !== 'rows' && kind !== 'token')
  const left = [
    accounts > 0 && `${count(accounts, 'account')} that signed up`,
    scheduled > 0 && count(scheduled, 'scheduled deletion'),
    made.length > 0 && `from the hook ${made.map(([kind, number]) => count(number, kind)).join(', ')}`,
  ].filter(Boolean)
  const forms = gateway?.forms.join(', ')
  return [
    gateway &&
      `${gateway.answers} of ${gateway.of} answers are a gateway's (${forms}), not the target's: no check fails for them`,
    left.length > 0 && `left in the target: ${left.join('; ')}`,
  ].filter((remark) => typeof remark === 'string')
}

/** The verdict as words that follow "is". */
export function formatVerdict({ verdict, level, selection, counts, checks, interrupted }: Judged): string {
  const ending = interrupted ? ' (the run was interrupted)' : ''
  if (verdict[level] === 'error') return `not judged (checks ended in an error)${ending}`
  if (verdict[level] === 'nothing seen') return `not judged: nothing could be seen${ending}`
  if (verdict[level] !== 'partial') return `${verdict[level]}${ending}`
  const { unverified = 0, missing = 0 } = counts[level]
  const known = checks.filter(({ known, outcome }) => known !== undefined && outcome[level] === 'fail').length
  const limitations = [
    ...(unverified > 0 ? [`${unverified} unverified`] : []),
    ...(missing > 0 ? [`${missing} not there yet`] : []),
    ...(known > 0 ? [count(known, 'known failure')] : []),
    ...(interrupted ? ['the run was interrupted'] : []),
  ]
  const extent = selection
    ? `as far as ${selection.checks} of ${selection.of} checks can tell`
    : 'as far as could be seen'
  return `conformant ${extent}${limitations.length > 0 ? ` (${limitations.join(', ')})` : ''}`
}
