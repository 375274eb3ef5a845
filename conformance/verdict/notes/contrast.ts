/** Compares the wrong calls of a rule with its right ones. */
import type { Aspect, Note, Property } from './note.ts'
import type { Properties } from './properties.ts'
import type { RunCall } from './run-calls.ts'

type Calls = readonly RunCall[]

/** What may tell something of the rule, and the steps of comparing that are left for the run. */
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
/** A single call has a caller and a past of its own. */
const personal: Aspect[] = ['caller', 'caller before', 'run before']
/** Others follow from the first, or correlate with them, more often than the reverse. */
const order: Aspect[] = [...plain, 'object before', 'caller', 'header', 'response', 'caller before', 'run before']
/** Fewer right calls differ from the wrong ones by chance, the more so if few are wrong. */
const leastRight = (wrong: number) => (wrong === 1 ? 10 : wrong === 2 ? 5 : 3)
/** Fewer right calls have one of two properties and lack the other by chance. */
const leastOfPair = 5
/** So many properties in which few wrong calls differ say nothing. */
const mostEqual = 4
const most = { paired: 40, differences: 3 }

const isMeasure = ({ atLeast, atMost }: Property) => atLeast !== undefined || atMost !== undefined
/** The length of a text tells more than its letters, the kind of an earlier call more than the number of calls. */
const rankOf = (one: Property) => 3 * order.indexOf(one.of) + (isMeasure(one) ? (one.has ? 0 : 2) : 1)
const isSameField = (one: Property, other: Property) =>
  one.of === other.of && one.field === other.field && isMeasure(one) === isMeasure(other)
/** The first property of each field. */
const distinct = (all: Property[]) =>
  all.filter((one, index) => !all.slice(0, index).some((other) => isSameField(one, other)))

/** What the wrong calls have in common and right ones lack: a property, or two together; or one that most of them have. */
export function contrast(wrong: Calls, right: Calls, comparing: Comparing) {
  if (right.length < leastRight(wrong.length)) return undefined
  const all = candidatesOf(wrong, right, comparing).sort((one, other) => rankOf(one.property) - rankOf(other.property))
  const separating = all.filter((one) => one.right === 0)
  // Its place in the run tells less than two properties together.
  const whole = separating.filter((one) => one.wrong === wrong.length && one.property.of !== 'run before')
  const strict = distinct(whole.map(({ property }) => property))
  if (wrong.length < 3 && strict.length > mostEqual) return undefined
  const [best, ...others] = strict
  const second = others.find(({ of }) => plain.includes(of))
  const pair = best ? undefined : findPair(all, wrong, right, comparing)
  const first = best ? separating.filter(({ property }) => property === best) : (pair ?? separating.slice(0, 1))
  if (first.length === 0) return undefined
  const has = (call: RunCall) => first.every((one) => one.has(call))
  const having = wrong.filter(has).length
  const wrongIf = [first.map(({ property }) => property), ...(second ? [[second]] : [])]
  const note: Note = { wrongIf, wrong: having, otherWrong: wrong.length - having, otherRight: right.length }
  return { note, has }
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
    const isOwn = personal.includes(property.of) || (typeof property.is === 'string' && property.of !== 'object')
    if (!isUseful(property) || (wrong.length === 1 && isOwn)) return []
    const tests: [Property, (value: number | true | undefined) => boolean][] = [
      [property, (value) => value !== undefined],
      [{ ...property, not: true }, (value) => value === undefined],
    ]
    if ([...own, ...others].some((value) => value !== true)) {
      const [least, greatest] = [Math.min(...own.map(Number)), Math.max(...own.map(Number))]
      tests[0] = [{ ...property, atLeast: least }, (value) => Number(value) >= least]
      tests[1] = [{ ...property, atMost: greatest }, (value) => Number(value) <= greatest]
      // What was done before differs more often by chance.
      if (wrong.length < 2 || others.length < (property.of.endsWith('before') ? 10 : 3)) return []
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

/** Two properties that all wrong calls have, that many right calls have one of, and no right one has both of. */
function findPair(all: Candidate[], wrong: Calls, right: Calls, { budget }: Comparing): Candidate[] | undefined {
  if (wrong.length < 3) return undefined
  const common = all
    .filter((one) => one.wrong === wrong.length && one.right >= leastOfPair && one.right < right.length)
    .sort((one, other) => one.right - other.right)
    .slice(0, most.paired)
    .reverse()
  const having = common.map((one) => right.filter(one.has))
  for (const [index, one] of common.entries()) {
    const other = common.find((other, at) => {
      budget.left -= other.right
      return at > index && !isSameField(one.property, other.property) && !having[at]?.some(one.has)
    })
    if (other) return [one, other]
  }
  return undefined
}

/** All calls are wrong; or equal ones are wrong and right. */
export function describeFrequency(wrong: Calls, right: Calls, comparing: Comparing): Note | undefined {
  const { properties, isUseful, budget } = comparing
  const isEqual = (one: RunCall, other: RunCall) => {
    budget.left -= 1
    if (one.exchange.request.body !== other.exchange.request.body) return false
    for (const [id, value] of properties.of(one)) {
      const { of, has } = properties.at(id)
      const isTold = isUseful(properties.at(id)) && of !== 'run before' && (value === true || has === undefined)
      if (isTold && properties.of(other).get(id) !== value) return false
    }
    return true
  }
  const equal = wrong.slice(0, 8).filter((one) => right.some((other) => isEqual(one, other) && isEqual(other, one)))
  const isShown = right.length === 0 ? wrong.length > 2 : equal.length > 1
  return isShown ? { wrong: wrong.length, of: wrong.length + right.length } : undefined
}

/** The right call with the fewest differences, if they are few; of equal ones, the last. */
export function findNearest(call: RunCall, right: Calls, comparing: Comparing): Note | undefined {
  const { properties, isUseful, budget } = comparing
  const own = properties.of(call)
  let nearest: { one: RunCall; flags: Property[]; counts: Property[] } | undefined
  for (const one of right) {
    const others = properties.of(one)
    budget.left -= own.size + others.size
    const [flags, counts] = [[] as Property[], [] as Property[]]
    for (const id of [...others.keys(), ...own.keys()]) {
      if (nearest && flags.length > nearest.flags.length) break
      const [property, before, after] = [properties.at(id), own.get(id), others.get(id)]
      if (before === after || !isUseful(property)) continue
      if (before === true || after === true) flags.push({ ...property, ...(before === true && { not: true }) })
      else if (property.of.endsWith('before') && !property.has && after !== undefined && before !== undefined)
        counts.push({ ...property, ...(after < before ? { atMost: after } : { atLeast: after }) })
    }
    if (!nearest || flags.length <= nearest.flags.length) nearest = { one, flags, counts }
  }
  const differences = distinct(nearest?.flags.length ? nearest.flags : (nearest?.counts ?? []))
  if (!nearest || differences.length === 0 || differences.length > most.differences) return undefined
  return { nearestRight: differences, check: nearest.one.run.check.id, step: nearest.one.step + 1 }
}
