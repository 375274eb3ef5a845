/** What is claimed of a value, as data: the words are made here and nowhere else. */

import type { Exchange } from '../client/http.ts'
import { createMatchers, formatValue, parseTime, valueAt } from '../verdict/matchers.ts'
import { type CheckRecord, recordAssertion } from '../verdict/record.ts'
import type { Basis } from '../verdict/verdict.ts'

export type Claim =
  | { is: unknown }
  | { isNot: unknown }
  | { whole: string }
  | { keeps: string }
  | { moment: string }
  | { exactly: string }
  | { between: [least: number, most: number] }
  | { recent: true }
  | { year: [least: number, most: number] }
  /** A later time than that at the path, by so many milliseconds at the least. */
  | { after: string; by: number }
  /** Not the same time as that at the path. */
  | { apart: string }
  | { lacks: string[] }
  | { noneOf: string[]; whose: string }
  /** The same letters; their case may differ. */
  | { inSmall: string }
  /** As other responses have shown what the document leaves open. */
  | { asBefore: boolean; what: string }

export const is = (value: unknown): Claim => ({ is: value })
export const isNot = (value: unknown): Claim => ({ isNot: value })
export const whole = (given: string): Claim => ({ whole: given })
export const keeps = (given: string): Claim => ({ keeps: given })
export const noneOf = (values: string[], whose = 'another request'): Claim => ({ noneOf: values, whose })
export const between = (least: number, most: number): Claim => ({ between: [least, most] })
export const recent: Claim = { recent: true }
/** Nothing is claimed of a value that the kit does not know. */
export const known = (value: unknown): Claim | undefined =>
  value === undefined ? undefined : { is: value === '' ? null : value }
export const asBefore = (choices: Record<string, boolean>, what: string): Claim | undefined =>
  choices[what] === undefined ? undefined : { asBefore: choices[what], what }

/** A finding as data, before it has words. */
export interface ClaimedValue {
  subject: string
  claim: Claim
  value: unknown
  basis: Basis
  cites: string[]
}

/** @returns whether it holds. */
export function judgeClaim(record: CheckRecord, exchange: Exchange, claimed: ClaimedValue): boolean {
  const before = record.findings.length
  recordClaim(record, exchange, claimed)
  return record.findings.length === before
}

function recordClaim(
  record: CheckRecord,
  exchange: Exchange,
  { subject, claim, value, basis, cites }: ClaimedValue,
): unknown {
  const note = (holds: boolean, expected: string, seen: string) =>
    recordAssertion(record, holds, {
      basis,
      expected,
      seen,
      step: record.steps.indexOf(exchange),
      requirementIds: cites,
      claim: { subject, ...claim },
    })
  const matchers = createMatchers(value, subject, exchange, note)
  const seen = formatValue(value)
  // An empty text may stand for none.
  const isNone = 'is' in claim && claim.is === null && value === ''
  if ('is' in claim) return isNone || matchers.toBe(claim.is)
  if ('isNot' in claim) return matchers.toDifferFrom(claim.isNot)
  if ('whole' in claim) return matchers.toBeWhole(claim.whole)
  if ('keeps' in claim) return matchers.toKeep(claim.keeps)
  if ('moment' in claim) return matchers.toBeTheMoment(claim.moment)
  if ('exactly' in claim) {
    const isExact = parseTime(`${value}`) === parseTime(claim.exactly) || !/\.\d{3}/.test(claim.exactly)
    return note(isExact, `${subject} is ${claim.exactly}`, seen)
  }
  if ('between' in claim) return matchers.toBeBetween(...claim.between)
  if ('recent' in claim) return matchers.toBeRecent()
  if ('year' in claim) {
    const year = new Date(parseTime(`${value}`)).getUTCFullYear()
    return note(
      year >= claim.year[0] && year <= claim.year[1],
      `${subject} is of a year from ${claim.year.join(' to ')}`,
      seen,
    )
  }
  if ('after' in claim) {
    const from = valueAt(exchange.body, claim.after)
    const lasted = parseTime(`${value}`) - parseTime(`${from}`)
    const least = claim.by > 0 ? `at least ${claim.by} ms after` : 'not before'
    return note(
      lasted >= claim.by,
      `${subject} is ${least} ${claim.after}`,
      `${seen}, and ${claim.after} ${formatValue(from)}`,
    )
  }
  if ('apart' in claim) {
    const from = valueAt(exchange.body, claim.apart)
    const isApart = Math.abs(parseTime(`${value}`) - parseTime(`${from}`)) > 50
    return note(
      isApart,
      `${subject} is not the time of the call, as ${claim.apart} is`,
      `${seen}, and ${claim.apart} ${formatValue(from)}`,
    )
  }
  if ('lacks' in claim)
    return note(
      !claim.lacks.some((text) => `${value}`.includes(text)),
      `${subject} show no address of another user`,
      claim.lacks.filter((text) => `${value}`.includes(text)).join(', '),
    )
  if ('noneOf' in claim)
    return note(!claim.noneOf.includes(`${value}`), `${subject} is not that of ${claim.whose}`, seen)
  if ('inSmall' in claim)
    return note(
      `${value}`.toLowerCase() === claim.inSmall,
      `${subject} in small letters is ${formatValue(claim.inSmall)}`,
      seen,
    )
  return note(
    Boolean(value) === claim.asBefore,
    `${claim.what}: ${claim.asBefore ? 'yes' : 'no'}, as in the call before`,
    seen,
  )
}
