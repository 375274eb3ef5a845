/** Reads the listing of deletion requests, for any page numbering and page size of the implementation. */
import type { Caller, DeletionRequest, DeletionRequestPage } from '../client/callers.ts'
import type { Identity } from '../client/credentials.ts'
import type { Expect } from '../dsl/expect.ts'
import type { CheckTools } from '../dsl/suite.ts'
import { UnverifiedError } from '../fixtures/provider.ts'

export interface Listing {
  records: DeletionRequest[]
  /** `pagination.total` of the first page and of the last one. */
  totals: [first: number, last: number]
}

/** The approximate number of pages to read, if the target accepts a limit. */
const fewPages = 40
const mostPages = 400
const usualLimit = 20
/** A larger limit may be out of an implementation's bounds. */
const largestLimit = 100

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
  const requestedLimit = Math.min(largestLimit, Math.max(limit, Math.ceil(first.pagination.total / fewPages)))
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
  let last = first
  // The document leaves open what total counts, so it alone does not show whether more pages follow.
  for (let pagesRead = 1; records.length < last.pagination.total || isFull(last); pagesRead++) {
    if (pagesRead === mostPages) throw new UnverifiedError(`no end of the listing after ${records.length} records`)
    const page = first.pagination.page + pagesRead
    // A page past the end may be refused, empty, or the last page again.
    const next = await expect(adminKeyHolder.listDeletionRequests({ page, ...size })).answered()
    const known = new Set(records.map(({ id }) => id))
    if (!next?.data.some(({ id }) => !known.has(id))) break
    expect(next.pagination, 'pagination').toMatch({ page, limit: first.pagination.limit })
    records.push(...next.data)
    last = next
  }
  return { records, totals: [first.pagination.total, last.pagination.total] }
}

function isFull({ data, pagination }: DeletionRequestPage): boolean {
  return data.length >= pagination.limit
}

/** Reads the listing until it contains all these accounts; undefined if the kit's patience ends first. */
export function awaitListing(
  adminKeyHolder: Caller,
  { expect, eventually }: Pick<CheckTools, 'expect' | 'eventually'>,
  ...accounts: Identity[]
): Promise<Listing | undefined> {
  return eventually(async () => {
    const listing = await readListing(adminKeyHolder, expect)
    return accounts.every((account) => findRecord(listing, account)) ? listing : undefined
  })
}

/** Reads all pages until a reading is complete, at most five times. */
export async function readStableListing(adminKeyHolder: Caller, expect: Expect, limit?: number): Promise<Listing> {
  for (let tries = 1; ; tries++) {
    const listing = await readListing(adminKeyHolder, expect, limit)
    if (isComplete(listing) || tries === 5) return listing
  }
}

/** Returns true if the number of distinct records equals the total of the first and the last page. */
export function isComplete({ records, totals: [first, last] }: Listing): boolean {
  return first === last && records.length === first && new Set(records.map(({ id }) => id)).size === first
}

/** The ids of more than one record. */
export function repeatedIn({ records }: Listing): string[] {
  const ids = records.map(({ id }) => id)
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
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
