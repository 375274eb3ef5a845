/** A note on a valid call that is refused, or fails, now and then: equal calls are accepted. */
import { acceptanceExpected, statusAndCode } from '../response.ts'
import { isSameOutcome } from './likeness.ts'
import { onlyPropertiesOf } from './properties.ts'
import { hasFinding, isMet, type Note, type RunCall, type RunCalls } from './run-calls.ts'

/** One wrong call may differ from a right one in something that is unknown. */
const leastEqual = 2

export const describeIntermittence: Note = (call, finding, calls) => {
  const { expected } = finding
  if (expected !== acceptanceExpected) return undefined
  const all = [call, ...calls.ofOperation(call), ...calls.exploredOf(call)].filter(({ exchange }) => !exchange.isAtOnce)
  const isWrong = (one: RunCall) =>
    one.run.record.findings.some((other) => other.expected === expected && isSameOutcome(call, finding, one, other))
  const right = all.filter((one) => isMet(one, expected) && !hasFinding(one))
  const wrong = all.filter(isWrong)
  const equal = wrong.filter((one) => right.some((other) => isEqual(one, other, calls)))
  if (equal.length < leastEqual) return undefined
  return `sometimes: ${wrong.length} of ${wrong.length + right.length} calls of this operation that should be accepted answered ${statusAndCode(call.exchange)}, without a pattern that this run shows`
}

/** Whether two calls differ in nothing that is known of them. */
function isEqual(one: RunCall, other: RunCall, calls: RunCalls): boolean {
  const [query, otherQuery] = [one, other].map(({ exchange }) => exchange.request.path.split('?')[1])
  const isSameRequest = query === otherQuery && one.exchange.request.body === other.exchange.request.body
  return isSameRequest && onlyPropertiesOf(one, other, calls).flat().length === 0
}
