/** Finds the records of accounts in the listing of deletion requests. */

import type { AccountDeletion, Caller, DeletionRequest } from '../../client/callers.ts'
import type { Identity } from '../../client/credentials.ts'
import { UnverifiedError } from '../../records/errors.ts'
import { count } from '../../verdict/count.ts'
import { day } from '../../verdict/days.ts'
import type { Expect } from '../../verdict/expect.ts'
import { statusAndCode } from '../../verdict/format.ts'
import { listedInTime } from '../../verdict/lag.ts'
import { parseTime, tolerance } from '../../verdict/times.ts'
import { type Listing, readListing, repeatedIn, usualLimit } from './listing-reader.ts'
import { readAround } from './long-listing.ts'
import type { CheckTools } from './suite.ts'

export type Tools = Pick<CheckTools, 'expect' | 'eventually' | 'patience'>

const deletionIsListed = 'a scheduled deletion is listed'

/**
 * Reads the listing until it contains all these accounts; undefined, with a finding, if the kit's patience ends first.
 * @throws UnverifiedError if there are too many records to find one.
 */
export async function awaitListing(
  adminKeyHolder: Caller,
  { expect, eventually }: Tools,
  ...accounts: Wanted[]
): Promise<Listing | undefined> {
  const missingIn = (listing: Listing) => accounts.filter((account) => !findWanted(listing, account))
  let last: Listing | undefined
  const found = await eventually(async () => {
    last = await readListing(adminKeyHolder, expect)
    for (const time of last.isPartial ? missingIn(last).flatMap(requestTimeOf) : [])
      last.records.push(...(await readAround(adminKeyHolder, expect, last, time)))
    return missingIn(last).length === 0 ? last : undefined
  })
  if (found || !last) {
    expect(true, listedInTime).toHold()
    return found
  }
  if (last.isPartial) {
    throw new UnverifiedError(
      `the listing has ${last.totals[0]} records, too many to read, and does not show where to look for an account: use a target with fewer accounts that are scheduled for deletion`,
    )
  }
  // Where other pages contain it, the fault is in the pages.
  for (const limit of ['none', usualLimit] as const) {
    const other = await readListing(adminKeyHolder, expect, limit)
    if (other.isPartial || missingIn(other).length > 0) continue
    const observation = `${nameLimit(limit)} yes, with limit=${last.limit} it is ${describeRead(last)}`
    expect(false, `${deletionIsListed} for each limit`, observation).toHold()
    return undefined
  }
  const missing = missingIn(last)
  const listed = namesOf(accounts.filter((account) => !missing.includes(account)))
  const { isGone, states } = await describeAccounts(adminKeyHolder, missing)
  const [pronoun, verb] = missing.length > 1 ? ['they', 'are'] : ['it', 'is']
  const absence = `${(isGone ? '' : namesOf(missing)) || pronoun} ${verb} ${describeRead(last, missing)}`
  const observation = [
    ...(isGone ? [...states, absence] : [absence]),
    ...(listed === '' ? [] : [`listed: ${listed}`]),
    ...(isGone ? [] : states),
  ].join('; ')
  const isAged = missing.every((one) => typeof one !== 'function' && one.deletionRequestedAt !== undefined)
  const subject = isGone && isAged ? 'an account exists until 30 days after the request' : listedInTime
  expect(false, subject, observation).toHold()
  return undefined
}

/** The time of the request for deletion, as far as it is known. */
function requestTimeOf(one: Wanted): string | [] {
  return typeof one === 'function' ? [] : (one.deletionRequestedAt ?? [])
}

function namesOf(accounts: Wanted[]): string {
  const nameOf = ({ email, teamId = '', deletionRequestedAt: time }: Identity) => {
    const days = time === undefined ? '' : ((Date.now() - parseTime(time)) / day).toFixed(1).replace('.0', '')
    return `${email ?? teamId}${days && ` (requested ${days} days ago)`}`
  }
  return accounts.flatMap((one) => (typeof one === 'function' ? [] : nameOf(one) || [])).join(' and ')
}

/** Whether accounts that should be listed can log in, and are still scheduled for deletion; they are gone if none can. */
async function describeAccounts(visitor: Caller, accounts: Wanted[]): Promise<{ states: string[]; isGone: boolean }> {
  const groups = new Map<string, Identity[]>()
  let accepted = 0
  for (const account of accounts) {
    const { email, password, accessToken } = typeof account === 'function' ? {} : account
    if (email === undefined || password === undefined || accessToken === undefined) continue
    const logIn = await visitor.logIn({ email, password })
    const deletion = await visitor.withToken(accessToken).deleteAccount({ password })
    if (logIn.response.status < 300) accepted += 1
    const answers = `is answered ${statusAndCode(logIn)}, another request for the deletion ${statusAndCode(deletion)}`
    groups.set(answers, [...(groups.get(answers) ?? []), account as Identity])
  }
  const states = [...groups].map(([answers, some]) => `a log-in of ${namesOf(some)} ${answers}`)
  return { states, isGone: states.length > 0 && accepted === 0 }
}

