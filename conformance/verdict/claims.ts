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

export type Claim =
  | { accepted: true }
  /** For this reason; for any, if it is null. */
  | { refused: Condition | null; orAccepted?: true }
  | { status: number; condition?: Condition }
  | { rule: Rule }
  /** By the document, by its part 7, or by openapi.yaml; the value is a list of violations. */
  | { shape: 'documented' | 'error' | 'profile' }
  | { is: unknown }
  | { isNot: unknown }
  | { absent: true }
  /** The subject is a statement. */
  | { holds: boolean }
  | { between: [least: number, most: number] }
  /** Not only the start of the given text, not nothing of it, and not all but some letters beyond ASCII. */
  | { whole: string }
  /** The same text, except for spaces, control characters and the normal form of its letters. */
  | { keeps: string }
  /** The same time, in any time zone and precision. */
  | { moment: string }
  /** The same time to the millisecond, if milliseconds are known. */
  | { exactly: string }
  /** A time near now, by the target's clock. */
  | { recent: true; now?: string }
  | { year: [least: number, most: number] }
  /** A later time than that at the path, by so many milliseconds at the least. */
  | { after: string; by: number; other?: unknown }
  /** Not the same time as that at the path. */
  | { apart: string; other?: unknown }
  /** So many days later than the time at the path. */
  | { days: [least: number, most: number]; since: string; other?: unknown }
  /** There is none of this. */
  | { none: string }
  | { lacks: string[] }
  | { noneOf: string[]; whose?: string }
  /** The same letters; their case may differ. */
  | { inSmall: string }

type KeyOf<T> = T extends unknown ? keyof T : never
export type ClaimKind = Exclude<KeyOf<Claim>, 'orAccepted' | 'condition' | 'now' | 'by' | 'other' | 'since' | 'whose'>

/** The first key of a claim says what is claimed. */
export function kindOfClaim(claim: Claim): ClaimKind {
  return Object.keys(claim)[0] as ClaimKind
}

export const is = (value: unknown): Claim => (value === undefined ? { absent: true } : { is: value })
export const isNot = (value: unknown): Claim => ({ isNot: value })
export const whole = (given: string): Claim => ({ whole: given })
export const keeps = (given: string): Claim => ({ keeps: given })
export const recent: Claim = { recent: true }
export const noneOf = (values: string[], whose = 'another request'): Claim => ({ noneOf: values, whose })
export const between = (least: number, most: number): Claim => ({ between: [least, most] })
/** Nothing is claimed of a value that the kit does not know. */
export const known = (value: unknown): Claim | undefined =>
  value === undefined ? undefined : { is: value === '' ? null : value }

/**
 * With what the response shows beside the value, so that the claim says all.
 * @param within the body, or the item of a list, that the value is a part of.
 */
export function complete(claim: Claim, exchange: Exchange | undefined, within: unknown = exchange?.body): Claim {
  if ('after' in claim) return { ...claim, other: valueAt(within, claim.after) }
  if ('apart' in claim) return { ...claim, other: valueAt(within, claim.apart) }
  if ('days' in claim) return { ...claim, other: valueAt(within, claim.since) }
  if (!('recent' in claim)) return claim
  return { ...claim, now: new Date(exchange?.targetTime ?? Date.now()).toISOString() }
}

const isWithin = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && value >= least && value <= most

type Holds = { [K in ClaimKind]?: (claim: Extract<Claim, { [key in K]: unknown }>, value: unknown) => boolean }

const timeOf = (value: unknown) => (typeof value === 'string' ? parseTime(value) : Number.NaN)

/** A rule is compared where it is recorded. */
const holdsByKind: Holds = {
  accepted: (_, status) => isWithin(status, 200, 299),
  refused: (_, status) => isWithin(status, 400, 499),
  status: (claim, status) => status === claim.status,
  shape: (_, value) => (value as unknown[]).length === 0,
  is: (claim, value) => isDeepStrictEqual(value, claim.is),
  isNot: (claim, value) => !isDeepStrictEqual(value, claim.isNot),
  absent: (_, value) => value === undefined,
  holds: (claim, value) => value === claim.holds,
  between: ({ between: [least, most] }, value) => isWithin(value, least, most),
  whole: (claim, value) => !isCut(value, claim.whole) && !losesLetters(value, claim.whole),
  keeps: (claim, value) => typeof value === 'string' && canonical(value) === canonical(claim.keeps),
  moment(claim, value) {
    const times = [timeOf(value), parseTime(claim.moment)] as const
    return Math.abs(times[0] - times[1]) < Math.max(...times.map(precisionOf))
  },
  exactly: (claim, value) => parseTime(`${value}`) === parseTime(claim.exactly) || !/\.\d{3}/.test(claim.exactly),
  year({ year: [least, most] }, value) {
    const year = new Date(parseTime(`${value}`)).getUTCFullYear()
    return year >= least && year <= most
  },
  after: ({ by, other }, value) => parseTime(`${value}`) - parseTime(`${other}`) >= by,
  apart: ({ other }, value) => Math.abs(parseTime(`${value}`) - parseTime(`${other}`)) > 50,
  days({ days: [least, most], other }, value) {
    const days = (parseTime(`${value}`) - parseTime(`${other}`)) / day
    return days >= least && days <= most
  },
  none: (_, value) => value === undefined,
  lacks: (claim, value) => !claim.lacks.some((text) => `${value}`.includes(text)),
  inSmall: (claim, value) => `${value}`.toLowerCase() === claim.inSmall,
  noneOf: (claim, value) => !claim.noneOf.some((one) => one === value),
}

/** @param claim complete. */
export function holds(claim: Claim, value: unknown, exchange?: Exchange): boolean {
  if ('recent' in claim) {
    const margin = exchange?.response.headers.date === undefined ? tolerance.ownClock : tolerance.targetClock
    return Math.abs(timeOf(value) - Date.parse(claim.now ?? '')) <= margin
  }
  const compare = holdsByKind[kindOfClaim(claim)] as ((claim: Claim, value: unknown) => boolean) | undefined
  return compare?.(claim, value) ?? false
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
