/** The properties of a call that may tell wrong calls from right ones. */
import type { Exchange } from '../../client/http.ts'
import { bodyFieldsOf } from './fields.ts'
import { resetProperties } from './reset-properties.ts'
import { kindsOf, nameOf, objectOf, operationOf, parentsOf, type RunCall, type RunCalls } from './run-calls.ts'

/** The properties of a call: its request, its object, its caller, and earlier calls on its object and team. */
export function propertiesOf(call: RunCall, calls: RunCalls): string[] {
  const known = calls.properties.get(call.exchange) ?? [...new Set(findProperties(call, calls))]
  calls.properties.set(call.exchange, known)
  return known
}

/** The first ones tell the most. */
function findProperties(call: RunCall, calls: RunCalls): string[] {
  const { acceptedOn, besides, isSameCaller } = calls
  const { exchange } = call
  const describeBefore = (one: RunCall) => [
    `after a ${nameOf(one.exchange)}${describeSent(one)}`,
    `after a ${nameOf(one.exchange)}`,
    ...(isSameCaller(one.exchange, exchange) ? [] : [`after a ${nameOf(one.exchange)} by another caller`]),
  ]
  return [
    ...describeObject(call, calls),
    ...resetProperties(call, calls),
    ...sentIn(exchange).map((name) => `with ${name}`),
    ...(operationOf(call) === 'resolveIncident' && exchange.request.body === undefined ? ['with no body'] : []),
    ...limitIn(exchange),
    ...(exchange.request.body?.trim() === '{}' ? ['with the body {}'] : []),
    ...textsIn(exchange),
    ...acceptedOn(call).flatMap(describeBefore),
    ...describeCaller(call, calls),
    ...besides(call).flatMap((one) =>
      sharedBy(call, one).map((whole) => `after a ${nameOf(one.exchange)} on another object of its ${whole}`),
    ),
  ]
}

/** The query and the fields of a request, also those that it left out. */
function describeSent(call: RunCall): string {
  const sent = sentIn(call.exchange)
  if (sent.length > 0) return ` with ${sent.join(' and ')}`
  const operation = operationOf(call) ?? ''
  return operation === 'resolveIncident' ? ' without a cause' : operation.startsWith('reset') ? ' without a date' : ''
}

/** The object as it is when the call comes. */
function describeObject(call: RunCall, calls: RunCalls): string[] {
  const object = objectOf(call.exchange)
  const [team, own] = [call.run.record.objectTeams.get(object ?? ''), calls.userOf(call.exchange)?.teamId]
  const kind = object?.split('/')[0]?.replace(/s$/, '')
  const done = new Set(calls.acceptedOn(call).map(operationOf))
  const [isDeleted, isResolved] = [done.has('deleteIncident'), done.has('resolveIncident')]
  const kinds = kindsOf(call).filter((one) => !isResolved || !['open', 'acknowledged'].includes(one))
  const isOld = kinds.some((one) => / days? old$/.test(one))
  const states = [
    ...kinds,
    ...(isResolved && !kinds.includes('resolved') ? ['resolved'] : []),
    ...(isOld ? ['more than a day old'] : []),
  ]
  return [
    ...(team !== undefined && own !== undefined && team !== own
      ? [`on ${kind === 'incident' ? 'an' : 'a'} ${kind} of another team`]
      : []),
    ...(isDeleted ? ['on a deleted incident'] : []),
    ...(kind === 'incident' && kinds.length > 0 && !hasCause(call, calls)
      ? ['on an incident without a stored cause']
      : []),
    ...states.map((state) => {
      const isAdjective = /^\w+$/.test(state)
      const article = /^[aeiou]/.test(isAdjective ? state : `${kind}`) ? 'an' : 'a'
      return `on ${article} ${isAdjective ? `${state} ${kind}` : `${kind} ${state}`}`
    }),
  ]
}

/** From the start, or from a resolve. */
function hasCause(call: RunCall, { acceptedOn }: RunCalls): boolean {
  return (
    kindsOf(call).includes('with a cause') || acceptedOn(call).some((one) => sentIn(one.exchange).includes('cause'))
  )
}

