/** A note on what the wrong calls of an operation have in common, and no right one has: one property, or two together. */

import { deletionIsListed } from '../../checks/support/listed-records.ts'
import { count } from '../count.ts'
import type { Finding } from '../record.ts'
import { statusAndCode } from '../response.ts'
import { fieldOf } from './fields.ts'
import { isAlike, isFirst, isRight, isSameOutcome, remembering } from './likeness.ts'
import { hasProperty, propertiesOf, withoutSent } from './properties.ts'
import { isAboutOutcome, type Note, type RunCall } from './run-calls.ts'

/** Fewer right calls are told apart from the wrong ones by chance, the more so if few are wrong. */
export const leastRight = (wrong: number) => (wrong === 1 ? 10 : wrong === 2 ? 5 : 3)
/** Fewer wrong calls have two properties together by chance. */
const leastWrongOfPair = 3
/** Right calls with one of two properties; fewer may lack the other one by chance. */
const leastOfPair = 5
/** The least share of the wrong calls that have a property, and of wrong ones among those with it: some are effects of others. */
const strictness = [
  { wrong: 1, having: 1 },
  { wrong: 0.75, having: 1 },
  { wrong: 0.75, having: 0.85 },
]
/** Properties that a note names. */
const mostProperties = 2

export const describeSeparation: Note = (call, finding, calls) => {
  if (!calls.separations.has(finding)) calls.separations.set(finding, separationOf(call, finding, calls))
  return calls.separations.get(finding)
}

const separationOf: Note = (call, finding, calls) => {
  // Its step is the last of many pages.
  if (finding.expected.startsWith(deletionIsListed) || !isFirst(call, finding)) return undefined
  const every = [call, ...calls.ofOperation(call), ...calls.exploredOf(call)]
  const alone = every.filter(({ exchange }) => !exchange.isAtOnce)
  const isAboutAnswer = isAboutOutcome(finding) || finding.expected.startsWith('the status ')
  const texts = [isAlike, ...(isAboutAnswer ? [isSameOutcome] : [])].map((isSame) => {
    const wrong = alone.filter((one) => one.run.record.findings.some((other) => isSame(call, finding, one, other)))
    // A finding of simultaneous calls only has none.
    if (wrong.length === 0) return undefined
    const right = alone.filter((one) => isFirst(one, finding) && isRight(one, call, finding, isSame === isSameOutcome))
    const describe = (one: RunCall) => [...answerOf(one, finding), ...propertiesOf(one, calls)]
    return (
      describeDifference(call, wrong, right, describe) ?? describeAmongAnswers(call, finding, wrong, right, describe)
    )
  })
  return texts.find((text) => text !== undefined)
}

type Describe = (call: RunCall) => string[]

/** The error of a response, for a finding about something else in its body. */
function answerOf({ exchange }: RunCall, finding: Finding): string[] {
  const { status } = exchange.response
  const isAboutError =
    isAboutOutcome(finding) || new RegExp(`^${status}\\b`).test(finding.seen) || fieldOf(finding) === 'error.code'
  if (isAboutError || status < 400) return []
  return [...new Set([`answered ${statusAndCode(exchange)}`, `answered ${status}`])]
}

/** The same among the calls that are answered with the same error. */
function describeAmongAnswers(call: RunCall, finding: Finding, wrong: RunCall[], right: RunCall[], describe: Describe) {
  const [answer] = answerOf(call, finding)
  if (answer === undefined) return undefined
  const hasAnswer = (one: RunCall) => answerOf(one, finding)[0] === answer
  const text = describeDifference(
    call,
    wrong.filter(hasAnswer),
    right.filter(hasAnswer),
    describe,
    strictness.slice(0, 1),
  )
  return text && `of those ${answer}, ${text}`
}

function describeDifference(
  call: RunCall,
  wrong: RunCall[],
  right: RunCall[],
  describe: Describe,
  allowed = strictness,
): string | undefined {
  if (right.length < leastRight(wrong.length)) return undefined
  const own = describe(call)
  const [ofWrong, ofRight] = [propertiesOfEach(wrong, describe), propertiesOfEach(right, describe)]
  const names = new Set([own, ...ofWrong.all, ...ofRight.all].flat())
  const shared = [...names, ...withoutSent(names)]
    .filter((name) => hasProperty(own, name))
    // Callers differ from most others, and calls lack what others send: one call shows nothing.
    .filter((name) => wrong.length > 1 || !/^(?:(?:by|for|without|answered) |after a reset)/.test(name))
  for (const limits of allowed) {
    const names = separate(shared, ofWrong, ofRight, limits)
    if (!names) continue
    const [wrongHaving, rightHaving] = [ofWrong.count(names.all), ofRight.count(names.all)]
    const [wrongOthers, rightOthers] = [wrong.length - wrongHaving, right.length - rightHaving]
    // Others are wrong as often.
    if (wrongOthers > 0 && wrongHaving * rightOthers <= rightHaving * wrongOthers) continue
    const every = wrongHaving === 1 ? 'the one call' : `all ${count(wrongHaving, 'call')}`
    const often = rightHaving > 0 ? `${wrongHaving} of the ${wrongHaving + rightHaving} calls` : every
    const some = wrongOthers > 0 ? `also wrong in ${wrongOthers} of` : rightHaving > 0 ? 'in none of' : 'right in'
    return `wrong in ${often} of this operation ${names.text}${describeForeign(names.all, ofWrong.all)}; ${some} ${wrongOthers + rightOthers} others`
  }
  return undefined
}

