/** Reads the listing of deletion requests, for any page numbering and page size of the implementation. */
import { tolerance } from '../assess/matchers.ts'
import { statusAndCode } from '../assess/response.ts'
import type { Caller, DeletionRequest, DeletionRequestPage } from '../client/callers.ts'
import type { Identity } from '../client/credentials.ts'
import type { Expect } from '../dsl/expect.ts'
import type { CheckTools } from '../dsl/suite.ts'
import { UnverifiedError } from '../fixtures/provider.ts'

export interface Listing {
  records: DeletionRequest[]
  /** `pagination.total` of the first page and of the last one. */
  totals: [first: number, last: number]
  pages: number
  /** `pagination.limit` of the first page. */
  limit: number
  /** The page that ended the reading, because all of its records were read before. */
  repeatedPage?: number
  /** There are too many records: these are of the first and the last pages only. */
  isPartial?: true
}

/** The approximate number of pages to read, if the target accepts a limit. */
const fewPages = 40
const mostPages = 60
/** Of a listing with more pages, this many are read at each end. */
const pagesAtEnd = 3
const usualLimit = 20
/** A larger limit may be out of an implementation's bounds. */
const largestLimit = 100

/** The limit by which so many records are read: a larger one, if it would need too many pages. */
export function limitFor(total: number, limit: number): number {
  const needed = Math.ceil(total / fewPages)
  // Of a listing that is too long for few pages, only its ends are read: small pages are enough.
  return needed > largestLimit ? usualLimit : Math.max(limit, needed)
}

/**
 * Reads all pages from the default one. `limit` may be refused; `none` sends no limit.
 * @throws UnverifiedError if there are too many.
 */
export async function readListing(
  adminKeyHolder: Caller,
  expect: Expect,
  limit: number | 'none' = usualLimit,
): Promise<Listing> {
  const first = await expect(adminKeyHolder.listDeletionRequests()).accepted()
  if (limit === 'none') return readPages(adminKeyHolder, expect, first, {})
  const requestedLimit = limitFor(first.pagination.total, limit)
  const limited = await expect(adminKeyHolder.listDeletionRequests({ limit: requestedLimit })).answered('invalid query')
  return readPages(adminKeyHolder, expect, limited ?? first, limited ? { limit: requestedLimit } : {})
}

async function readPages(
  adminKeyHolder: Caller,
  expect: Expect,
  first: DeletionRequestPage,
  size: { limit?: number },
): Promise<Listing> {
  const records = [...first.data]
  const count = Math.ceil(first.pagination.total / Math.max(1, first.pagination.limit))
  if (count > mostPages) return readEnds(adminKeyHolder, expect, first, size, count)
  let last = first
  let pagesRead = 1
  let repeatedPage: number | undefined
  // The document leaves open what total counts, so it alone does not show whether more pages follow.
  for (; records.length < last.pagination.total || isFull(last); pagesRead++) {
    if (pagesRead === mostPages) throw new UnverifiedError(`no end of the listing after ${records.length} records`)
    const page = first.pagination.page + pagesRead
    // A page past the end may be refused, empty, or the last page again.
    const next = await expect(adminKeyHolder.listDeletionRequests({ page, ...size })).answered()
    const known = new Set(records.map(({ id }) => id))
    if (!next?.data.some(({ id }) => !known.has(id))) {
      // Past the end, the last page may come again.
      if (next?.data.length && records.length < last.pagination.total) repeatedPage = page
      if (next?.data.length) pagesRead += 1
      break
    }
    expect.implied(next.pagination, 'pagination').toMatch({ page, limit: first.pagination.limit })
    records.push(...next.data)
    last = next
  }
  const { total, limit } = first.pagination
  return {
    records,
    totals: [total, last.pagination.total],
    pages: pagesRead,
    limit,
    ...(repeatedPage && { repeatedPage }),
  }
}

/** Reads the first and the last pages. New records are at one of the ends, unless the order is by something else. */
async function readEnds(
  adminKeyHolder: Caller,
  expect: Expect,
  first: DeletionRequestPage,
  size: { limit?: number },
  count: number,
): Promise<Listing> {
  const records = [...first.data]
  const numbers = [1, 2, ...Array.from({ length: pagesAtEnd }, (_, back) => count - pagesAtEnd + back)]
  let last = first
  for (const number of numbers) {
    const page = first.pagination.page + number
    last = (await expect(adminKeyHolder.listDeletionRequests({ page, ...size })).answered()) ?? last
    records.push(...last.data)
  }
  const { total, limit } = first.pagination
  return { records, totals: [total, last.pagination.total], pages: numbers.length + 1, limit, isPartial: true }
}

function isFull({ data, pagination }: DeletionRequestPage): boolean {
  return data.length >= pagination.limit
}

export type Tools = Pick<CheckTools, 'expect' | 'eventually' | 'patience'>

/** The same in all checks, so that a listing that lags is one finding. */
export function listedInTime(patience: number): string {
  return `whether a scheduled deletion is listed within ${patience} s (--patience)`
}