export const sharesTeam = 'a user whose team another sign-up returned, too'

function describeCaller(
  call: RunCall,
  { hasLeft, hasLoggedIn, hasNewToken, isOnFreePlan, userOf, credentialOf, newcomersOf }: RunCalls,
): string[] {
  const { exchange } = call
  const user = userOf(exchange)
  // Another team's object says more than the name of the role.
  const traits = (user?.traits ?? []).filter((trait) => trait !== 'the stranger' || objectOf(exchange) === undefined)
  if (isOnFreePlan(exchange)) traits.unshift('a user on the free plan')
  if (hasLeft(exchange)) traits.unshift('a user whose deletion is scheduled')
  if (hasNewToken(exchange)) traits.unshift('a user with a token from after the request for deletion')
  if (hasLoggedIn(exchange)) traits.push('a user who had logged in before')
  if (newcomersOf(user?.teamId) > 1) traits.push(sharesTeam)
  return traits.map((trait) => `${credentialOf(exchange) === undefined ? 'for' : 'by'} ${trait}`)
}

/** The other side of a property that another call has. */
const isAbsence = (name: string) => /^with (?:no body|the body \{\})$| without a stored cause$/.test(name)

/** The properties that only the first of two calls has, and those that only the second one has. */
export function onlyPropertiesOf(one: RunCall, other: RunCall, calls: RunCalls): [first: string[], second: string[]] {
  const [first, second] = [one, other].map((call) => propertiesOf(call, calls).filter((name) => !isAbsence(name))) as [
    string[],
    string[],
  ]
  return [first.filter((name) => !second.includes(name)), second.filter((name) => !first.includes(name))]
}

/** The number of properties that only one of two calls has, and of other differences. */
export function distanceBetween(one: RunCall, other: RunCall, calls: RunCalls): number {
  const only = onlyPropertiesOf(one, other, calls).flat()
  const isSame = [
    one.exchange.request.path === other.exchange.request.path,
    one.exchange.request.body === other.exchange.request.body,
    calls.isSameCaller(one.exchange, other.exchange),
  ]
  return only.length + isSame.filter((same) => !same).length
}

/** The negative of a property: what is not sent tells calls apart, too. */
export function withoutSent(properties: Iterable<string>): string[] {
  return [...properties].filter((name) => /^with \w+$/.test(name)).map((name) => name.replace('with', 'without'))
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

/** Its value decides more often than that it is sent. */
function limitIn({ request }: Exchange): string[] {
  const limit = new URLSearchParams(request.path.split('?')[1]).get('limit')
  return limit === null ? [] : [`with limit=${limit}`]
}

const longText = 200

/** The texts in the body of a request, with the names of their fields. */
export function textsOf({ request: { body = '' } }: Exchange): [field: string, text: string][] {
  const fields = body.matchAll(/"(\w+)":("(?:[^"\\]|\\.)*")/g)
  return [...fields].map(([, name = '', json = '""']) => [name, String(parse(json))])
}

/** The unusual properties of the texts that a request sends. */
function textsIn(exchange: Exchange): string[] {
  return textsOf(exchange).flatMap(([name, text]) => {
    return [
      ...(text === '' ? [`with an empty ${name}`] : []),
      ...(name === 'email' && /[A-Z]/.test(text) ? ['with capital letters in the email'] : []),
      ...(text !== text.trim() ? [`with space around the ${name}`] : []),
      ...([...text].length > longText ? [`with a ${name} of more than ${longText} characters`] : []),
      ...(/[\u{10000}-\u{10ffff}]/u.test(text) ? [`with characters beyond U+FFFF in the ${name}`] : []),
      ...(/[^\0-\x7f]/.test(text) ? [`with characters beyond ASCII in the ${name}`] : []),
    ]
  })
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

/** The common owners of two objects of a team, the smallest first. */
function sharedBy(one: RunCall, other: RunCall): string[] {
  const [parents, others] = [parentsOf(one), parentsOf(other)]
  const shared = (['monitor', 'service'] as const).filter((kind) => parents[kind] && parents[kind] === others[kind])
  return [...shared, 'team']
}
