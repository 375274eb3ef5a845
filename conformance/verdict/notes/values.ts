/** Notes on a wrong value in a response: the value itself, and the same field in other calls. */

import { count } from '../count.ts'
import { valueAt } from '../matchers.ts'
import type { Finding } from '../record.ts'
import { bodyExpected, errorBodyExpected } from '../response.ts'
import { noSecretExpected } from '../sound.ts'
import { describeDifference } from './contrasts.ts'
import { bodyFieldsOf, cut, fieldOf, textIn } from './fields.ts'
import { isRight } from './likeness.ts'
import { textsOf } from './properties.ts'
import { hasFinding, isAccepted, type Note, type RunCall, subjectOf } from './run-calls.ts'

/** Values of several records that a note names. */
const mostValues = 3
const schemaExpectations: string[] = [bodyExpected, errorBodyExpected]

/** The values at the path of a schema violation, which its text does not contain, since several checks have it. */
export const describeSeen: Note = ({ exchange }, { expected, seen }) => {
  if (!schemaExpectations.includes(expected)) return undefined
  const [, path, missing] = /^([\w.*]+) must (have required)?/.exec(seen) ?? []
  const values = path
    ?.split('.')
    .reduce<unknown[]>(
      (parents, key) =>
        parents.flatMap((parent) => (key === '*' && Array.isArray(parent) ? parent : [valueAt(parent, key)])),
      [exchange.body],
    )
  const describe = (value: unknown) => {
    if (missing && value) return `an object with ${Object.keys(value).join(', ')}`
    return value === undefined ? 'absent' : cut(JSON.stringify(value))
  }
  const texts = new Set(values?.map(describe))
  if (texts.size === 0) return undefined
  const [shown, more] = [[...texts].slice(0, mostValues), texts.size - mostValues]
  const letters = / ULID/.test(seen) ? lettersBesideUlid(shown[0] ?? '') : ''
  return `${path} is ${shown.join(' or ')}${more > 0 ? ` or ${more} other values` : ''}${letters && `: no ULID has ${letters}`}`
}

/** The message of an error that repeats the password, and the length of the password, which may be why it was refused. */
export const describeRepeatedPassword: Note = ({ exchange }, { expected }) => {
  const [password, message] = [textIn(exchange, 'password'), valueAt(exchange.body, 'error.message')]
  const isRepeated = expected === noSecretExpected && password && typeof message === 'string'
  if (!isRepeated || !message.includes(password)) return undefined
  return `the message: ${cut(JSON.stringify(message.replaceAll(password, '***')))}; the password has ${count([...password].length, 'character')}`
}

/** The letters of a text that is a ULID otherwise; random ids contain them by chance. */
function lettersBesideUlid(value: string): string {
  return /^"[\dA-Z]{26}"$/.test(value) ? [...new Set(value.match(/[ILOU]/g))].sort().join(' or ') : ''
}

/** Texts of the same form, one of which violates a pattern: the other may meet it by chance. */
function isByChance(value: unknown, other: unknown, { seen }: Finding): boolean {
  const [form, another] = [value, other].map((one) =>
    String(one)
      .replace(/[\dA-Z]/g, '0')
      .replace(/[a-z]/g, 'a'),
  )
  return / must match /.test(seen) && form === another
}

/** The field of a finding, as the same operation returned it in another step of the check, else in other checks. */
export const describeOtherValue: Note = (call, finding, calls) => {
  const path = fieldOf(finding)
  if (path === undefined || !isAccepted(call.exchange)) return undefined
  // Fields that the request sets differ from call to call.
  if (bodyFieldsOf(call.exchange).includes(path.split('.').at(-1) ?? '')) return undefined
  const shownBy = ({ exchange }: RunCall) => valueAt(exchange.body, path)
  const isShown = (one: RunCall) => isAccepted(one.exchange) && !hasFinding(one) && shownBy(one) !== undefined
  const shown = calls
    .ofOperation(call)
    .filter((one) => isShown(one) && !isByChance(shownBy(one), shownBy(call), finding))
  const right = shown.filter((one) => isRight(one, call, finding, false))
  const isOfSchema = schemaExpectations.includes(finding.expected)
  // Any other value shows how the missing or wrong part may look.
  const [other] = (isOfSchema ? shown : right)
    .filter(({ run }) => run === call.run)
    .reverse()
    .sort((one, two) => likeness(two, call) - likeness(one, call))
  const same = shown.find(
    (one) =>
      one.run === call.run && one.number < call.number && isLongText(shownBy(one)) && shownBy(one) === shownBy(call),
  )
  if (same) return `that is ${path} of step ${same.number}, the same operation${describeDifference(same, call, calls)}`
  if (other)
    return `step ${other.number}, the same operation${describeDifference(other, call, calls)}: ${path} ${cut(JSON.stringify(shownBy(other)))}`
  const [example] = right
  if (!example || !isOfSchema) return undefined
  const place = `step ${example.number} of ${example.run.check.id}`
  const fields = bodyFieldsOf(call.exchange).join()
  const isAlike = fields !== '' && right.some(({ exchange }) => bodyFieldsOf(exchange).join() === fields)
  const question = isAlike ? ', some with the same fields: does it depend on the process that answers?' : ''
  return `${count(right.length, 'other call')} of this operation had it right${calls.connections}, as ${place}: ${path} ${cut(JSON.stringify(shownBy(example)))}${question}`
}

