/** The words of a finding: what was expected, and what was seen. No other place makes sentences of findings. */

import { type ClaimKind, type ClaimOf, isCut, type Rule } from '../verdict/claims.ts'
import { formatDuration } from '../verdict/count.ts'
import { type Finding, isOfResponse, type Violation } from '../verdict/finding.ts'
import { formatSummary, formatValue } from '../verdict/format.ts'
import type { ShownSecret } from '../verdict/sound.ts'
import { parseTime } from '../verdict/times.ts'

/** The expectation; what was seen, if that is not the value, or the response if the claim is about that as a whole. */
type Texts = string | [expected: string, seen: string]
type WordsOf<K extends ClaimKind> = (claim: ClaimOf<K>, finding: Finding) => Texts

export function wordsOf(finding: Finding): { expected: string; seen: string } {
  const { claim, of, observation, response, isSeenOnce } = finding
  const subject = of === undefined ? finding.subject : `${finding.subject} of ${of}`
  const make = byKind[claim.kind] as WordsOf<ClaimKind>
  const texts = make(claim, { ...finding, subject })
  const isWhole = isOfResponse(claim)
  const usual = isWhole && response ? formatSummary(response) : formatValue(finding.value)
  const [expected, value] = typeof texts === 'string' ? [texts, usual] : texts
  // Circumstances follow the response; in all other cases, the observation is what was seen.
  const seen = observation === undefined ? value : isWhole ? `${value.replace(/\.$/, '')}, ${observation}` : observation
  return { expected, seen: isSeenOnce ? `${seen} (in one of the sequences)` : seen }
}

const reasonOf = (condition: string | undefined) => (condition ? `: ${condition}` : '')
const withOther = (value: unknown, path: string, other: unknown) =>
  `${formatValue(value)}, and ${path} ${formatValue(other)}`

const byKind: { [K in ClaimKind]: WordsOf<K> } = {
  accepted: () => 'the call is accepted',
  refused: ({ condition, orAccepted }) =>
    `the call is ${orAccepted ? 'accepted or ' : ''}refused${reasonOf(condition)}`,
  status: ({ status, condition }) => `the status is ${status}${reasonOf(condition)}`,
  rule: ({ rule }, finding) => rules[rule](finding),
  shape({ of }, { subject, value }) {
    const seen = (value as Violation[]).map(formatViolation).join('; ')
    if (of === 'documented') return ['the body is as documented', seen]
    if (of === 'error') return ['the error has the shape of part 7', seen]
    return [`the ${subject} is as openapi.yaml decides`, seen]
  },
  is({ expected }, { subject, value }) {
    if (Array.isArray(expected) && expected.length === 0) return `${subject}: none`
    const [wanted, shown] = formatDifference(expected, value)
    return [`${subject} is ${subject === 'error.status' ? 'the HTTP status, ' : ''}${wanted}`, shown]
  },
  isNot: ({ excluded }, { subject }) => `${subject} is not ${excluded === '' ? 'empty' : formatValue(excluded)}`,
  absent: (_, { subject }) => `${subject} is absent`,
  holds: ({ expected }, { subject, value }) => [
    `${subject}${expected ? '' : ': no'}`,
    value === true ? 'yes' : value === false ? 'no' : formatValue(value),
  ],
  between: ({ least, most }, { subject }) => `${subject} is ${formatRange(least, most)}`,
  whole({ given }, { subject, value }) {
    const [wanted, shown] = formatDifference(given, value)
    const loss = isCut(value, given) ? 'is not cut: it has the end of' : 'has the letters beyond ASCII of'
    return [`${subject} ${loss} ${wanted}`, shown]
  },
  keeps({ given }, { subject, value }) {
    const [wanted, shown] = formatDifference(given, value)
    return [`${subject} keeps all of ${wanted}`, shown]
  },
  moment: ({ time }, { subject, value }) => [`${subject} is the moment ${time}`, formatTime(value, time)],
  exactly: ({ time }, { subject }) => `${subject} is ${time}`,
  recent: ({ now = '' }, { subject, value }) => [`${subject} is about now, ${now}`, formatTime(value, now)],
  year: ({ first, last }, { subject }) => `${subject} is of a year from ${first} to ${last}`,
  after: ({ path, by, other }, { subject, value }) => [
    `${subject} is ${by > 0 ? `at least ${by} ms after` : 'not before'} ${path}`,
    withOther(value, path, other),
  ],
  apart: ({ path, other }, { subject, value }) => [
    `${subject} is not the time of the call, as ${path} is`,
    withOther(value, path, other),
  ],
  days: ({ least, most, other }, { subject, value }) => [
    `${subject} is ${formatRange(least, most)} days later`,
    `${formatValue(value)}, from ${formatValue(other)}`,
  ],
  none: ({ record }) => `there is no record of ${record}`,
  lacks({ texts }, { subject, value }) {
    const having = `${value}`.split('\n').filter((line) => texts.some((text) => line.includes(text)))
    return [`${subject} show no address of another user`, having.join(', ')]
  },
  noneOf: ({ whose }, { subject }) => `${subject} is not that of ${whose}`,
  inSmall: ({ text }, { subject }) => `${subject} in small letters is ${formatValue(text)}`,
}

