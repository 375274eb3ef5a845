/** What the wrong calls of a rule have in common and right ones lack: a property, or two together. */
import type { Note, Property } from './note.ts'
import type { Properties } from './properties.ts'
import type { RunCall } from './run-calls.ts'

/** Steps of comparing that are left for all findings of a run. */
export interface Budget {
  left: number
}

/** What may tell something of the rule, and how much work that may be. */
export interface Comparing {
  properties: Properties
  isUseful(property: Property): boolean
  budget: Budget
}

export interface Contrast {
  note: Extract<Note, { wrongIf: unknown }>
  has(call: RunCall): boolean
}

interface Candidate {
  property: Property
  has(call: RunCall): boolean
  wrong: number
  right: number
}

type Calls = readonly RunCall[]

/** Fewer right calls differ from the wrong ones by chance, the more so if few are wrong. */
const leastRight = (wrong: number) => (wrong === 1 ? 10 : wrong === 2 ? 5 : 3)
/** Right calls that have one of two properties; fewer may lack the other by chance. */
const leastOfPair = 5
/** So many properties in which few wrong calls differ say nothing. */
const mostEqual = 4
/** Those that exclude the most right calls. */
const mostPaired = 40
/** Others follow from the first, or correlate with these, more often than the reverse. */
const order = ['body', 'query', 'request', 'object', 'object before', 'caller', 'header', 'response', 'related before']
/** So many of these are about the request and its object alone. */
const mostPlain = 4
const rankOf = ({ property: { of } }: Candidate) => (order.indexOf(of) + order.length + 1) % (order.length + 1)
/** Right calls that have a measure at all, such as a field that they need not send. */
const leastMeasured = 3
const mostDifferences = 3
/** The least share of the wrong calls that have a property: some are effects of others. */
const shares = [1, 0.75]

export function contrast(wrong: Calls, right: Calls, comparing: Comparing): Contrast | undefined {
  if (right.length < leastRight(wrong.length)) return undefined
  const all = candidatesOf(wrong, right, comparing).sort(
    (one, other) => rankOf(one) - rankOf(other) || Number(isMeasure(other.property)) - Number(isMeasure(one.property)),
  )
  for (const share of shares) {
    const alone = all.filter((one) => one.right === 0 && one.wrong >= share * wrong.length)
    const distinct = alone.filter((one, index) => !alone.slice(0, index).some((other) => isSameField(one, other)))
    if (wrong.length < 3 && distinct.length > mostEqual) return undefined
    const pair = share === 1 && wrong.length > 2 ? findPair(all, wrong, right, comparing) : undefined
    const [best, ...others] = distinct
    const found = best
      ? [best, ...others.filter((one) => share === 1 && rankOf(one) < mostPlain)].slice(0, 2).map((one) => [one])
      : pair
        ? [pair]
        : []
    const [first] = found
    if (!first) continue
    const has = (call: RunCall) => first.every((one) => one.has(call))
    const having = wrong.filter(has).length
    const counts = { wrong: having, right: 0, otherWrong: wrong.length - having, otherRight: right.length }
    return { note: { wrongIf: found.map((some) => some.map(({ property }) => property)), ...counts }, has }
  }
  return undefined
}

/** A single call has many values, and an own caller. */
const mayBeAlone = ({ of, is }: Property) =>
  of.startsWith('object') ||
  of === 'related before' ||
  (of !== 'caller' && of !== 'caller before' && typeof is !== 'string')

const isMeasure = ({ atLeast, atMost }: Property) => atLeast !== undefined || atMost !== undefined
const isSameField = ({ property: one }: Candidate, { property: other }: Candidate) =>
  one.of === other.of && one.field === other.field && isMeasure(one) === isMeasure(other)

function candidatesOf(wrong: Calls, right: Calls, { properties, isUseful, budget }: Comparing): Candidate[] {
  const values = new Map<number, { wrong: number[]; right: number[]; isMeasure: boolean }>()
  for (const [side, calls] of [
    ['wrong', wrong],
    ['right', right],
  ] as const) {
    for (const call of calls) {
      const [has, measures] = [properties.has(call), properties.measures(call)]
      budget.left -= has.size + measures.size
      const add = (id: number, value: number, isMeasure: boolean) => {
        const one = values.get(id) ?? { wrong: [], right: [], isMeasure }
        one[side].push(value)
        values.set(id, one)
      }
      for (const id of has) add(id, 1, false)
      for (const [id, value] of measures) add(id, value, true)
    }
  }
  return [...values].flatMap(([id, { isMeasure, ...own }]): Candidate[] => {
    const property = properties.at(id)
    if (!isUseful(property)) return []
    if (isMeasure) return threshold(id, own, wrong.length, properties)
    if (wrong.length === 1 && !mayBeAlone(property)) return []
    const has = (call: RunCall) => properties.has(call).has(id)
    if (own.wrong.length > 0) return [{ property, has, wrong: own.wrong.length, right: own.right.length }]
    const isOfAll = own.right.length === right.length && property.has === undefined && wrong.length > 1
    return isOfAll
      ? [{ property: { ...property, not: true }, has: (call) => !has(call), wrong: wrong.length, right: 0 }]
      : []
  })
}

