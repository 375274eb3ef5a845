/** Claims about a response or a value in it, as data, and whether they hold. */
import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../client/exchange.ts'
import type { Condition } from './conditions.ts'
import { day } from './days.ts'
import { parseTime, precisionOf, tolerance } from './times.ts'

/** Rules that need no value to state them. */
export type Rule =
  | 'no server error'
  | 'no secret'
  | 'no readable cookie'
  | 'no internals'
  | 'no body'
  | 'no byte order mark'
  | 'media type JSON'
  | 'charset UTF-8'
  | 'WWW-Authenticate with 401'
  | 'Allow with 405'
  | 'upgradeUrl of a plan limit'
  | 'upgradeUrl of nothing else'
  | 'upgradeUrl is a URL'
  | 'a response'
  | 'a response within limits'
  | 'a response but 503'

/** What is claimed of a value: its kind, and what the value is compared with. */
export type Claim =
  | { kind: 'accepted' }
  /** For this reason; for any, if there is none. */
  | { kind: 'refused'; condition?: Condition | undefined; orAccepted?: true }
  | { kind: 'status'; status: number; condition?: Condition }
  | { kind: 'rule'; rule: Rule }
  /** By the document, by its part 7, or by openapi.yaml; the value is a list of violations. */
  | { kind: 'shape'; of: 'documented' | 'error' | 'profile' }
  | { kind: 'is'; expected: unknown }
  | { kind: 'isNot'; excluded: unknown }
  | { kind: 'absent' }
  /** The subject is a statement. */
  | { kind: 'holds'; expected: boolean }
  | { kind: 'between'; least: number; most: number }
  /** Not only the start of the given text, not nothing of it, and not all but some letters beyond ASCII. */
  | { kind: 'whole'; given: string }
  /** The same text, except for spaces, control characters and the normal form of its letters. */
  | { kind: 'keeps'; given: string }
  /** The same time, in any time zone and precision. */
  | { kind: 'moment'; time: string }
  /** The same time to the millisecond, if milliseconds are known. */
  | { kind: 'exactly'; time: string }
  /** A time near now, by the target's clock. */
  | { kind: 'recent'; now?: string }
  | { kind: 'year'; first: number; last: number }
  /** A later time than that at the path, by so many milliseconds at the least. */
  | { kind: 'after'; path: string; by: number; other?: unknown }
  /** Not the same time as that at the path. */
  | { kind: 'apart'; path: string; other?: unknown }
  /** So many days later than the time at the path. */
  | { kind: 'days'; least: number; most: number; path: string; other?: unknown }
  /** There is none of this. */
  | { kind: 'none'; record: string }
  | { kind: 'lacks'; texts: string[] }
  | { kind: 'noneOf'; values: string[]; whose: string }
  /** The same letters; their case may differ. */
  | { kind: 'inSmall'; text: string }

export type ClaimKind = Claim['kind']
export type ClaimOf<K extends ClaimKind> = Extract<Claim, { kind: K }>

export const is = (value: unknown): Claim =>
  value === undefined ? { kind: 'absent' } : { kind: 'is', expected: value }
export const isNot = (excluded: unknown): Claim => ({ kind: 'isNot', excluded })
export const whole = (given: string): Claim => ({ kind: 'whole', given })
export const keeps = (given: string): Claim => ({ kind: 'keeps', given })
export const recent: Claim = { kind: 'recent' }
export const noneOf = (values: string[], whose = 'another request'): Claim => ({ kind: 'noneOf', values, whose })
export const between = (least: number, most: number): Claim => ({ kind: 'between', least, most })
/** Nothing is claimed of a value that the kit does not know. */
export const known = (value: unknown): Claim | undefined =>
  value === undefined ? undefined : is(value === '' ? null : value)

/**
 * With what the response shows beside the value, so that the claim says all.
 * @param within the body, or the item of a list, that the value is a part of.
 */
export function complete(claim: Claim, exchange: Exchange | undefined, within: unknown = exchange?.body): Claim {
  if ('path' in claim) return { ...claim, other: valueAt(within, claim.path) }
  if (claim.kind !== 'recent') return claim
  return { ...claim, now: new Date(exchange?.targetTime ?? Date.now()).toISOString() }
}