const rules: { [R in Rule]: (finding: Finding) => Texts } = {
  'no server error': ({ response, value }) => [
    'the request is not answered with a server error',
    `${response?.status} ${value}`.trim(),
  ],
  'no secret': ({ value }) => ['the response shows no secret', formatSecret(value as ShownSecret)],
  'no readable cookie': () => ['scripts can read no cookie with the token', 'a cookie without HttpOnly'],
  'no internals': () => 'the error reveals no internals',
  'no body': () => 'there is no body',
  'no byte order mark': () => ['JSON has no byte order mark', 'U+FEFF at its start'],
  'media type JSON': () => 'the content type is JSON',
  'charset UTF-8': () => 'JSON is in UTF-8',
  'WWW-Authenticate with 401': () => ['401 comes with WWW-Authenticate', 'no such header'],
  'Allow with 405': () => ['405 comes with Allow', 'no such header'],
  'upgradeUrl of a plan limit': () => 'a plan-limit error has upgradeUrl',
  'upgradeUrl is a URL': () => 'upgradeUrl is a URL',
  'upgradeUrl of nothing else'({ response = { status: 0 }, value }) {
    const { message: _, ...summary } = response
    if (!/plan|upgrade|payment/i.test(`${summary.code}`)) return 'only a plan-limit error has upgradeUrl'
    return [
      'the reason is another than the plan, so this is no plan-limit error',
      `${formatSummary(summary)} with upgradeUrl ${formatValue(value)}`,
    ]
  },
  'a response': ({ subject, value }) => [`${subject} is answered`, `${value}`],
  'a response within limits': ({ subject, value }) => [
    `${subject} is answered within the limits of the kit`,
    `${value}`,
  ],
  'a response but 503': ({ subject, value }) => [`${subject} is served, as others are`, `${value}`],
}

function formatSecret({ kind, email = 'another user', at, header }: ShownSecret): string {
  const place = at ?? (header === undefined ? 'the body' : `the header ${header}`)
  if (kind === 'hash') return 'the hash of a password'
  if (kind === 'claim') return 'a password or its hash, in the claims of a token'
  if (kind === 'field') return `a field ${at}`
  if (kind === 'sent password') return `the password that was sent, in ${place}`
  if (kind === 'sent credential') return `the credential of the request, in ${place}`
  return `the ${kind} of ${email}, in ${place}`
}

export function formatViolation({ at, rule, message, allowed, extra, seen }: Violation): string {
  const value = seen === undefined ? '' : `, seen ${formatValue(seen)}`
  const where = (text: string) => `${at} ${text}${value}`.trim()
  if (rule === 'absent') return where('is absent')
  if (rule === 'json') return 'is not JSON'
  if (rule === 'no body') return 'there is a body'
  if (rule === 'ulid') return where('must match the pattern of a ULID')
  if (rule === 'utc') return where('must be a time in UTC with milliseconds and Z')
  if (allowed) return where(`must be ${allowed.map((one) => JSON.stringify(one)).join(' or ')}`)
  return where(`${message}${extra === undefined ? '' : ` (${extra})`}`)
}

/** With two decimals; rounded inwards, so that no value that is refused lies between the printed bounds. */
function formatRange(least: number, most: number): string {
  return least === most ? `${least}` : `between ${Math.ceil(least * 100) / 100} and ${Math.floor(most * 100) / 100}`
}

/** A value, and if it is a time, how far it is from another one, as in `, 2 h ahead`. */
function formatTime(value: unknown, other: string): string {
  const offset = (typeof value === 'string' ? parseTime(value) : Number.NaN) - parseTime(other)
  return `${formatValue(value)}${offset ? `, ${formatDuration(offset)} ${offset > 0 ? 'ahead' : 'behind'}` : ''}`
}

/** Of a text that is shown whole; of a longer one, around its first difference. */
const most = { letters: 60, before: 10, after: 30 }

/** Both values; long texts around their first difference. */
function formatDifference(expected: unknown, value: unknown): [expected: string, seen: string] {
  if (
    typeof value !== 'string' ||
    typeof expected !== 'string' ||
    expected === value ||
    expected.length <= most.letters
  )
    return [formatValue(expected), formatValue(value)]
  const [wanted, given] = [[...expected], [...value]]
  const differing = wanted.findIndex((letter, index) => letter !== given[index])
  const first = differing < 0 ? wanted.length : differing
  const begin = Math.max(0, first - most.before)
  const around = (text: string[]) =>
    formatValue(`${begin > 0 ? '…' : ''}${text.slice(begin, first + most.after).join('')}`)
  return [
    `${wanted.length} characters, from character ${first + 1} ${around(wanted)}`,
    `${given.length} characters, ${around(given)}`,
  ]
}