const isLongText = (value: unknown) => typeof value === 'string' && value.length >= shortestText

/** The number of words that the lines about two objects have in common. */
function likeness(one: RunCall, other: RunCall): number {
  const wordsOf = (call: RunCall) => /\(([^)]*)\)/.exec(subjectOf(call) ?? '')?.[1]?.split(', ') ?? []
  const words = wordsOf(other)
  return wordsOf(one).filter((word) => words.includes(word)).length
}

const shortestText = 8

/** The right text, or what the finding shows of a long one. */
const rightText =
  /(?: is (?!not )(?:still |the moment )?|keeps all of |has the end of )(\d+ characters, from character \d+ )?"?…?(.*?)"?$/s

/** The right text in an earlier response, which is right itself if a request sent the text; else it may be the wrong one. */
export const describeEarlierText: Note = ({ run, number }, { expected }) => {
  const [, part, text = ''] = rightText.exec(expected) ?? []
  const length = Number.parseInt(part ?? '0', 10)
  const shown = part ? text : `"${text}"`
  // A shorter text may contain the shown part of a long one, too.
  const hasText = (json = '') =>
    json.includes(shown) && (!part || (json.match(/"(?:[^"\\]|\\.)*"/g) ?? []).some((one) => isWhole(one)))
  const isWhole = (json: string) => json.includes(text) && [...String(JSON.parse(json))].length >= length
  const earlier = run.record.steps
    .slice(0, number - 1)
    .findLastIndex((one) => isAccepted(one) && hasText(JSON.stringify(one.body)))
  const step = run.record.steps[earlier]
  if (!step || text.length < shortestText) return undefined
  const isSent = run.record.steps
    .slice(0, earlier + 1)
    .some((one) => textsOf(one).some(([, sent]) => hasText(JSON.stringify(sent))))
  const place = `step ${earlier + 1}, ${step.request.method} ${step.request.path}`
  return isSent ? `the response of ${place}, has it right` : `the expected value is that of ${place}`
}

/** A reset that is counted as the same request was before, as if nothing had been deleted. */
export const describeSameCount: Note = (call, finding, calls) => {
  const count = valueAt(call.exchange.body, 'deletedCount')
  const { method, url } = call.exchange.request
  if (!finding.expected.startsWith('deletedCount ') || !count || call.exchange.isAtOnce) return undefined
  const same = calls
    .ofOperation(call)
    .filter(
      (one) =>
        one.run === call.run &&
        one.number < call.number &&
        one.exchange.request.method === method &&
        one.exchange.request.url === url &&
        calls.credentialOf(one.exchange) === calls.credentialOf(call.exchange),
    )
  const [first] = same.filter(({ exchange }) => valueAt(exchange.body, 'deletedCount') === count)
  if (!first) return undefined
  const zero = same.find(({ exchange }) => valueAt(exchange.body, 'deletedCount') === 0)
  const between = zero ? `, although step ${zero.number} had 0` : ''
  return `the same request had the same count in step ${first.number}${between}${calls.connections}: does a process repeat a response that it kept, or are the rows still there?`
}

const subjects = { SERVICE: 'a service', MONITOR: 'one monitor' }

/** The check of a service that corresponds to one of a monitor, or the reverse, if it has no findings. */
export const describeCounterpart: Note = ({ run }, _, { all }) => {
  const [, prefix, number] = /^(SERVICE|MONITOR)(-\d+)$/.exec(run.check.id) ?? []
  const other = prefix === 'SERVICE' ? 'MONITOR' : 'SERVICE'
  const counterpart = all.find((call) => prefix && call.run.check.id === `${other}${number}`)?.run
  if (!counterpart || counterpart.record.findings.length > 0 || counterpart.completion.kind !== 'ran') return undefined
  return `${other}${number}, the same for ${subjects[other]}, was right`
}