/** Two times of one moment may differ by less, in milliseconds. */
const differingTimes = 50
const isWithin = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && value >= least && value <= most

const timeOf = (value: unknown) => (typeof value === 'string' ? parseTime(value) : Number.NaN)

type Holds<K extends ClaimKind> = (claim: ClaimOf<K>, value: unknown, exchange?: Exchange) => boolean

const holdsByKind: { [K in ClaimKind]: Holds<K> } = {
  accepted: (_, status) => isWithin(status, 200, 299),
  refused: (_, status) => isWithin(status, 400, 499),
  status: (claim, status) => status === claim.status,
  // Compared where it is recorded.
  rule: () => false,
  shape: (_, violations) => (violations as unknown[]).length === 0,
  is: ({ expected }, value) => isDeepStrictEqual(value, expected),
  isNot: ({ excluded }, value) => !isDeepStrictEqual(value, excluded),
  absent: (_, value) => value === undefined,
  holds: ({ expected }, value) => value === expected,
  between: ({ least, most }, value) => isWithin(value, least, most),
  whole: ({ given }, value) => !isCut(value, given) && !losesLetters(value, given),
  keeps: ({ given }, value) => typeof value === 'string' && canonical(value) === canonical(given),
  moment({ time }, value) {
    const times = [timeOf(value), parseTime(time)] as const
    return Math.abs(times[0] - times[1]) < Math.max(...times.map(precisionOf))
  },
  exactly: ({ time }, value) => timeOf(value) === parseTime(time) || !/\.\d{3}/.test(time),
  recent({ now = '' }, value, exchange) {
    const margin = exchange?.response.headers.date === undefined ? tolerance.ownClock : tolerance.targetClock
    return Math.abs(timeOf(value) - Date.parse(now)) <= margin
  },
  year: ({ first, last }, value) => isWithin(new Date(timeOf(value)).getUTCFullYear(), first, last),
  after: ({ by, other }, value) => timeOf(value) - timeOf(other) >= by,
  apart: ({ other }, value) => Math.abs(timeOf(value) - timeOf(other)) > differingTimes,
  days: ({ least, most, other }, value) => isWithin((timeOf(value) - timeOf(other)) / day, least, most),
  none: (_, value) => value === undefined,
  lacks: ({ texts }, value) => !texts.some((text) => `${value}`.includes(text)),
  inSmall: ({ text }, value) => `${value}`.toLowerCase() === text,
  noneOf: ({ values }, value) => !values.some((one) => one === value),
}

/** @param claim complete. */
export function holds(claim: Claim, value: unknown, exchange?: Exchange): boolean {
  const compare = holdsByKind[claim.kind] as Holds<ClaimKind>
  return compare(claim, value, exchange)
}

/** Trimming and normalizing are fair. */
function canonical(text: unknown): string {
  return typeof text !== 'string' ? '' : text.normalize('NFKC').replace(/\p{C}/gu, ' ').replace(/\s+/g, ' ').trim()
}

/** Whether a text is the start of the given one, or nothing of it. */
export function isCut(value: unknown, given: string): boolean {
  const [kept, all] = [canonical(value), canonical(given)]
  return kept !== all && all.startsWith(kept)
}

/** Whether some letters, digits or symbols beyond ASCII are missing, and nothing else is changed. */
function losesLetters(value: unknown, given: string): boolean {
  const [kept, whole] = [canonical(value), canonical(given)]
  const ascii = (text: string) => canonical(text.replace(/[^\0-\x7f]/gu, ''))
  const others = (text: string) => text.match(/(?![\0-\x7f])[\p{L}\p{N}\p{S}]/gu) ?? []
  const [left, all] = [others(kept), others(whole)]
  if (ascii(kept) !== ascii(whole) || left.length >= all.length) return false
  let next = 0
  for (const letter of all) if (letter === left[next]) next += 1
  return next === left.length
}

/** The value of a field at a path such as `error.message`. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce((part, key) => (part as Record<string, unknown> | null | undefined)?.[key], value)
}
