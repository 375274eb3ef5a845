/** A note on a wrong header: the kind of response that it is wrong in, whatever the operation. */

import { count } from '../count.ts'
import type { Finding } from '../record.ts'
import type { Note, RunCall } from './run-calls.ts'

/** With few wrong responses, or one right one, the difference may be chance. */
const leastWrong = (right: number) => (right === 1 ? 5 : 2)

const headerSubject = /^(?:the header \S+|X-Request-Id) is (?!not )/

export const describeWrongHeader: Note = (call, finding, { all }) => {
  const subject = subjectOf(finding.expected)
  if (subject === undefined) return undefined
  const isWrong = ({ run, number }: RunCall) =>
    run.record.findings.some(({ expected, step }) => step === number - 1 && subjectOf(expected) === subject)
  const isRight = ({ run, number }: RunCall) =>
    [...run.record.met].some(([expected, steps]) => steps.has(number - 1) && subjectOf(expected) === subject)
  const wrong = all.filter(isWrong)
  const right = all.filter((one) => !isWrong(one) && isRight(one))
  if (right.length === 0 || wrong.length < leastWrong(right.length)) return undefined
  const { status } = call.exchange.response
  const kinds: [text: string, isOf: (status: number) => boolean][] = [
    [`with status ${status}`, (one) => one === status],
    status < 400 ? ['to accepted calls', (one) => one < 400] : ['to refused calls', (one) => one >= 400],
  ]
  const isOf = (is: (status: number) => boolean) => (one: RunCall) => is(one.exchange.response.status)
  const [found] = kinds.find(([, is]) => wrong.every(isOf(is)) && !right.some(isOf(is))) ?? []
  return found && `wrong in all ${count(wrong.length, 'response')} ${found}; right in ${count(right.length, 'other')}`
}

/** Values differ from call to call. */
function subjectOf(expected: Finding['expected']): string | undefined {
  return headerSubject.exec(expected)?.[0]
}
