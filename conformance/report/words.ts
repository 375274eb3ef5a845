/** The words of a finding: what was expected, and what was seen. No other place makes sentences of findings. */

import { type Claim, type ClaimKind, isCut, kindOfClaim, type Rule } from '../verdict/claims.ts'
import { count } from '../verdict/count.ts'
import { type Finding, isOfResponse, type Violation } from '../verdict/finding.ts'
import { formatSummary, formatValue } from '../verdict/format.ts'
import { parseTime } from '../verdict/times.ts'

export interface Words {
  expected: string
  seen: string
}

/** Both texts of one kind of claim. */
type WordsOf<K extends ClaimKind> = (
  claim: Extract<Claim, { [key in K]: unknown }>,
  finding: Finding,
) => [expected: string, seen: string]

export function wordsOf(finding: Finding): Words {
  const make = byKind[kindOfClaim(finding.claim)] as (claim: Claim, finding: Finding) => [string, string]
  const { subject, of } = finding
  const [expected, seen] = make(
    finding.claim,
    of === undefined ? finding : { ...finding, subject: `${subject} of ${of}` },
  )
  const shown = finding.observation === undefined ? seen : observed(seen, finding)
  return { expected, seen: finding.isSeenOnce ? `${shown} (in one of the sequences)` : shown }
}

/** Circumstances follow the response; in all other cases, the observation is what was seen. */
function observed(seen: string, { claim, observation = '' }: Finding): string {
  return isOfResponse(claim) ? `${seen.replace(/\.$/, '')}, ${observation}` : observation
}

const headerNames: { [subject: string]: string } = {
  'header Retry-After': 'Retry-After, the rest of the window of attempts,',
}
const nameOf = (subject: string) => headerNames[subject] ?? subject.replace(/^header /, '')

const byKind: { [K in ClaimKind]: WordsOf<K> } = {
  accepted: (_, finding) => ['the call is accepted', responseOf(finding)],
  refused({ refused, orAccepted }, finding) {
    const reason = refused === null ? '' : `: ${refused}`
    return [`the call is ${orAccepted ? 'accepted or ' : ''}refused${reason}`, responseOf(finding)]
  },
  status({ status, condition }, finding) {
    const reason = condition === undefined ? '' : `: ${condition}`
    return [`the status is ${status}${reason}`, condition ? responseOf(finding) : `${finding.response?.status}`]
  },
  rule: ({ rule }, finding) => rules[rule](finding),
  shape({ shape }, { subject, value }) {
    const seen = (value as Violation[]).map(formatViolation).join('; ')
    if (shape === 'documented') return ['the body is as documented', seen]
    if (shape === 'error') return ['the error has the shape of part 7', seen]
    const place = subject.startsWith('header ') ? `the header ${nameOf(subject)}` : `the ${subject}`
    return [`${place} is as openapi.yaml decides`, seen]
  },
  is({ is }, { subject, value }) {
    if (Array.isArray(is) && is.length === 0) return [`${nameOf(subject)}: none`, formatValue(value)]
    const [wanted, given] = formatDifference(is, value)
    return [`${nameOf(subject)} is ${subject === 'error.status' ? 'the HTTP status, ' : ''}${wanted}`, given]
  },
  isNot: ({ isNot }, { subject, value }) => [
    `${subject} is not ${isNot === '' ? 'empty' : formatValue(isNot)}`,
    formatValue(value),
  ],
  absent: (_, { subject, value }) => [`${subject} is absent`, formatValue(value)],
  holds: ({ holds }, { subject, value }) => [
    `${subject}${holds ? '' : ': no'}`,
    value === true ? 'yes' : value === false ? 'no' : formatValue(value),
  ],
  between: ({ between: [least, most] }, { subject, value }) => [
    `${nameOf(subject)} is ${least === most ? least : formatRange(least, most)}`,
    formatValue(value),
  ],
  atLeast: ({ atLeast }, { subject, value }) => [`${subject} is at least ${atLeast}`, formatValue(value)],
  whole({ whole }, { subject, value }) {
    const [wanted, given] = formatDifference(whole, value)
    const loss = isCut(value, whole) ? 'is not cut: it has the end of' : 'has the letters beyond ASCII of'
    return [`${subject} ${loss} ${wanted}`, given]
  },
  keeps({ keeps }, { subject, value }) {
    const [wanted, given] = formatDifference(keeps, value)
    return [`${subject} keeps all of ${wanted}`, given]
  },
  moment: ({ moment }, { subject, value }) => [
    `${subject} is the moment ${moment}`,
    `${formatValue(value)}${formatOffset(value, moment)}`,
  ],
  exactly: ({ exactly }, { subject, value }) => [`${subject} is ${exactly}`, formatValue(value)],
  recent: ({ now = '' }, { subject, value }) => [
    `${subject} is about now, ${now}`,
    `${formatValue(value)}${formatOffset(value, now)}`,
  ],
  year: ({ year }, { subject, value }) => [`${subject} is of a year from ${year.join(' to ')}`, formatValue(value)],
  after: ({ after, by, other }, { subject, value }) => [
    `${subject} is ${by > 0 ? `at least ${by} ms after` : 'not before'} ${after}`,
    `${formatValue(value)}, and ${after} ${formatValue(other)}`,
  ],
  apart: ({ apart, other }, { subject, value }) => [
    `${subject} is not the time of the call, as ${apart} is`,
    `${formatValue(value)}, and ${apart} ${formatValue(other)}`,
  ],
  days: ({ days: [least, most], other }, { subject, value }) => [
    `${subject} is ${least === most ? least : formatRange(least, most)} days later`,
    `${formatValue(value)}, from ${formatValue(other)}`,
  ],
  none: ({ none }, { value }) => [`there is no record of ${none}`, formatValue(value)],
  lacks: ({ lacks }, { subject, value }) => [
    `${subject} show no address of another user`,
    lacks.filter((text) => `${value}`.includes(text)).join(', '),
  ],
  noneOf: ({ whose = 'another request' }, { subject, value }) => [
    `${subject} is not that of ${whose}`,
    formatValue(value),
  ],
  inSmall: ({ inSmall }, { subject, value }) => [
    `${subject} in small letters is ${formatValue(inSmall)}`,
    formatValue(value),
  ],
  asBefore: ({ asBefore, what }, { value }) => [
    `${what}: ${asBefore ? 'yes' : 'no'}, as in the call before`,
    formatValue(value),
  ],
}

