/** Notes on an object of the kit that is gone, although no call deleted it. */
import { limits } from '@monitoring-service/contract'
import type { Exchange } from '../../client/http.ts'
import { acceptanceExpected } from '../response.ts'
import {
  isAccepted,
  isDeletedBy,
  type Note,
  objectOf,
  operationOf,
  parentsOf,
  placeOf,
  type RunCall,
  type RunCalls,
} from './run-calls.ts'

/** Deletions that a note names. */
const mostDeletions = 3

/** Names the refused deletion before it, or the other deletions of its team. */
export const describeLoss: Note = (call, { expected, seen }, calls) => {
  const { run, exchange } = call
  const isMade = run.record.objects.has(objectOf(exchange) ?? '')
  const isAboutNone = expected.startsWith('the number of calls that succeeded') && seen === '0'
  const isMeant = expected === acceptanceExpected || isAboutNone
  if (!isMeant || exchange.response.status !== 404 || !isMade) return undefined
  const before = calls.before(exchange)
  if (isDeletedBy(exchange, before)) return undefined
  const sibling = describeDeletedSibling(call, before)
  if (sibling) return sibling
  const refused = describeRefusedDeletion(call, before, calls)
  const others = describeOtherDeletions(call, refused ? before.filter((one) => one.run === run) : before, calls)
  const known = [refused, others].filter(Boolean).join('; or, since ')
  return known || describeNone(call)
}

/** Only the hook deletes accounts during a run. */
function describeNone({ run, number }: RunCall): string {
  const isDue = run.record.given.some(
    (line) =>
      Number(/deletion requested (\S+) days ago/.exec(line)?.[1]) > limits.gracePeriodDays ||
      Number(/^after step (\d+), the hook .*\b(?:delet|complet)/.exec(line)?.[1]) < number,
  )
  const end = isDue ? ', but the hook deleted an account: did that take it, too?' : ''
  return `no call of this run deleted this object, or anything else of its team since it was made${end}`
}

/** The last deletion of another incident of its monitor or service, since it was made. */
function describeDeletedSibling(call: RunCall, before: RunCall[]): string | undefined {
  const { run } = call
  const own = parentsOf(call)
  const isOther = (one: RunCall) =>
    operationOf(one) === 'deleteIncident' && isAccepted(one.exchange) && one.exchange.started >= run.record.started
  const deletions = before.filter(isOther)
  for (const kind of ['monitor', 'service'] as const) {
    const sibling = deletions.findLast((one) => own[kind] !== undefined && parentsOf(one)[kind] === own[kind])
    if (!sibling) continue
    return `no call deleted this object, but ${placeOf(sibling, call)} deleted another incident of its ${kind}: did that take this one, too?`
  }
  return undefined
}

/** The refused deletion after which an object of the kit is gone, if nothing shows that it was still there. */
function describeRefusedDeletion(call: RunCall, before: RunCall[], { credentialOf }: RunCalls) {
  const { exchange } = call
  const about = before.filter(({ exchange: one }) => objectOf(one) === objectOf(exchange))
  const later = about.slice(about.findLastIndex(({ exchange: one }) => isAccepted(one)) + 1)
  const isMissing = ({ exchange: one }: RunCall) =>
    one.response.status === 404 && credentialOf(one) === credentialOf(exchange)
  const firstMissing = later.findIndex(isMissing)
  const last = (firstMissing < 0 ? later : later.slice(0, firstMissing)).findLast(
    (one) => operationOf(one) === 'deleteIncident',
  )
  if (!last) return undefined
  const { status } = last.exchange.response
  const which = about.length === 1 ? 'the only call on it before' : 'the last call before that could have removed it'
  return `${which} was the ${status < 500 ? 'refused' : 'failed'} DELETE of ${placeOf(last, call)} (${status}): was it carried out all the same?`
}

function describeOtherDeletions(call: RunCall, before: RunCall[], { teamOf }: RunCalls) {
  const { run, exchange } = call
  const isSuspect = ({ exchange: one }: RunCall) =>
    one.started >= run.record.started && isDeletion(one) && teamOf(one) === teamOf(exchange)
  const kindOf = (one: Exchange) => objectOf(one)?.split('/')[0]
  const isSameKind = ({ exchange: one }: RunCall) => Number(kindOf(one) === kindOf(exchange))
  const suspects = before
    .filter(isSuspect)
    .reverse()
    .sort((one, other) => isSameKind(other) - isSameKind(one))
  if (suspects.length === 0) return undefined
  const names = suspects.slice(0, mostDeletions).map((one) => {
    const { request, response } = one.exchange
    const path = request.path.replace(/^.*(?=\/(?:incidents|monitors|services|account)\/)/, '…')
    return `${request.method} ${path} → ${response.status} in ${placeOf(one, call)}`
  })
  return `no call deleted this object, but its team had: ${names.join('; ')}: did one of these take more than its own object?`
}

function isDeletion(exchange: Exchange): boolean {
  const { method, operationId } = exchange.request
  return isAccepted(exchange) && (method === 'DELETE' || operationId === 'scheduleAccountDeletion')
}
