/** Compares the wrong calls of a rule with its right ones. */
import type { Aspect, Note, Property } from './note.ts'
import type { Properties } from './properties.ts'
import type { RunCall } from './run-calls.ts'

type Calls = readonly RunCall[]

/** The properties that may tell something of the rule, and the steps of comparing that are left for the run. */
export interface Comparing {
  properties: Properties
  isUseful(property: Property): boolean
  budget: { left: number }
}

interface Candidate {
  property: Property
  has(call: RunCall): boolean
  wrong: number
  right: number
}

/** About the request and its object alone. */
const plain: Aspect[] = ['body', 'query', 'request', 'object']
/** Others follow from the first, or correlate with them, more often than the reverse. */
const order: Aspect[] = [...plain, 'caller', 'header', 'response']
/** Fewer right calls differ from the wrong ones by chance, the more so if few are wrong. */
const leastRight = (wrong: number) => (wrong === 1 ? 10 : wrong === 2 ? 5 : 3)
/** So many properties in which few wrong calls differ say nothing. */
const mostEqual = 4

const isMeasure = ({ atLeast, atMost }: Property) => atLeast !== undefined || atMost !== undefined
/** The length of a text tells more than its letters. */
const rankOf = (one: Property) => 3 * order.indexOf(one.of) + (isMeasure(one) ? (one.has ? 0 : 2) : 1)
const isSameField = (one: Property, other: Property) =>
  one.of === other.of && one.field === other.field && isMeasure(one) === isMeasure(other)
/** The first property of each field. */
const distinct = (all: Property[]) =>
  all.filter((one, index) => !all.slice(0, index).some((other) => isSameField(one, other)))

/** The difference that wrong calls have in common and right ones lack: a property, or two that say the same; or one that most have. */
export function contrast(wrong: Calls, right: Calls, comparing: Comparing) {
  if (right.length < leastRight(wrong.length)) return undefined
  const separating = candidatesOf(wrong, right, comparing)
    .filter((one) => one.right === 0)
    .sort((one, other) => rankOf(one.property) - rankOf(other.property))
  const whole = separating.filter((one) => one.wrong === wrong.length)
  const strict = distinct(whole.map(({ property }) => property))
  if (wrong.length < 3 && strict.length > mostEqual) return undefined
  const [first = separating[0]?.property, ...others] = strict
  const best = separating.find(({ property }) => property === first)
  if (!first || !best) return undefined
  const second = others.find(({ of }) => plain.includes(of))
  const having = wrong.filter(best.has).length
  const wrongIf = second ? [first, second] : [first]
  const note: Note = { wrongIf, wrong: having, otherWrong: wrong.length - having, otherRight: right.length }
  return { note, has: best.has }
}

/** The properties that most wrong calls have, and their negatives. */
function candidatesOf(wrong: Calls, right: Calls, { properties, isUseful, budget }: Comparing): Candidate[] {
  // One that most wrong calls have is in one of the first.
  const ids = new Set([...wrong.slice(0, 8), ...right.slice(0, 1)].flatMap((call) => [...properties.of(call).keys()]))
  const [ofWrong, ofRight] = [wrong.map(properties.of), right.map(properties.of)]
  budget.left -= ids.size * (wrong.length + right.length)
  return [...ids].flatMap((id) => {
    const property = properties.at(id)
    const valuesIn = (all: typeof ofWrong) => all.map((one) => one.get(id)).filter((value) => value !== undefined)
    const [own, others] = [valuesIn(ofWrong), valuesIn(ofRight)]
    // A single call has many values, too.
    const isOwn = property.of === 'caller' || (typeof property.is === 'string' && property.of !== 'object')
    if (!isUseful(property) || (wrong.length === 1 && isOwn)) return []
    const tests: [Property, (value: number | true | undefined) => boolean][] = [
      [property, (value) => value !== undefined],
      [{ ...property, not: true }, (value) => value === undefined],
    ]
    if ([...own, ...others].some((value) => value !== true)) {
      const [least, greatest] = [Math.min(...own.map(Number)), Math.max(...own.map(Number))]
      tests[0] = [{ ...property, atLeast: least }, (value) => Number(value) >= least]
      tests[1] = [{ ...property, atMost: greatest }, (value) => Number(value) <= greatest]
      if (wrong.length < 2 || others.length < 3) return []
    } else if (wrong.length === 1 || property.has !== undefined || ['request', 'response'].includes(property.of))
      tests.pop()
    return tests.flatMap(([property, test]): Candidate[] => {
      const has = (call: RunCall) => test(properties.of(call).get(id))
      const countIn = (all: typeof ofWrong) => all.reduce((sum, one) => sum + (test(one.get(id)) ? 1 : 0), 0)
      const [inWrong, inRight] = [countIn(ofWrong), countIn(ofRight)]
      return inWrong >= 0.75 * wrong.length ? [{ property, has, wrong: inWrong, right: inRight }] : []
    })
  })
}

/** All calls are wrong; or calls that are equal, but for those before them, are wrong and right. */
export function describeFrequency(wrong: Calls, right: Calls, comparing: Comparing): Note | undefined {
  const { properties, isUseful, budget } = comparing
  const contentOf = (call: RunCall) => {
    const shown = [...properties.of(call)].filter(([id, value]) => {
      return isUseful(properties.at(id)) && (value === true || properties.at(id).has === undefined)
    })
    budget.left -= shown.length
    return JSON.stringify([call.exchange.request.body, shown.sort(([one], [other]) => one - other)])
  }
  const ofRight = new Set(right.map(contentOf))
  const isShown =
    right.length === 0 ? wrong.length > 2 : wrong.filter((call) => ofRight.has(contentOf(call))).length > 1
  return isShown ? { wrong: wrong.length, of: wrong.length + right.length } : undefined
}
