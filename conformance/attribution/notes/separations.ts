/** A note on what the wrong calls of an operation have in common, and no right one has: one property, or two together. */
import type { Finding } from '../../assess/record.ts'
import { statusAndCode } from '../../assess/response.ts'
import { deletionIsListed } from '../../checks/listed-records.ts'
import { explorePart } from '../../explore/explore-checks.ts'
import { count, sameAs } from '../../report/summaries.ts'
import { fieldOf } from './fields.ts'
import { distanceBetween, hasProperty, propertiesOf, sharesTeam, withoutSent } from './properties.ts'
import { describeResetRule } from './reset-counts.ts'
import {
  hasFinding,
  isAboutOutcome,
  isAccepted,
  type Note,
  objectOf,
  operationOf,
  placeOf,
  type RunCall,
  type RunCalls,
} from './run-calls.ts'
import { findSharedTeam } from './shared-teams.ts'

/** Fewer right calls are told apart from the wrong ones by chance, the more so if few are wrong. */
const leastRight = (wrong: number) => (wrong === 1 ? 10 : wrong === 2 ? 5 : 3)
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
/** Differences of the most similar call that a note names. */
const mostDifferences = 3
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
  const texts = [isAlike, isSameOutcome].map((isSame) => {
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

/** Where few calls are right, the one that differs least. */
export const describeNearest: Note = (call, finding, calls) => {
  // Random ids may meet it by chance; a record does not depend on the query, nor a limit on what one call sends.
  const isByChance = / must match the pattern /.test(finding.seen) || finding.expected.startsWith('the status ')
  if (isByChance || operationOf(call) === 'listDeletionRequests') return undefined
  const right = calls.ofOperation(call).filter((one) => isRight(one, call, finding, false))
  if (right.length >= leastRight(2)) return undefined
  const own = propertiesOf(call, calls)
  const [one] = right.sort((one, other) => distanceBetween(one, call, calls) - distanceBetween(other, call, calls))
  const others = one ? propertiesOf(one, calls).filter((property) => !own.includes(property)) : []
  // What is sent decides more often than what a call is about.
  const isSent = (property: string) => Number(property.startsWith('with '))
  const differing = others.sort((first, second) => isSent(second) - isSent(first))
  if (!one || differing.length === 0) return undefined
  return `right in ${count(right.length, 'other call')} of this operation; the most similar is ${placeOf(one, call)}, ${differing.slice(0, mostDifferences).join(', ')}`
}

/** The plainest finding of the same kind in another check: documented, of no sequence, and after the fewest steps. */
export const describeSame: Note = (call, finding, calls) => {
  const separation = describeSeparation(call, finding, calls)
  const isOfTeam = separation?.includes(sharesTeam) || isRefusedForTeam(call, calls)
  const shared = isOfTeam ? findSharedTeam(calls) : undefined
  if (shared && shared.run !== call.run) return `${sameAs} step ${shared.number} of ${shared.run.check.id}: begin there`
  const isSeparate = separation !== undefined
  const rule = describeResetRule(call, finding, calls)
  const isSame = (one: RunCall) =>
    !one.exchange.isAtOnce &&
    // A level that judges this check may not judge those of the profile.
    (one.run.check.level !== 'profile' || call.run.check.level === 'profile') &&
    one.run.record.findings.some(
      (other) =>
        (rule !== undefined && describeResetRule(one, other, calls) === rule) ||
        (isSeparate && isAlike(call, finding, one, other)) ||
        ((isSeparate || !isAccepted(call.exchange)) && isSameOutcome(call, finding, one, other)),
    )
  const rank = ({ run, number }: RunCall) => {
    const isDocumented = run.record.findings.some(({ step, basis }) => step === number - 1 && basis === 'documented')
    return number + (run.check.part === explorePart ? 1000 : 0) + (isDocumented ? 0 : 2000)
  }
  const isOperation = (one: RunCall) => rule !== undefined || operationOf(one) === operationOf(call)
  const same = calls.all.filter((one) => one.exchange === call.exchange || (isOperation(one) && isSame(one)))
  // Of equal ones, the first.
  const [plainest] = same.sort((one, other) => rank(one) - rank(other))
  if (!plainest || plainest.run === call.run) return undefined
  return `${sameAs} step ${plainest.number} of ${plainest.run.check.id}: begin there`
}

/** A request for deletion of an owner whose team another sign-up returned, too. */
function isRefusedForTeam(call: RunCall, calls: RunCalls): boolean {
  const isRefused = operationOf(call) === 'scheduleAccountDeletion' && call.exchange.response.status === 409
  return isRefused && propertiesOf(call, calls).includes(`by ${sharesTeam}`)
}

/** A later finding on the same object in a check is often an effect of the first. */
function isFirst({ run, exchange, number }: RunCall, finding: Finding): boolean {
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

const isAlike: IsSame = (_, finding, one, other) =>
  other.step === one.number - 1 && isAlikeText(other.expected, finding.expected) && isFirst(one, other)

/** Wrongly refused with the same error, or wrongly accepted, whatever the assertion. */
const isSameOutcome: IsSame = (call, finding, one, other) => {
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

/** Whether an assertion like that of the finding held. */
function isRight({ run, exchange, number }: RunCall, call: RunCall, finding: Finding, isWide: boolean): boolean {
  const isMeant = (expected: string) => {
    if (!isWide) return isAlikeText(expected, finding.expected)
    return isAccepted(call.exchange) ? expected.startsWith('the call is refused') : isAccepted(exchange)
  }
  const isMet = [...run.record.met].some(([expected, steps]) => steps.has(number - 1) && isMeant(expected))
  return isMet && !hasFinding({ run, exchange, number })
}

type Describe = (call: RunCall) => string[]

/** The error of a response, for a finding about something else in its body. */
function answerOf({ exchange }: RunCall, finding: Finding): string[] {
  const { status } = exchange.response
  const isAboutError =
    isAboutOutcome(finding) || finding.seen.startsWith(`${status} `) || fieldOf(finding) === 'error.code'
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
    .filter((name) => wrong.length > 1 || !/^(?:by|for|without|answered) /.test(name))
  for (const limits of allowed) {
    const names = separate(shared, ofWrong, ofRight, limits)
    if (!names) continue
    const [wrongHaving, rightHaving] = [ofWrong.count(names.all), ofRight.count(names.all)]
    const [wrongOthers, rightOthers] = [wrong.length - wrongHaving, right.length - rightHaving]
    const every = wrongHaving === 1 ? 'the one call' : `all ${count(wrongHaving, 'call')}`
    const often = rightHaving > 0 ? `${wrongHaving} of the ${wrongHaving + rightHaving} calls` : every
    const some = wrongOthers > 0 ? `also wrong in ${wrongOthers} of` : rightHaving > 0 ? 'in none of' : 'right in'
    return `wrong in ${often} of this operation ${names.text}${describeForeign(names.all, ofWrong.all)}; ${some} ${wrongOthers + rightOthers} others`
  }
  return undefined
}

/** What all objects of other teams have in common, since only these are refused for their team. */
function describeForeign([name = '', another]: string[], wrong: string[][]): string {
  const [first = []] = wrong
  const kind = / of another team$/.test(name) ? name.replace(/ of another team$/, '') : undefined
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
  // What callers are goes along with much else.
  const common = shared.filter((name) => isCommon([name]) && (least.having === 1 || !/^(?:by|for) /.test(name)))
  const alone = common.filter((name) => isAlone([name]))
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

/** Texts of expectations contain values: those about the same field, or with the same words, are alike. */
function isAlikeText(one: string, other: string): boolean {
  const [field, otherField] = [one, other].map(fieldIn)
  return wordsOf(one) === wordsOf(other) || (field !== undefined && field === otherField)
}

/** Each finding is compared with most others of a run. */
function remembering<T>(compute: (text: string) => T): (text: string) => T {
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
