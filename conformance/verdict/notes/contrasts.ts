/** Notes on a call that is wrongly accepted or refused: calls of the same operation that were right, or contradict it. */

import type { Exchange } from '../../client/http.ts'
import { count } from '../count.ts'
import { statusAndCode } from '../response.ts'
import { cut, textIn } from './fields.ts'
import { describeIntermittence } from './intermittence.ts'
import { describeLoss } from './lost-objects.ts'
import { distanceBetween, onlyPropertiesOf, propertiesOf } from './properties.ts'
import { describeRepetition, describeSecondSignUp, findBefore } from './repeated-calls.ts'
import {
  hasFinding,
  isAccepted,
  isDeletedBy,
  isMet,
  isOpposite,
  type Note,
  objectOf,
  operationOf,
  type RunCall,
  type RunCalls,
  subjectOf,
} from './run-calls.ts'
import { describeUnaskedResolve } from './unasked-changes.ts'
import { describeUnknownId } from './unknown-ids.ts'

/** Their outcome depends on texts more than on properties. */
const textual = ['signup', 'login', 'scheduleAccountDeletion']

export const describeContrast: Note = (call, finding, calls) =>
  describeDepartureOfTeam(call, calls) ??
  describeDisagreement(call, calls) ??
  describeSecondSignUp(call, finding, calls) ??
  describeRepetition(call, calls) ??
  describeRightCall(call, finding, calls)

export const describeRightCall: Note = (call, finding, calls) =>
  describeIntermittence(call, finding, calls) ??
  describeOneDifference(call, finding, calls) ??
  describeRightStep(call, finding, calls)

/** A first request for deletion that is refused as a second one, after another member of the team left. */
function describeDepartureOfTeam(call: RunCall, calls: RunCalls): string | undefined {
  const { exchange } = call
  if (exchange.request.operationId !== 'scheduleAccountDeletion' || exchange.response.status !== 409) return undefined
  const isOther = (one: Exchange) =>
    isAccepted(one) && calls.teamOf(one) === calls.teamOf(exchange) && !calls.isSameCaller(one, exchange)
  const other = findBefore(call, calls, isOther)
  return (
    other && `step ${other.number} scheduled the deletion of another member of this team: did it take this one, too?`
  )
}

/** An object that is there by one step and not by a later one, or resolved by one and not by a later one. */
function describeDisagreement(call: RunCall, calls: RunCalls): string | undefined {
  const { exchange, number } = call
  const { status } = exchange.response
  if (objectOf(exchange) === undefined) return undefined
  const contradicts = (earlier: number) =>
    status < 300
      ? [404, 409, 410].includes(earlier)
      : status === 404 && exchange.request.method !== 'DELETE' && (earlier < 300 || earlier === 409)
  const isOther = (one: Exchange) =>
    one.request.path === exchange.request.path &&
    calls.credentialOf(one) === calls.credentialOf(exchange) &&
    contradicts(one.response.status)
  const other = findBefore(call, calls, isOther)
  if (!other || isDeletedBy(exchange, calls.before(exchange)) || isChangedBetween(other.exchange, exchange, calls))
    return undefined
  const cause = textIn(exchange, 'cause')
  const source = calls.acceptedOn(call).find((one) => cause && textIn(one.exchange, 'cause') === cause)
  if (source)
    return `the cause of step ${number} is the one that step ${source.number} stored; that of step ${other.number} is not`
  const refused = isAccepted(other.exchange) ? number : other.number
  return `steps ${other.number} and ${number} disagree about the same object${calls.connections}: does a process or a cache have a view of its own, or did the refused step ${refused} change the object?`
}

/** The same operation in the same check, with the right outcome. */
const describeRightStep: Note = (call, finding, calls) => {
  const [{ expected }, { run, exchange }] = [finding, call]
  // A right or wrong text in another call tells nothing, and what removed an object says more.
  if (textual.includes(`${operationOf(call)}`) && !isInvalid(call)) return undefined
  if (describeLoss(call, finding, calls) !== undefined) return undefined
  const isRight = (one: RunCall) =>
    one.run === run && isOpposite(one.exchange, exchange) && !hasFinding(one) && isMet(one, expected)
  const [other] = calls
    .ofOperation(call)
    .filter(isRight)
    .sort((one, two) => distanceBetween(one, call, calls) - distanceBetween(two, call, calls))
  return (
    other &&
    `step ${other.number}, the same operation${describeDifference(other, call, calls)}, was right: ${statusAndCode(other.exchange)}`
  )
}

