/** A note on what the wrong calls of an operation have in common, and no right one has: one property, or two together. */
import { count } from '../../report/summaries.ts'
import { distanceBetween, hasProperty, propertiesOf, withoutSent } from './properties.ts'
import { fieldOf, hasFinding, isAboutOutcome, type Note, type RunCall, type RunCalls } from './run-calls.ts'

/** Fewer right calls are told apart from the wrong ones by chance. */
const leastRight = 5
/** Right calls with one of two properties; fewer may lack the other one by chance. */
const leastOfPair = 5
/** Properties that a note names. */
const mostProperties = 2
/** Differences of the most similar call that a note names. */
const mostDifferences = 3

export const describeSeparation: Note = (call, finding, calls) => {
  const isAlike = likeness(finding.expected)
  const isWrong = ({ run, number }: RunCall) =>
    run.record.findings.some(({ step, expected }) => step === number - 1 && isAlike(expected))
  const [named, unnamed] = [[call, ...calls.ofOperation(call)], calls.exploredOf(call)]
  const every = [...named, ...unnamed].filter(({ exchange }) => !exchange.isAtOnce)
  const rightSteps = new Map(
    [...new Set(every.map(({ run }) => run))].map((run) => {
      const steps = [...run.record.met].flatMap(([met, steps]) => (isAlike(met) ? [...steps] : []))
      return [run, new Set(steps)]
    }),
  )
  const isRight = (one: RunCall) => rightSteps.get(one.run)?.has(one.number - 1) && !hasFinding(one)
  const wrong = every.filter(isWrong).map((one) => propertiesOf(one, calls))
  // A finding of simultaneous calls only has none.
  if (wrong.length === 0) return undefined
  const right = every.filter(isRight).map((one) => propertiesOf(one, calls))
  const names = new Set([...wrong, ...right].flat())
  const shared = [...names, ...withoutSent(names)].filter((name) => wrong.every((one) => hasProperty(one, name)))
  if (right.length < leastRight) {
    return isAboutOutcome(finding) ? undefined : describeNearest(call, named.filter(isRight), calls)
  }
  const properties = separate(shared, right)
  if (properties === undefined) return undefined
  return `wrong in ${wrong.length === 1 ? 'the one call' : `all ${count(wrong.length, 'call')}`} of this operation ${properties}; right in ${right.length} others`
}

/** The right call that differs least, and in what. */
function describeNearest(call: RunCall, right: RunCall[], calls: RunCalls): string | undefined {
  const own = propertiesOf(call, calls)
  const [one] = right.sort((one, other) => distanceBetween(one, call, calls) - distanceBetween(other, call, calls))
  const differing = one ? propertiesOf(one, calls).filter((property) => !own.includes(property)) : []
  if (!one || differing.length === 0) return undefined
  const place = `step ${one.number}${one.run === call.run ? '' : ` of ${one.run.check.id}`}`
  return `right in ${count(right.length, 'other call')} of this operation; the most similar is ${place}, ${differing.slice(0, mostDifferences).join(', ')}`
}

/** The properties that no right call has; else the two that none has together, although many have one of them. */
function separate(shared: string[], right: string[][]): string | undefined {
  const having = new Map(shared.map((name) => [name, right.filter((one) => hasProperty(one, name))]))
  const alone = shared.filter((name) => having.get(name)?.length === 0)
  if (alone.length > 0) return alone.slice(0, mostProperties).join(', or ')
  const pairs = shared.flatMap((one, index) =>
    shared.slice(index + 1).flatMap((other) => {
      const [first = [], second = []] = [having.get(one), having.get(other)]
      const least = Math.min(first.length, second.length)
      const isSeparate = least >= leastOfPair && first.every((properties) => !hasProperty(properties, other))
      return isSeparate ? [{ text: `${one} and ${other}, together`, least }] : []
    }),
  )
  return pairs.sort((one, other) => other.least - one.least)[0]?.text
}

/** Texts of expectations contain values: those about the same field, or with the same words, are alike. */
function likeness(wanted: string): (expected: string) => boolean {
  const fieldIn = (expected: string) =>
    fieldOf({ expected, seen: '', basis: 'documented' }) ?? /^[a-z]+[A-Z.][\w.]*/.exec(expected)?.[0]
  const wordsOf = (expected: string) => expected.replace(/"(?:[^"\\]|\\.)*"|\S+@\S+|\d[\w.:+-]*/g, '…')
  const [field, words] = [fieldIn(wanted), wordsOf(wanted)]
  return (expected) => words === wordsOf(expected) || (field !== undefined && field === fieldIn(expected))
}
