/** The properties of a call that may tell wrong calls from right ones. */
import type { Exchange } from '../../client/http.ts'
import { bodyFieldsOf, operationOf, parentsOf, type RunCall, type RunCalls, subjectOf } from './run-calls.ts'

/** What a call sends, what is known of its object and its caller, and what was done to its object and team before. */
export function propertiesOf(call: RunCall, calls: RunCalls): string[] {
  const known = calls.properties.get(call.exchange) ?? findProperties(call, calls)
  calls.properties.set(call.exchange, known)
  return known
}

function findProperties(
  call: RunCall,
  { acceptedOn, besides, userOf, credentialOf, isSameCaller }: RunCalls,
): string[] {
  const { exchange } = call
  const word = credentialOf(exchange) === undefined ? 'for' : 'by'
  const describeBefore = (one: RunCall) => [
    `after ${operationOf(one)} with ${sentIn(one.exchange).join(' and ') || 'nothing'}`,
    ...(isSameCaller(one.exchange, exchange) ? [] : [`after ${operationOf(one)} by another caller`]),
  ]
  return [
    ...new Set([
      ...sentIn(exchange).map((name) => `with ${name}`),
      ...kindsOf(call).map((kind) => `on an object (${kind})`),
      ...acceptedOn(call).flatMap(describeBefore),
      ...(userOf(exchange)?.traits ?? []).map((trait) => `${word} ${trait}`),
      ...besides(call).flatMap((one) => [
        ...sharedBy(call, one).map((whole) => `after ${operationOf(one)} on another object of its ${whole}`),
      ]),
    ]),
  ]
}

/** The number of properties that only one of two calls has, and of other differences. */
export function distanceBetween(one: RunCall, other: RunCall, calls: RunCalls): number {
  const [first, second] = [propertiesOf(one, calls), propertiesOf(other, calls)]
  const only = [...first.filter((name) => !second.includes(name)), ...second.filter((name) => !first.includes(name))]
  const isSame = [
    one.exchange.request.path === other.exchange.request.path,
    one.exchange.request.body === other.exchange.request.body,
    calls.isSameCaller(one.exchange, other.exchange),
  ]
  return only.length + isSame.filter((same) => !same).length
}

/** The negative of a property: what is not sent tells calls apart, too. */
export function withoutSent(properties: Iterable<string>): string[] {
  return [...properties].filter((name) => name.startsWith('with ')).map((name) => name.replace('with', 'without'))
}

export function hasProperty(properties: string[], property: string): boolean {
  return property.startsWith('without ')
    ? !properties.includes(property.replace('without', 'with'))
    : properties.includes(property)
}

/** The names of the fields and parameters that a request sends. */
function sentIn(exchange: Exchange): string[] {
  return [...bodyFieldsOf(exchange), ...new URLSearchParams(exchange.request.path.split('?')[1]).keys()]
}

function kindsOf(call: RunCall): string[] {
  const [, kinds] = /\(([^)]*)\)/.exec(subjectOf(call) ?? '') ?? []
  return kinds?.split(', ') ?? []
}

/** What two objects of a team belong to, the smallest first. */
function sharedBy(one: RunCall, other: RunCall): string[] {
  const [parents, others] = [parentsOf(one), parentsOf(other)]
  const shared = (['monitor', 'service'] as const).filter((kind) => parents[kind] && parents[kind] === others[kind])
  return [...shared, 'team']
}