/** Calls with the right outcome that differ in one property only, which no other right call contradicts. */
export const describeOneDifference: Note = (call, finding, calls) => {
  const { expected } = finding
  // The removal of the object, its id, or simultaneous calls explain more.
  if (
    call.exchange.isAtOnce ||
    isInvalid(call) ||
    textual.includes(`${operationOf(call)}`) ||
    [describeLoss, describeUnknownId, describeUnaskedResolve].some(
      (describe) => describe(call, finding, calls) !== undefined,
    )
  )
    return undefined
  const right = [...calls.ofOperation(call), ...calls.exploredOf(call)].filter(
    (one) => !hasFinding(one) && !isInvalid(one) && isMet(one, expected),
  )
  const differences = new Map<string, number>()
  for (const one of right) {
    const [own, others] = onlyPropertiesOf(call, one, calls)
    // Keys of operators have no properties.
    if (operationOf(call) === 'listDeletionRequests' && !calls.isSameCaller(one.exchange, call.exchange)) continue
    const [property = '', ...more] = [...own, ...others]
    const isOwn = own.length > 0
    const isContradicted = right.some((other) => propertiesOf(other, calls).includes(property) === isOwn)
    if (property === '' || more.length > 0 || isContradicted) continue
    const text = `${isOwn ? 'this one is' : 'the right ones are'} ${property}`
    differences.set(text, (differences.get(text) ?? 0) + 1)
  }
  const [most] = [...differences].sort(([, one], [, other]) => other - one)
  return most && `right in ${count(most[1], 'other call')} of this operation, with one difference only: ${most[0]}`
}

/** For a finding in the body of an error: the same error of the same operation without one. */
export const describeSameError: Note = (call, { expected }, calls) => {
  const text = statusAndCode(call.exchange)
  const isRight = (one: RunCall) => !hasFinding(one) && isMet(one, expected) && statusAndCode(one.exchange) === text
  const right = calls.ofOperation(call).filter(isRight)
  const [example] = right
  if (!/error|upgradeUrl/.test(expected) || !example) return undefined
  const caller = callerOf(example)
  return `${count(right.length, 'other call')} of this operation had it right with the same ${text}, as step ${example.number} of ${example.run.check.id}${caller ? `, by ${caller}` : ''}`
}

const isInvalid = ({ exchange }: RunCall) => exchange.request.invalidCredential !== undefined

export function describeDifference(other: RunCall, call: RunCall, { isSameCaller, userOf }: RunCalls): string {
  const [one, exchange] = [other.exchange, call.exchange]
  const { invalidCredential } = one.request
  const [kind = ''] = / \([^)]*\)/.exec(subjectOf(other) ?? '') ?? []
  const isSame = objectOf(one) === objectOf(exchange)
  const [query, otherQuery] = [exchange, one].map(({ request }) => request.path.split('?')[1])
  return [
    objectOf(exchange) === undefined ? '' : ` on ${isSame ? 'the same' : 'another'} object`,
    isSame ? '' : kind,
    query === otherQuery ? '' : otherQuery === undefined ? ' without a query' : ` with ${cut(otherQuery)}`,
    invalidCredential ? ` with another credential (${invalidCredential.description})` : '',
    isSameCaller(one, exchange) || invalidCredential ? '' : ` by ${userOf(one)?.traits[0] ?? 'another caller'}`,
    one.request.body === exchange.request.body ? '' : one.request.body ? ' with another body' : ' without a body',
  ].join('')
}

/** Whether a call between two others changed their object. */
function isChangedBetween(first: Exchange, last: Exchange, calls: RunCalls): boolean {
  return calls
    .before(last)
    .slice(calls.before(first).length + 1)
    .some(
      ({ exchange: one }) =>
        one.request.method !== 'GET' &&
        isAccepted(one) &&
        (objectOf(one) ?? one.request.path) === (objectOf(last) ?? last.request.path),
    )
}

/** The line about the caller, without its credentials. */
function callerOf({ run, exchange }: RunCall): string | undefined {
  const headers = Object.values(exchange.request.headers)
  const isOf = (line: string) => {
    const [, token] = / \(([^\s,()]+)/.exec(line) ?? []
    return token !== undefined && token.length > 8 && headers.some((value) => value.includes(token))
  }
  return run.record.given.find(isOf)?.replace(/^[^:]*: | \(.*$/g, '')
}
