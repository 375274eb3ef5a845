/** Notes that name another call: the plainest with the same finding, or a right one that differs least. */
import { explorePart } from '../../explore/explore-checks.ts'
import { count, sameAs } from '../../report/summaries.ts'
import { isAlike, isRight, isSameOutcome } from './likeness.ts'
import { distanceBetween, propertiesOf, sharesTeam } from './properties.ts'
import { describeResetRule } from './reset-counts.ts'
import { isAccepted, type Note, operationOf, placeOf, type RunCall, type RunCalls } from './run-calls.ts'
import { describeSeparation, leastRight } from './separations.ts'
import { findSharedTeam } from './shared-teams.ts'

/** Differences of the most similar call that a note names. */
const mostDifferences = 3

/** Where few calls are right, the one that differs least. */
export const describeNearest: Note = (call, finding, calls) => {
  // Random ids may meet it by chance; a record does not depend on the query, nor a limit on what one call sends.
  const isByChance = / must match the pattern /.test(finding.seen) || finding.expected.startsWith('the status ')
  if (isByChance || operationOf(call) === 'listDeletionRequests') return undefined
  const right = calls.ofOperation(call).filter((one) => isRight(one, call, finding, false))
  if (right.length >= leastRight(2)) return undefined
  const own = propertiesOf(call, calls)
  const [one] = right.sort((one, other) => distanceBetween(one, call, calls) - distanceBetween(other, call, calls))
  const others = one ? propertiesOf(one, calls).filter((property) => !own.includes(property)) : []
  // What is sent decides more often than what a call is about.
  const isSent = (property: string) => Number(property.startsWith('with '))
  const differing = others.sort((first, second) => isSent(second) - isSent(first))
  if (!one || differing.length === 0) return undefined
  return `right in ${count(right.length, 'other call')} of this operation; the most similar is ${placeOf(one, call)}, ${differing.slice(0, mostDifferences).join(', ')}`
}

/** The plainest finding of the same kind in another check: documented, of no sequence, and after the fewest steps. */
export const describeSame: Note = (call, finding, calls) => {
  const separation = describeSeparation(call, finding, calls)
  const isOfTeam = separation?.includes(sharesTeam) || isRefusedForTeam(call, calls)
  const shared = isOfTeam ? findSharedTeam(calls) : undefined
  if (shared && shared.run !== call.run) return `${sameAs} step ${shared.number} of ${shared.run.check.id}: begin there`
  const isSeparate = separation !== undefined
  const rule = describeResetRule(call, finding, calls)
  const isSame = (one: RunCall) =>
    !one.exchange.isAtOnce &&
    // A level that judges this check may not judge those of the profile.
    (one.run.check.level !== 'profile' || call.run.check.level === 'profile') &&
    one.run.record.findings.some(
      (other) =>
        (rule !== undefined && describeResetRule(one, other, calls) === rule) ||
        (isSeparate && isAlike(call, finding, one, other)) ||
        ((isSeparate || !isAccepted(call.exchange)) && isSameOutcome(call, finding, one, other)),
    )
  const rank = ({ run, number }: RunCall) => {
    const isDocumented = run.record.findings.some(({ step, basis }) => step === number - 1 && basis === 'documented')
    return number + (run.check.part === explorePart ? 1000 : 0) + (isDocumented ? 0 : 2000)
  }
  const isOperation = (one: RunCall) => rule !== undefined || operationOf(one) === operationOf(call)
  const same = calls.all.filter((one) => one.exchange === call.exchange || (isOperation(one) && isSame(one)))
  // Of equal ones, the first.
  const [plainest] = same.sort((one, other) => rank(one) - rank(other))
  if (!plainest || plainest.run === call.run) return undefined
  return `${sameAs} step ${plainest.number} of ${plainest.run.check.id}: begin there`
}

/** A request for deletion of an owner whose team another sign-up returned, too. */
function isRefusedForTeam(call: RunCall, calls: RunCalls): boolean {
  const isRefused = operationOf(call) === 'scheduleAccountDeletion' && call.exchange.response.status === 409
  return isRefused && propertiesOf(call, calls).includes(`by ${sharesTeam}`)
}