/**
 * Reads the listing until it contains all these accounts; undefined, with a finding, if the kit's patience ends first.
 * @throws UnverifiedError if there are too many records to find one.
 */
export async function awaitListing(
  adminKeyHolder: Caller,
  { expect, eventually, patience }: Tools,
  ...accounts: Wanted[]
): Promise<Listing | undefined> {
  const missingIn = (listing: Listing) => accounts.filter((account) => !findWanted(listing, account))
  let last: Listing | undefined
  const found = await eventually(async () => {
    last = await readListing(adminKeyHolder, expect)
    return missingIn(last).length === 0 ? last : undefined
  })
  if (found || !last) {
    expect(true, listedInTime(patience)).toBe(true)
    return found
  }
  if (last.isPartial) {
    throw new UnverifiedError(`the listing has ${last.totals[0]} records, and new ones are at neither end`)
  }
  // Where other pages contain it, the fault is in the pages.
  for (const limit of ['none', largestLimit] as const) {
    const other = await readListing(adminKeyHolder, expect, limit)
    if (other.isPartial || missingIn(other).length > 0) continue
    const observation = `${nameLimit(limit)} yes, with limit=${last.limit} it is ${describeRead(last)}`
    expect(false, 'whether a scheduled deletion is listed for each limit', observation).toBe(true)
    return undefined
  }
  const missing = missingIn(last)
  const listed = namesOf(accounts.filter((account) => !missing.includes(account)))
  const observation = [
    `${namesOf(missing) || 'it'} is ${describeRead(last)}`,
    ...(listed === '' ? [] : [`listed: ${listed}`]),
    ...(await describeAccounts(adminKeyHolder, missing)),
  ].join('; ')
  expect(false, listedInTime(patience), observation).toBe(true)
  return undefined
}

function namesOf(accounts: Wanted[]): string {
  return accounts.flatMap((one) => (typeof one === 'function' ? [] : (one.email ?? one.teamId ?? []))).join(' and ')
}

/** Whether accounts that should be listed are still there, and still scheduled for deletion. */
async function describeAccounts(visitor: Caller, accounts: Wanted[]): Promise<string[]> {
  const texts: string[] = []
  for (const account of accounts) {
    const { email, password, accessToken } = typeof account === 'function' ? {} : account
    if (email === undefined || password === undefined || accessToken === undefined) continue
    const logIn = statusAndCode(await visitor.logIn({ email, password }))
    const deletion = statusAndCode(await visitor.withToken(accessToken).deleteAccount({ password }))
    texts.push(`a log-in of ${email} is answered ${logIn}, another request for its deletion ${deletion}`)
  }
  return texts
}

/** The number of records from which it is no chance that none has a property. */
const fewRecords = 10

const nameLimit = (limit: number | 'none') => (limit === 'none' ? 'without limit' : `with limit=${limit}`)

/** What was read, with signs that pages or their order are wrong. */
function describeRead(listing: Listing): string {
  const { records, totals, pages, repeatedPage } = listing
  const repeated = repeatedIn(listing).length
  return [
    'on no page',
    ...(repeatedPage === undefined ? [] : [`page ${repeatedPage} repeats records of other pages`]),
    ...(repeated === 0 ? [] : [`${repeated} of the records are listed twice`]),
    `${records.length} records on ${pages} ${pages === 1 ? 'page' : 'pages'}, total ${totals[1]}`,
    ...(['name', 'teamName'] as const)
      .filter((field) => records.length >= fewRecords && records.every((record) => record[field] !== null))
      .map((field) => `none of the records has a ${field} of null`),
    ...(records.length - repeated < totals[1] ? ['total counts records that are on no page'] : []),
  ].join('; ')
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

/** Reads all pages until a reading is complete, at most three times: another client may change the listing meanwhile. */
export async function readStableListing(adminKeyHolder: Caller, expect: Expect, limit?: number): Promise<Listing> {
  for (let tries = 1; ; tries++) {
    const listing = await readListing(adminKeyHolder, expect, limit)
    if (listing.isPartial || isComplete(listing) || tries === 3) return listing
  }
}

/** Returns true if the number of distinct records equals the total of the first and the last page. */
function isComplete({ records, totals: [first, last], isPartial }: Listing): boolean {
  return (
    isPartial || (first === last && records.length === first && new Set(records.map(({ id }) => id)).size === first)
  )
}

/** The ids of more than one record, each with its places among all records, such as `X: 2 and 3`. */
export function repeatedIn({ records }: Listing): string[] {
  const places = new Map<string, number[]>()
  for (const [index, { id }] of records.entries()) places.set(id, [...(places.get(id) ?? []), index + 1])
  return [...places].flatMap(([id, numbers]) => (numbers.length > 1 ? `${id}: ${numbers.join(' and ')}` : []))
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
  expect.implied(daysRemaining, 'daysRemaining').toBeBetween(Math.floor(left - 0.01), Math.ceil(left + 0.01))
  const skew = tolerance.targetClock / (24 * 60 * 60 * 1000)
  expect.profile(daysRemaining, 'daysRemaining').toBeBetween(Math.ceil(left - skew), Math.ceil(left + skew))
}
