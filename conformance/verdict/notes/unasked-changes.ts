/** Notes on an incident of the kit that is resolved, although no resolve of it was accepted. */
import type { Finding } from '../record.ts'
import { acceptanceExpected } from '../response.ts'
import {
  isAccepted,
  type Note,
  nameOf,
  objectOf,
  operationOf,
  placeOf,
  type RunCall,
  type RunCalls,
} from './run-calls.ts'

/** Refused calls that a note names. */
const mostCalls = 3

/** Names the refused calls on it. */
export const describeUnaskedResolve: Note = (call, finding, calls) => {
  const suspects = callsBefore(call, finding, calls)?.filter(
    (one) => objectOf(one.exchange) === objectOf(call.exchange),
  )
  if (!suspects || suspects.length === 0) return undefined
  const resolves = suspects.filter((one) => operationOf(one) === 'resolveIncident')
  const named = (resolves.length > 0 ? resolves : suspects).slice(-mostCalls).map((one) => {
    const { request, response } = one.exchange
    return `${request.method} of ${placeOf(one, call)} (${response.status})`
  })
  return `no resolve of it was accepted before; there were only the ${named.join(' and the ')}: was one carried out all the same?`
}

/** Counts what its team did since it was made, if no call was about it. */
export const describeCallsOfTeam: Note = (call, finding, calls) => {
  const before = callsBefore(call, finding, calls)
  if (!before || before.some((one) => objectOf(one.exchange) === objectOf(call.exchange))) return undefined
  const isOfTeam = ({ exchange }: RunCall) =>
    isAccepted(exchange) && calls.teamOf(exchange) === calls.teamOf(call.exchange)
  const names = before.filter(isOfTeam).map((one) => nameOf(one.exchange))
  const counts = [...new Set(names)].map((name) => `${name} (${names.filter((one) => one === name).length})`)
  if (counts.length === 0) return undefined
  return `no call was about it before; since it was made, its team had: ${counts.join(', ')}: did one of these resolve it?`
}

/** The calls since the incident was made; undefined if the finding is about something else. */
function callsBefore(call: RunCall, { expected }: Finding, calls: RunCalls): RunCall[] | undefined {
  const { exchange, run } = call
  const isAboutResolve = operationOf(call) === 'resolveIncident' && exchange.response.status === 409
  if (!isAboutResolve || expected !== acceptanceExpected) return undefined
  const before = calls.before(exchange).filter((one) => one.exchange.started >= run.record.started)
  const isResolve = (one: RunCall) =>
    operationOf(one) === 'resolveIncident' && isAccepted(one.exchange) && objectOf(one.exchange) === objectOf(exchange)
  return before.some(isResolve) ? undefined : before
}
