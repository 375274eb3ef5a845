/** A note on a wrong listing that is the one from before: the same answer to the same request, although it had to change. */
import { isAccepted, type Note, nameOf, operationOf, placeOf, type RunCall, type RunCalls } from './run-calls.ts'

/** Readings that are looked at, beginning with the last. */
const mostReadings = 10

export const describeStaleListing: Note = (call, { expected }, calls) => {
  if (operationOf(call) !== 'listDeletionRequests' || /^(?:the (?:status|header|body)|error)/.test(expected))
    return undefined
  // The last of several readings need not be the wrong one.
  const isBefore = (one: RunCall) => one.run === call.run && one.number < call.number
  const readings = [call, ...calls.ofOperation(call).filter(isBefore).reverse()]
  for (const one of readings.slice(0, mostReadings)) {
    const text = describeKept(one, call, calls)
    if (text !== undefined) return text
  }
  return undefined
}

function describeKept(one: RunCall, call: RunCall, calls: RunCalls): string | undefined {
  const { request, response, body, started } = one.exchange
  if (!Array.isArray((body as { data?: unknown } | undefined)?.data)) return undefined
  const before = calls.before(one.exchange)
  const first = before.find(
    ({ exchange }) => exchange.request.url === request.url && exchange.response.text === response.text,
  )
  const change =
    first &&
    before.findLast(
      ({ exchange }) =>
        exchange.request.operationId === 'scheduleAccountDeletion' &&
        isAccepted(exchange) &&
        !exchange.isAtOnce &&
        exchange.started > first.exchange.started,
    )
  if (!first || !change || !isListedSomewhere(change, calls)) return undefined
  const seconds = ((started.getTime() - first.exchange.started.getTime()) / 1000).toFixed(1)
  const place = one.exchange === call.exchange ? '' : `${placeOf(one, call)} is `
  return `${place}byte for byte the answer of ${placeOf(first, call)}, ${seconds} s before, although ${placeOf(change, call)}, a ${nameOf(change.exchange)}, came between: is the answer to a query kept?`
}

/** A record that no reading shows is missing, not stale. */
function isListedSomewhere(change: RunCall, { every, userOf }: RunCalls): boolean {
  const { email = '', teamId = '' } = userOf(change.exchange) ?? {}
  const names = [email, teamId].filter((name) => name !== '').map((name) => name.toLowerCase())
  return every.some(
    (one) =>
      operationOf(one) === 'listDeletionRequests' &&
      one.exchange.started > change.exchange.started &&
      names.some((name) => one.exchange.response.text.toLowerCase().includes(name)),
  )
}
