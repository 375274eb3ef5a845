/** Notes on a call whose effect an earlier one had already. */
import type { Exchange } from '../../client/http.ts'
import { textIn } from './fields.ts'
import {
  hasFinding,
  isAccepted,
  isOpposite,
  type Note,
  nameOf,
  objectOf,
  operationOf,
  placeOf,
  type RunCall,
  type RunCalls,
} from './run-calls.ts'

/** A sign-up with a registered address that is accepted, beside one of the same check that is refused. */
export const describeSecondSignUp: Note = (call, { expected }, calls) => {
  const { exchange } = call
  const isMeant = /^the call is refused(?:: e-mail already registered)?$/.test(expected)
  if (operationOf(call) !== 'signup' || !isMeant || !isAccepted(exchange) || exchange.isAtOnce) return undefined
  const email = textIn(exchange, 'email')?.toLowerCase()
  const isRefused = (one: Exchange) => one.response.status === 409 && textIn(one, 'email')?.toLowerCase() === email
  const other = findBefore(call, calls, isRefused)
  return (
    other &&
    `step ${other.number}, a sign-up with the same address, was refused (409)${calls.connections}: does each process know addresses of its own?`
  )
}

/** A second success, where other second calls were refused. */
export function describeRepetition(call: RunCall, calls: RunCalls): string | undefined {
  const first = findFirst(call, calls)
  if (!first || !isAccepted(call.exchange) || call.exchange.isAtOnce) return undefined
  if (first.exchange.isAtOnce) return describeRestoration(first, call, calls)
  const hasBody = ({ exchange }: RunCall) => exchange.request.body !== undefined
  const refused = calls
    .ofOperation(call)
    .filter((one) => isOpposite(one.exchange, call.exchange) && !hasFinding(one) && hasBody(one) === hasBody(call))
    .filter((one) => findFirst(one, calls))
  const [example] = refused
  if (!example) return undefined
  const often = refused.length === 1 ? 'once' : `${refused.length} times`
  return `step ${first.number} had done the same to this object already: was it stored? Such a second call was refused ${often}, as in ${placeOf(example, call)} (${example.exchange.response.status})${calls.connections}: or does a process or a cache have a view of its own?`
}

/** The calls that succeeded at the same time as the first success, and may have undone it. */
function describeRestoration(first: RunCall, call: RunCall, calls: RunCalls): string {
  const others = calls
    .acceptedOn(call)
    .filter(({ run, exchange }) => run === call.run && exchange.isAtOnce && exchange !== first.exchange)
  const names = others.map(({ number, exchange }) => `the ${nameOf(exchange)} of step ${number}`).join(' and ')
  const cause = names ? `${names}, which succeeded at the same time, undo` : 'a call at the same time undo'
  return `step ${first.number} had done the same to this object: did ${cause} it?`
}

/** The earlier success of the same operation on the same object. */
function findFirst(call: RunCall, calls: RunCalls): RunCall | undefined {
  const { exchange } = call
  const isFirst = (one: Exchange) => isAccepted(one) && objectOf(one) === objectOf(exchange)
  const isFinal = ['resolveIncident', 'deleteIncident'].includes(exchange.request.operationId ?? '')
  return isFinal ? findBefore(call, calls, isFirst) : undefined
}

/** The last call of the same operation in the same check before it that is meant. */
export function findBefore(
  call: RunCall,
  calls: RunCalls,
  isMeant: (exchange: Exchange) => boolean,
): RunCall | undefined {
  return calls
    .ofOperation(call)
    .findLast(({ run, number, exchange }) => run === call.run && number < call.number && isMeant(exchange))
}
