/** A note on a wrong listing that is the one from before: the same answer to the same request, although it had to change. */
import { isAccepted, type Note, nameOf, operationOf, placeOf } from './run-calls.ts'

export const describeStaleListing: Note = (call, { expected }, calls) => {
  const { request, response, body, started } = call.exchange
  const isListed = Array.isArray((body as { data?: unknown } | undefined)?.data)
  if (operationOf(call) !== 'listDeletionRequests' || !isListed || /^(?:the status|error)/.test(expected))
    return undefined
  const same = calls
    .before(call.exchange)
    .filter(({ exchange: one }) => one.request.url === request.url && one.response.text === response.text)
  const [first] = same
  if (!first) return undefined
  const change = calls
    .before(call.exchange)
    .findLast(
      (one) =>
        operationOf(one) === 'scheduleAccountDeletion' &&
        isAccepted(one.exchange) &&
        one.exchange.started > first.exchange.started,
    )
  if (!change) return undefined
  const seconds = ((started.getTime() - first.exchange.started.getTime()) / 1000).toFixed(1)
  return `byte for byte the answer of ${placeOf(first, call)}, ${seconds} s before, although ${placeOf(change, call)}, a ${nameOf(change.exchange)}, came between: is the answer to a query kept?`
}