type RuleWords = (finding: Finding) => [expected: string, seen: string]
const always =
  (expected: string, seen?: string): RuleWords =>
  ({ value }) => [expected, seen ?? formatValue(value)]

const rules: { [R in Rule]: RuleWords } = {
  'no server error': ({ response, value }) => [
    'the request is not answered with a server error',
    `${response?.status} ${value}`.trim(),
  ],
  'no secret': ({ value }) => ['the response shows no secret', `${value}`],
  'no readable cookie': always('scripts can read no cookie with the token', 'a cookie without HttpOnly'),
  'no internals': always('the error reveals no internals'),
  'no body': always('there is no body'),
  'no byte order mark': always('JSON has no byte order mark', 'U+FEFF at its start'),
  'media type JSON': always('the content type is JSON'),
  'charset UTF-8': always('JSON is in UTF-8'),
  'WWW-Authenticate with 401': always('401 comes with WWW-Authenticate', 'no such header'),
  'Allow with 405': always('405 comes with Allow', 'no such header'),
  'upgradeUrl of a plan limit': always('a plan-limit error has upgradeUrl'),
  'upgradeUrl is a URL': always('upgradeUrl is a URL'),
  'upgradeUrl of nothing else'({ response = { status: 0 }, value }) {
    const { status, code } = response
    if (!/plan|upgrade|payment/i.test(`${code}`)) return ['only a plan-limit error has upgradeUrl', formatValue(value)]
    return [
      'the reason is another than the plan, so this is no plan-limit error',
      `${formatSummary({ status, ...(code !== undefined && { code }) })} with upgradeUrl ${formatValue(value)}`,
    ]
  },
  'a response': ({ subject, value }) => [`${subject} is answered`, `${value}`],
  'a response but 503': ({ subject, value }) => [`${subject} is served, as others are`, `${value}`],
}

function responseOf({ response, value }: Finding): string {
  return response ? formatSummary(response) : formatValue(value)
}

export function formatViolation({ at, rule, message, allowed, extra, value }: Violation): string {
  const where = (text: string) => `${at} ${text}`.trim()
  if (rule === 'absent') return where('is absent')
  if (rule === 'json') return 'is not JSON'
  if (rule === 'no body') return 'there is a body'
  if (rule === 'ulid') return where('must match the pattern of a ULID')
  if (rule === 'utc') return where('must be a time in UTC with milliseconds and Z')
  if (rule === 'resolved') {
    const [status, time] = value as [unknown, string]
    return `status and resolvedAt must be those of a resolved incident, not ${JSON.stringify(status)} and ${time}`
  }
  if (allowed) return where(`must be ${allowed.map((one) => JSON.stringify(one)).join(' or ')}`)
  return where(`${message}${extra === undefined ? '' : ` (${extra})`}`)
}

/** With two decimals; rounded inwards, so that no value that is refused lies between the printed bounds. */
function formatRange(least: number, most: number): string {
  return `between ${Math.ceil(least * 100) / 100} and ${Math.floor(most * 100) / 100}`
}

const minute = 60_000
const units: [name: string, milliseconds: number][] = [
  ['day', 24 * 60 * minute],
  ['h', 60 * minute],
  ['min', minute],
  ['s', 1000],
]

/** How far a time is from another one, as in `, 2 h ahead`; empty if it is no time or the same. */
function formatOffset(value: unknown, other: string): string {
  const offset = (typeof value === 'string' ? parseTime(value) : Number.NaN) - parseTime(other)
  if (!offset) return ''
  const [unit, milliseconds] = units.find(([, least]) => Math.abs(offset) >= least) ?? ['ms', 1]
  const size = Math.round((10 * Math.abs(offset)) / milliseconds) / 10
  return `, ${unit === 'day' ? count(size, unit) : `${size} ${unit}`} ${offset > 0 ? 'ahead' : 'behind'}`
}

/** Both values; long texts around their first difference. */
function formatDifference(expected: unknown, value: unknown): [expected: string, seen: string] {
  if (typeof value !== 'string' || typeof expected !== 'string' || expected === value || expected.length <= 60)
    return [formatValue(expected), formatValue(value)]
  const [wanted, given] = [[...expected], [...value]]
  const differing = wanted.findIndex((letter, index) => letter !== given[index])
  const first = differing < 0 ? wanted.length : differing
  const around = (text: string[]) =>
    formatValue(`${first > 10 ? '…' : ''}${text.slice(Math.max(0, first - 10), first + 30).join('')}`)
  return [
    `${wanted.length} characters, from character ${first + 1} ${around(wanted)}`,
    `${given.length} characters, ${around(given)}`,
  ]
}