/** A measure that is larger, or smaller, in all wrong calls than in any right one. */
function threshold(
  id: number,
  own: { wrong: number[]; right: number[] },
  size: number,
  properties: Properties,
): Candidate[] {
  if (size < 2 || own.wrong.length < size || own.right.length < leastMeasured) return []
  const [least, most] = [Math.min(...own.wrong), Math.max(...own.wrong)]
  const isAbove = least > Math.max(...own.right)
  if (!isAbove && most >= Math.min(...own.right)) return []
  const has = (call: RunCall) => {
    const value = properties.measures(call).get(id)
    return value !== undefined && (isAbove ? value >= least : value <= most)
  }
  const property = { ...properties.at(id), ...(isAbove ? { atLeast: least } : { atMost: most }) }
  return [{ property, has, wrong: size, right: 0 }]
}

/** Two properties that all wrong calls have, that many right calls have one of, and no right one has both of. */
function findPair(all: Candidate[], wrong: Calls, right: Calls, { budget }: Comparing): Candidate[] | undefined {
  const common = all
    .filter((one) => one.wrong === wrong.length && one.right >= leastOfPair && one.right < right.length)
    .sort((one, other) => one.right - other.right)
    .slice(0, mostPaired)
  const having = common.map((one) => right.filter(one.has))
  let [best, fewest]: [Candidate[] | undefined, number] = [undefined, 0]
  for (const [index, one] of common.entries()) {
    for (const other of common.slice(index + 1)) {
      budget.left -= having[index]?.length ?? 0
      if (one.right <= fewest || isSameField(one, other) || having[index]?.some(other.has)) continue
      best = [one, other]
      fewest = one.right
    }
  }
  return best
}

/** All calls are wrong; or equal ones are wrong and right. */
export function describeFrequency(wrong: Calls, right: Calls, { properties }: Comparing): Note | undefined {
  const formOf = (call: RunCall) => {
    const { path, body } = call.exchange.request
    const counts = [...properties.measures(call)].filter(([id]) => properties.at(id).field === 'calls')
    const has = [...properties.has(call)].filter((id) => properties.at(id).of !== 'response').sort()
    return JSON.stringify([path.split('?')[1], body, has, counts])
  }
  const forms = new Set(right.map(formOf))
  const isTold = right.length === 0 ? wrong.length > 2 : wrong.filter((call) => forms.has(formOf(call))).length > 1
  return isTold ? { wrong: wrong.length, of: wrong.length + right.length } : undefined
}

/** The right call with the fewest differences, if they are few; of equal ones, the last. */
export function findNearest(
  call: RunCall,
  right: Calls,
  { properties, isUseful, budget }: Comparing,
): Note | undefined {
  const own = properties.has(call)
  let nearest: { one: RunCall; differences: Property[] } | undefined
  for (const one of right) {
    const others = properties.has(one)
    budget.left -= own.size + others.size
    const differences = [
      ...[...others].filter((id) => !own.has(id)).map((id) => properties.at(id)),
      ...[...own].filter((id) => !others.has(id)).map((id) => ({ ...properties.at(id), not: true as const })),
    ].filter(isUseful)
    if (!nearest || differences.length <= nearest.differences.length) nearest = { one, differences }
  }
  if (!nearest) return undefined
  const { one, differences } = nearest
  const named = differences.filter((first, index) => {
    return !differences.slice(0, index).some(({ of, field }) => of === first.of && field === first.field)
  })
  const counts = named.length > 0 ? [] : countsOf(one, call, properties)
  const all = [...named, ...counts]
  if (all.length === 0 || all.length > mostDifferences) return undefined
  return { nearestRight: all, check: one.run.check.id, step: one.step + 1 }
}

/** How often there were calls before one, where it was another number before the other. */
function countsOf(one: RunCall, other: RunCall, properties: Properties): Property[] {
  return [...properties.measures(one)].flatMap(([id, value]) => {
    const [property, own] = [properties.at(id), properties.measures(other).get(id) ?? value]
    if (property.field !== 'calls' || own === value) return []
    return [{ ...property, ...(own > value ? { atMost: value } : { atLeast: value }) }]
  })
}
