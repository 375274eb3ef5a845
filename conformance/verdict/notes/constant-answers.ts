/** A note on a wrong status that all calls of an operation have in common. */

import { count } from '../count.ts'
import type { Finding } from '../record.ts'
import { acceptanceExpected } from '../response.ts'
import { isAboutOutcome, isAccepted, type Note, operationOf, type RunCall, type RunCalls } from './run-calls.ts'

/** Fewer calls have a status in common by chance. */
const leastCalls = 5
/** With two expected outcomes, one of them may be wrong only; a further one shows that the status depends on none. */
const leastOutcomes = 3
/** Refusals of a request as such, before the operation is called. */
const general = [400, 401, 405, 413, 415]

const notes = new WeakMap<RunCalls, Map<string, string | undefined>>()

export const describeConstantAnswer: Note = (call, finding, calls) => {
  const isAboutStatus = finding.expected.startsWith('the status is ')
  if (!isAboutOutcome(finding) && !isAboutStatus) return undefined
  const known = notes.get(calls) ?? new Map<string, string | undefined>()
  notes.set(calls, known)
  const key = `${operationOf(call)} ${call.exchange.response.status} ${isAboutStatus}`
  if (!known.has(key)) known.set(key, findConstant(call, isAboutStatus, calls))
  return known.get(key)
}

function findConstant(call: RunCall, isAboutStatus: boolean, calls: RunCalls): string | undefined {
  const { status } = call.exchange.response
  const all = [call, ...calls.ofOperation(call), ...calls.exploredOf(call)]
  const others = all.filter(({ exchange: { response } }) => response.status !== status)
  const rest = [...new Set(others.map(({ exchange }) => exchange.response.status))].sort()
  const judged = all.filter((one) => !others.includes(one))
  const outcomes = new Set(judged.flatMap(outcomesOf))
  const isConstant = judged.length >= leastCalls && rest.every((one) => general.includes(one))
  if (isConstant && outcomes.has(acceptanceExpected) && outcomes.size >= leastOutcomes) {
    const exception = others.length > 0 ? `, apart from ${others.length} that answered ${rest.join(' or ')}` : ''
    return `all ${count(judged.length, 'call')} of this operation answered ${status}, whatever was expected${exception}`
  }
  const isAcceptance = isAboutStatus && isAccepted(call.exchange) && judged.length >= leastCalls
  if (!isAcceptance || others.some(({ exchange }) => isAccepted(exchange))) return undefined
  return `all ${judged.length} accepted calls of this operation answered ${status}`
}

/** The outcomes that were expected of a call. */
function outcomesOf({ run: { record }, number }: RunCall): string[] {
  const met = [...record.met].flatMap(([expected, steps]) => (steps.has(number - 1) ? [expected] : []))
  const violated = record.findings.flatMap(({ step, expected }) => (step === number - 1 ? [expected] : []))
  return [...met, ...violated].filter((expected) => isAboutOutcome({ expected } as Finding))
}