/** The common properties of the objects of other teams, since only these are refused for their team. */
function describeForeign([name = '', another]: string[], wrong: string[][]): string {
  const [first = []] = wrong
  const kind = isForeign(name) ? name.replace(/ of another team$/, '') : undefined
  const shared = first.filter(
    (one) => one !== name && /^on an? /.test(one) && wrong.every((some) => some.includes(one)),
  )
  if (kind === undefined || another !== undefined || wrong.length < 3 || shared.length === 0) return ''
  return `, all of them ${shared.join(' and ')}`
}

/** The properties that no right call has; else the two that none has together, although many have one of them. */
function separate(
  shared: string[],
  wrong: Properties,
  right: Properties,
  least: (typeof strictness)[number],
): { all: string[]; text: string } | undefined {
  const isStrict = least.wrong === 1
  const isCommon = (names: string[]) => wrong.count(names) >= least.wrong * wrong.all.length
  const isAlone = (names: string[]) => {
    const [some, others] = [wrong.count(names), right.count(names)]
    return some >= least.having * (some + others)
  }
  // Properties of callers correlate with many others.
  const common = shared.filter((name) => isCommon([name]) && (isStrict || !/^(?:by|for) /.test(name)))
  const alone = common.filter((name) => isAlone([name]))
  const ofForeign = alone.some(isForeign) ? undefined : findOfForeign(common, wrong, right, isAlone)
  if (ofForeign) return ofForeign
  const [first] = alone
  // A shorter one says the same.
  const named = alone.filter((name) => !alone.some((other) => other !== name && other.startsWith(name)))
  if (first !== undefined) return { all: [first], text: named.slice(0, isStrict ? mostProperties : 1).join(', or ') }
  // Two properties that most of the wrong calls have together, but not all, are often others by chance.
  if (!isStrict || wrong.all.length < leastWrongOfPair) return undefined
  const pairs = common.flatMap((one, index) =>
    common.slice(index + 1).flatMap((other) => {
      const fewest = Math.min(right.count([one]), right.count([other]))
      const isSeparate = fewest >= leastOfPair && isCommon([one, other]) && isAlone([one, other])
      return isSeparate ? [{ all: [one, other], text: `${one} and ${other}, together`, fewest }] : []
    }),
  )
  return pairs.sort((one, other) => other.fewest - one.fewest)[0]
}

/** A field or a parameter, whatever its value. */
const isSentIn = (name: string) => /^with(?:out)? \w+$/.test(name)
const isForeign = (name: string) => / of another team$/.test(name)

/** Properties of the object or the request, if the object of another team is refused otherwise: others correlate with these. */
function findOfForeign(common: string[], wrong: Properties, right: Properties, isAlone: (names: string[]) => boolean) {
  const foreign = common.find(isForeign)
  const size = wrong.all.length
  if (foreign === undefined || size < leastWrongOfPair || right.count([foreign]) === 0) return undefined
  // Few calls have a kind or a value in common by chance.
  const mayDecide = (name: string) => isSentIn(name) || (size > leastWrongOfPair && /^(?:with|without|on) /.test(name))
  const [partner] = common
    .filter((name) => name !== foreign && mayDecide(name) && isAlone([foreign, name]))
    .sort((one, other) => Number(isSentIn(other)) - Number(isSentIn(one)))
  return partner && { all: [foreign, partner], text: `${foreign} and ${partner}, together` }
}

interface Properties {
  /** Of each call. */
  all: string[][]
  /** The number of calls that have one property, or both of two. */
  count(names: string[]): number
}

function propertiesOfEach(some: RunCall[], describe: Describe): Properties {
  const all = some.map(describe)
  const having = remembering((name: string) => new Set(all.filter((one) => hasProperty(one, name))))
  return {
    all,
    count([first = '', second]) {
      if (second === undefined) return having(first).size
      return [...having(first)].filter((one) => having(second).has(one)).length
    },
  }
}