/** The number of records from which it is no chance that none has a property. */
const fewRecords = 10

const nameLimit = (limit: number | 'none') => (limit === 'none' ? 'without limit' : `with limit=${limit}`)

/** Describes a reading, with signs that pages or their order are wrong. */
function describeRead(listing: Listing, missing: readonly Wanted[] = []): string {
  const { records, totals, pages, repeatedPage } = listing
  const repeated = repeatedIn(listing).length
  return [
    'on no page',
    ...(repeatedPage === undefined ? [] : [`page ${repeatedPage} repeats records of other pages`]),
    ...(repeated === 0 ? [] : [`${repeated} of the records are listed twice`]),
    `${count(records.length, 'record')} on ${count(pages, 'page')}, total ${totals[1]}`,
    ...(['name', 'teamName'] as const)
      .filter((field) => records.length >= fewRecords && records.every((record) => record[field] !== null))
      // The kit knows the names of users that signed up, and of teams that the hook made.
      .filter((field) => field === 'teamName' || !missing.some(isMadeWithoutTeamName))
      .map((field) => `none of the records has a ${field} of null`),
    ...(missing.length > 0 && missing.every((one) => hasColleague(one, listing))
      ? ['another account of the same team is listed']
      : []),
    ...(records.length - repeated < totals[1] ? ['total counts records that are on no page'] : []),
  ].join('; ')
}

function isMadeWithoutTeamName(one: Wanted): boolean {
  return typeof one !== 'function' && one.teamName === null
}

/** Another account of the team of this one is listed. */
function hasColleague(one: Wanted, { records }: Listing): boolean {
  if (typeof one === 'function' || one.teamId === undefined) return false
  return records.some(({ teamId, email }) => teamId === one.teamId && email !== one.email)
}

/** An account, or a condition that its record meets. */
type Wanted = Identity | ((record: DeletionRequest) => boolean)

function findWanted(listing: Listing, wanted: Wanted): DeletionRequest | undefined {
  return typeof wanted === 'function' ? listing.records.find(wanted) : findRecord(listing, wanted)
}

/** The record of an account once it is listed; undefined, with a finding, if the kit's patience ends first. */
export async function awaitRecord(
  adminKeyHolder: Caller,
  tools: Tools,
  wanted: Wanted,
): Promise<DeletionRequest | undefined> {
  const listing = await awaitListing(adminKeyHolder, tools, wanted)
  return listing && findWanted(listing, wanted)
}

/** The record of an account, found by its team if the listing masks addresses. */
export function findRecord({ records }: Listing, { email, teamId }: Identity): DeletionRequest | undefined {
  const own = email?.toLowerCase()
  return (
    records.find((record) => record.email.toLowerCase() === own) ??
    records.find((record) => isMasked(record.email) && teamId !== undefined && record.teamId === teamId)
  )
}

/** The document requires only a string, so an implementation may mask addresses. */
export function isMasked(email: string): boolean {
  return /[*\u2022\u2026]/.test(email)
}

/** By the document, a part of a day may count as none, or as one. A service may not know the days. */
export function expectDaysRemaining(expect: Expect, { daysRemaining }: DeletionRequest, left: number): void {
  if (daysRemaining === null) return
  const of = `an account that is deleted in ${left.toFixed(2)} days`
  expect.implied(daysRemaining, 'daysRemaining', { of }).toBeBetween(Math.floor(left - 0.01), Math.ceil(left + 0.01))
  const skew = tolerance.targetClock / day
  const [least, most] = [Math.ceil(left - skew), Math.ceil(left + skew)]
  expect.profile(daysRemaining, 'daysRemaining, rounded up,', { of }).toBeBetween(least, most)
}

/** Expects the dates that the request for deletion returned. */
export function expectDates(expect: Expect, record: DeletionRequest, scheduled: AccountDeletion): void {
  expect(record.deletionRequestedAt, 'deletionRequestedAt').toBeTheMoment(scheduled.deletionRequestedAt)
  expect(record.deletionScheduledAt, 'deletionScheduledAt').toBeTheMoment(scheduled.deletionScheduledAt)
}
