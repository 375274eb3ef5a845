/** Which findings are alike, and which calls met what another violated. */
import type { Finding } from '../record.ts'
import { statusAndCode } from '../response.ts'
import { fieldOf } from './fields.ts'
import { hasFinding, isAccepted, objectOf, type RunCall } from './run-calls.ts'

/** A later finding on the same object in a check is often an effect of the first. */
export function isFirst({ run, exchange, number }: RunCall, finding: Finding): boolean {
  const object = objectOf(exchange)
  return !run.record.findings.some(({ step = -1, expected }) => {
    const other = run.record.steps[step]
    return (
      object !== undefined &&
      other !== undefined &&
      step < number - 1 &&
      other.request.operationId === exchange.request.operationId &&
      objectOf(other) === object &&
      isAlikeText(expected, finding.expected)
    )
  })
}

type IsSame = (call: RunCall, finding: Finding, one: RunCall, other: Finding) => boolean

export const isAlike: IsSame = (_, finding, one, other) =>
  other.step === one.number - 1 && isAlikeText(other.expected, finding.expected) && isFirst(one, other)

/** Wrongly refused with the same error, or wrongly accepted, whatever the assertion. */
export const isSameOutcome: IsSame = (call, finding, one, other) => {
  const [outcome, another] = [wrongOutcomeOf(call, finding), wrongOutcomeOf(one, other)]
  return other.step === one.number - 1 && outcome !== undefined && outcome === another && isFirst(one, other)
}

function wrongOutcomeOf({ exchange }: RunCall, { expected, seen }: Finding): string | undefined {
  const { status } = exchange.response
  const isRefusal = expected.startsWith('the call is refused')
  if (isAccepted(exchange)) return isRefusal ? 'accepted' : undefined
  const isOther = isRefusal || expected.startsWith('the status is') || !seen.startsWith(String(status))
  // A refused call deletes nothing.
  if (expected.startsWith('deletedCount ')) return statusAndCode(exchange)
  return isOther ? undefined : statusAndCode(exchange)
}

/** Whether an assertion like that of the finding held, and no weaker one: a wrong value may be at least 1, too. */
export function isRight({ run, exchange, number }: RunCall, call: RunCall, finding: Finding, isWide: boolean): boolean {
  const isMeant = (expected: string) => {
    if (!isWide) return isAlikeText(expected, finding.expected) && !isWeaker(expected, finding.expected)
    return isAccepted(call.exchange) ? expected.startsWith('the call is refused') : isAccepted(exchange)
  }
  const isMet = [...run.record.met].some(([expected, steps]) => steps.has(number - 1) && isMeant(expected))
  return isMet && !hasFinding({ run, exchange, number })
}

/** Texts of expectations contain values: those about the same field, or with the same words, are alike. */
function isAlikeText(one: string, other: string): boolean {
  const [field, otherField] = [one, other].map(fieldIn)
  return wordsOf(one) === wordsOf(other) || (field !== undefined && field === otherField)
}

function isWeaker(one: string, other: string): boolean {
  return wordsOf(one) !== wordsOf(other) && / is (?:not|at least|between|about) /.test(one)
}

/** Each finding is compared with most others of a run. */
export function remembering<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    if (!known.has(text)) known.set(text, compute(text))
    return known.get(text) as T
  }
}

const fieldIn = remembering(
  (expected) => fieldOf({ expected, seen: '', basis: 'documented' }) ?? /^[a-z]+[A-Z.][\w.]*/.exec(expected)?.[0],
)
const wordsOf = remembering((expected) => expected.replace(/"(?:[^"\\]|\\.)*"|\S+@\S+|\d[\w.:+-]*/g, '…'))
