/** Notes that name another call: the plainest with the same finding, or a right one that differs least. */

import { explorePart } from '../../explore/explore-checks.ts'
import { sameAs } from '../../report/summaries.ts'
import { count } from '../count.ts'
import type { Finding } from '../record.ts'
import { describeConstantAnswer } from './constant-answers.ts'
import { isAlike, isRight, isSameOutcome } from './likeness.ts'
import { distanceBetween, propertiesOf, sharesTeam } from './properties.ts'
import { describeResetRule } from './reset-counts.ts'
import {
  isAboutOutcome,
  isAccepted,
  type Note,
  operationOf,
  placeOf,
  type RunCall,
  type RunCalls,
} from './run-calls.ts'
import { describeSeparation, leastRight } from './separations.ts'
import { findSharedTeam } from './shared-teams.ts'

/** Differences of the most similar call that a note names. */
const mostDifferences = 3
/** Fields with a text that a client chooses: the text decides more often than the call. */
const chosenText = /^(?:\w+\.)*(?:name|email|cause) /

/** Where few calls are right, the one that differs least. */
export const describeNearest: Note = (call, finding, calls) => {
  // Random ids may meet a pattern by chance; the status depends on more than one call sends.
  if (/ must match the pattern /.test(finding.seen) || /^the status /.test(finding.expected)) return undefined
  if (chosenText.test(finding.expected)) return undefined
  // A value of one record does not depend on the query.
  if (operationOf(call) === 'listDeletionRequests' && !finding.expected.startsWith('pagination')) return undefined
  const right = calls.ofOperation(call).filter((one) => isRight(one, call, finding, false))
  if (right.length >= leastRight(2)) return undefined
  const own = propertiesOf(call, calls)
  const [one] = right.sort((one, other) => distanceBetween(one, call, calls) - distanceBetween(other, call, calls))
  const others = one ? propertiesOf(one, calls).filter((property) => !own.includes(property)) : []
  // The request decides more often than its object.
  const isSent = (property: string) => Number(property.startsWith('with '))
  const differing = others.sort((first, second) => isSent(second) - isSent(first))
  if (!one || differing.length === 0) return undefined
  return `right in ${count(right.length, 'other call')} of this operation; the most similar is ${placeOf(one, call)}, ${differing.slice(0, mostDifferences).join(', ')}`
}

/** The plainest finding of the same kind in another check: documented, of no sequence, and after the fewest steps. */
export const describeSame: Note = (call, finding, calls) => {
  const separation = describeSeparation(call, finding, calls)
  const isOfTeam = separation?.includes(sharesTeam) || isRefusedForTeam(call, finding, calls)
  const shared = isOfTeam ? findSharedTeam(calls.userOf(call.exchange)?.teamId, calls) : undefined
  if (shared && shared.run !== call.run) return `${sameAs} step ${shared.number} of ${shared.run.check.id}: begin there`
  const isSeparate = separation !== undefined
  const rule = describeRule(call, finding, calls)
  const isSame = (one: RunCall) =>
    !one.exchange.isAtOnce &&
    // A level that judges this check may not judge those of the profile.
    (one.run.check.level !== 'profile' || call.run.check.level === 'profile') &&
    one.run.record.findings.some(
      (other) =>
        (rule !== undefined && other.step === one.number - 1 && describeRule(one, other, calls) === rule) ||
        (isSeparate && isAlike(call, finding, one, other)) ||
        ((isSeparate || !isAccepted(call.exchange)) && isSameOutcome(call, finding, one, other)),
    )
  const rank = (one: RunCall) => {
    const { run, number } = one
    const own = run.record.findings.filter(({ step }) => step === number - 1)
    const isDocumented = own.some(({ basis }) => basis === 'documented')
    const isExplained = own.some((other) => describeSeparation(one, other, calls) !== undefined)
    const penalties = [!isExplained && 500, run.check.part === explorePart && 1000, !isDocumented && 2000]
    return penalties.reduce<number>((sum, penalty) => sum + Number(penalty), number)
  }
  const isOperation = (one: RunCall) => rule !== undefined || operationOf(one) === operationOf(call)
  const same = calls.all.filter((one) => one.exchange === call.exchange || (isOperation(one) && isSame(one)))
  // Of equal ones, the first.
  const [plainest] = same.sort((one, other) => rank(one) - rank(other))
  if (!plainest || plainest.run === call.run) return undefined
  return `${sameAs} step ${plainest.number} of ${plainest.run.check.id}: begin there`
}

/** A mistake that explains all findings for which it is named. */
const describeRule: Note = (call, finding, calls) =>
  describeConstantAnswer(call, finding, calls) ?? describeResetRule(call, finding, calls)

/** A request for deletion of an owner whose team another sign-up returned, too. */
function isRefusedForTeam(call: RunCall, finding: Finding, calls: RunCalls): boolean {
  const { status } = call.exchange.response
  const isRefused = isAboutOutcome(finding) && operationOf(call) === 'scheduleAccountDeletion' && status === 409
  return isRefused && propertiesOf(call, calls).includes(`by ${sharesTeam}`)
}
