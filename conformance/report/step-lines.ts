/** The steps of a check as lines of text: those with findings as command lines, and in short those that lead there. */

import { type Finding, isOfResponse } from '../verdict/finding.ts'
import { truncate } from '../verdict/format.ts'
import { placeOf } from './place-of.ts'
import type { CheckResult, StepResult } from './result.ts'
import { appendTo, cutLine, wrapCurl } from './shell.ts'
import { numberOf, type ShownStep } from './shown-steps.ts'
import { formatStatus } from './text.ts'

/** Characters: a body up to `line` is shown whole; a longer one from `before` characters in front of what a finding is about. */
const most = { body: 1000, line: 180, before: 60, header: 40 }
const indent = ' '.repeat(9)

export function formatStep(
  shown: ShownStep,
  check: CheckResult,
  findings: Finding[],
  base: string,
  dim: (line: string) => string,
): string[] {
  const { step, isOwn } = shown
  const outcome = `  → ${formatResponse(step)}`
  const start = `    ${step.number}.`
  if (!isOwn) return [appendTo(cutLine(`${start} ${formatRequest(step, base)}`), outcome, indent)]
  const own = findings.filter((finding) => numberOf(finding, check) === step.number)
  // A finding about a refusal has the code and the message of the error.
  const isShown = step.response.status < 400 || own.some(({ claim }) => !isOfResponse(claim))
  const body = isShown ? excerptOf(step.response.body, own) : ''
  return [
    appendTo(wrapCurl(`${start} ${step.curl.replace('"$BASE"', base)}`, indent), outcome, indent),
    ...(body === '' ? [] : [dim(`     ${body}`)]),
  ]
}

/** A request in short, with the labels of its secrets, and of the caller that sends it. */
function formatRequest({ method, url, request: { headers, body }, credentials }: StepResult, base: string): string {
  const by = credentials.length > 0 ? ` by ${credentials.join(' and ')}` : ''
  const isUnusual = ([name, value]: [string, string]) =>
    !['accept', 'content-type'].includes(name) && !credentials.some((label) => value.includes(label))
  const more = Object.entries(headers).filter(isUnusual)
  const others = more.map(([name, value]) => ` with ${name}: ${truncate(value, most.header)}`).join('')
  return `${method} ${url.replace(base, '')}${body ? ` ${body.replace(/[\r\n]+\s*/g, ' ')}` : ''}${by}${others}`
}

/** The status of a response, the code of its error, and how the credential of the request was wrong. */
function formatResponse(step: StepResult): string {
  const { code, changed, isAtOnce } = step
  const sent = changed === undefined ? '' : `, for a credential that is wrong: ${changed}`
  return `${formatStatus(step)}${code === undefined ? '' : ` ${code}`}${sent}${isAtOnce ? ', sent at once with others' : ''}`
}

/**
 * A body in one line, which begins before the field or the record that a finding is about, for the caller to cut at the end;
 * empty if it is long and has none.
 * Spaces between quotes are kept: a finding may be about them.
 */
function excerptOf(body: string, findings: Finding[]): string {
  const line = body.replace(/"(?:[^"\\\r\n]|\\.)*"|\s+/g, (part) => (part.startsWith('"') ? part : ' '))
  if (line.length < most.line) return line
  const start = placeOf(line, findings) ?? (line.length < most.body ? 0 : -1)
  if (start < 0) return ''
  const begin = Math.max(0, start - most.before)
  return `${begin > 0 ? '…' : ''}${line.slice(begin)}`
}
