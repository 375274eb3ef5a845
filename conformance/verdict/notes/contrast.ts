/** Compares the wrong calls of a rule with its right ones. */
import type { Aspect, Note, Property } from './note.ts'
import { identities, type Properties, partsOf, proofs } from './properties.ts'
import type { RunCall } from './run-calls.ts'

type Calls = readonly RunCall[]

/** The properties that may tell something of the rule, and the steps of comparing that are left for the run. */
export interface Comparing {
  properties: Properties
  isUseful(property: Property): boolean
  budget: { left: number }
}

/** Properties of the first follow from others, or correlate with them, less often than the reverse. */
const order: Aspect[] = ['body', 'query', 'request', 'object', 'caller', 'header', 'response']
/** Fewer right calls differ from the wrong ones by chance, the more so if few are wrong. */
const leastRight = (wrong: number) => (wrong === 2 ? 5 : 3)
/** Wrong and right calls: fewer numbers lie beyond the others by chance, since a run chooses them for other reasons. */
const leastOfBound = { wrong: 4, right: 3 }
/** So many properties in which two wrong calls differ from all others say nothing. */
const mostEqual = 4

const isMeasure = ({ atLeast, atMost }: Property) => atLeast !== undefined || atMost !== undefined
/** A value tells more than the length of a text, which tells more than its letters; other numbers tell less. */
function rankOf(one: Property): number {
  const ofKind = one.is !== undefined ? 0 : !isMeasure(one) ? 2 : one.has ? 1 : 3
  return 4 * order.indexOf(one.of) + ofKind
}

/** What several wrong calls have in common, and right ones lack: a property, or a length and another one of a text. */
export function contrast(wrong: Calls, right: Calls, { properties, isUseful, budget }: Comparing): Note | undefined {
  const [first] = wrong
  if (!first || wrong.length < 2 || right.length < leastRight(wrong.length)) return undefined
  const ids = [...properties.of(first).keys()].filter((id) => isUseful(properties.at(id)))
  budget.left -= ids.length * (wrong.length + right.length)
  const separating = ids.flatMap((id) => {
    const valuesOf = (calls: Calls) => calls.map((call) => properties.of(call).get(id))
    return separate(properties.at(id), valuesOf(wrong), valuesOf(right))
  })
  const [best, ...others] = separating.sort((one, other) => rankOf(one) - rankOf(other))
  const fields = new Set(separating.map(({ of, field }) => `${of} ${field}`))
  if (!best || (wrong.length === 2 && fields.size > mostEqual)) return undefined
  const isSecond = (one: Property) => one.of === best.of && one.field === best.field && !isMeasure(one)
  const second = isMeasure(best) ? others.filter(isSecond).slice(0, 1) : []
  return { wrongIf: [best, ...second], wrong: wrong.length, right: right.length }
}

/** A property in each call: its measure, true if it has none, undefined if the call lacks the property. */
type Values = (number | true | undefined)[]

/** The property, with bounds if it is a number, if all wrong calls have it and no right one has. */
function separate(property: Property, wrong: Values, right: Values): Property[] {
  if (wrong.includes(undefined)) return []
  if (wrong.includes(true)) return right.every((value) => value === undefined) ? [property] : []
  const [least, most] = [Math.min(...wrong.map(Number)), Math.max(...wrong.map(Number))]
  const others = right.filter((value) => value !== undefined).map(Number)
  if (wrong.length < leastOfBound.wrong || others.length < leastOfBound.right) return []
  if (others.every((value) => value < least)) return [{ ...property, atLeast: least }]
  return others.every((value) => value > most) ? [{ ...property, atMost: most }] : []
}

/** The nearest right call that differs from a wrong one in one field only, if no earlier call made it right or wrong. */
export function counterpartOf(wrong: RunCall, right: Calls, { properties, budget }: Comparing): Note | undefined {
  if (wrong.isOnChanged) return undefined
  const own = contentOf(wrong, properties)
  const distanceTo = ({ run, order }: RunCall) => [Number(run !== wrong.run), Math.abs(order - wrong.order)]
  const comparable = right.filter(({ isOnChanged }) => !isOnChanged)
  for (const call of comparable.toSorted((one, other) => byFirstDifference(distanceTo(one), distanceTo(other)))) {
    const other = contentOf(call, properties)
    budget.left -= own.size + other.size
    const differing = [...new Set([...own.keys(), ...other.keys()])].filter((id) => own.get(id) !== other.get(id))
    const [first, ...more] = differing.map(properties.at)
    if (!first || more.some(({ of, field }) => of !== first.of || field !== first.field)) continue
    const { of, field } = first
    const value = partsOf(call)[of]?.get(field)
    const isValueKnown = more.length > 0 && ['string', 'number', 'boolean'].includes(typeof value)
    const isLacking = !differing.some((id) => other.has(id))
    // Others send other calls, records with other rows have other counts, and a header is seldom what a rule is about.
    if (of === 'caller' || of === 'header' || (of === 'object' && typeof value === 'number')) continue
    // That a right call was sent at once with others, say, tells nothing of one that was not.
    if (of === 'request' && !isLacking) continue
    const rightWith = isValueKnown
      ? { of, field, is: value as string | number | boolean }
      : { ...first, ...(isLacking && { not: true as const }) }
    return { rightWith, check: call.run.check.id, step: call.step + 1 }
  }
  return undefined
}

/** The properties of a call that do not differ from record to record. */
function contentOf(call: RunCall, properties: Properties) {
  const content = [...properties.of(call)].filter(([id, value]) => {
    const { of, field, is } = properties.at(id)
    const isMeasured = value !== true
    const isProof = of === 'body' && proofs.test(field) && call.exchange.request.operationId !== 'signup'
    const isOwn = identities.test(field)
      ? isProof || isMeasured || typeof is === 'string'
      : isMeasured && of !== 'body' && of !== 'query'
    return of !== 'response' && !isOwn
  })
  return new Map(content)
}

export function byFirstDifference(one: number[], other: number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return (one[at] ?? 0) - (other[at] ?? 0)
}
