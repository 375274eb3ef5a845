/** How a check reads the listing of deletion requests, whatever the implementation chose for pages and their size. */
import type { Caller, DeletionRequest, DeletionRequestPage } from '../client/callers.ts'
import type { Identity } from '../client/credentials.ts'
import type { Expect } from '../dsl/expect.ts'
import { UnverifiedError } from '../fixtures/provider.ts'

export interface Listing {
  records: DeletionRequest[]
  /** `pagination.total` of the first page and of the last one. */
  totals: [first: number, last: number]
}

/** About so many pages are turned, if the target lets us choose their size. */
const fewPages = 40
/** More are not read. */
const mostPages = 400
const usualLimit = 20
/** A larger one may be beyond the bounds of an implementation. */
const largestLimit = 100

/**
 * Reads all pages, from the one that is answered when none is asked for; `limit` is a wish, `none` asks for none.
 * @throws Unverified if there are too many.
 */
export async function readListing(
  adminKeyHolder: Caller,
  expect: Expect,
  limit: number | 'none' = usualLimit,
): Promise<Listing> {
  const glance = await expect(adminKeyHolder.listDeletionRequests()).accepted()
  if (limit === 'none') return turn(adminKeyHolder, expect, glance, {})
  const wish = Math.min(largestLimit, Math.max(limit, Math.ceil(glance.pagination.total / fewPages)))
  const asked = await expect(adminKeyHolder.listDeletionRequests({ limit: wish })).answered('invalid query')
  return turn(adminKeyHolder, expect, asked ?? glance, asked ? { limit: wish } : {})
}

async function turn(
  adminKeyHolder: Caller,
  expect: Expect,
  first: DeletionRequestPage,
  size: { limit?: number },
): Promise<Listing> {
  const records = [...first.data]
  let last = first
  // What total counts is not said, so that it alone does not tell whether there is more.
  for (let turned = 1; records.length < last.pagination.total || isFull(last); turned++) {
    if (turned === mostPages) throw new UnverifiedError(`no end of the listing after ${records.length} records`)
    const page = first.pagination.page + turned
    // A page past the end may be refused, for whatever reason, or empty, or the last one again.
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

/** Reads all pages until nobody came or went meanwhile; the last of a few tries in any case. */
export async function readStableListing(adminKeyHolder: Caller, expect: Expect, limit?: number): Promise<Listing> {
  for (let tries = 1; ; tries++) {
    const listing = await readListing(adminKeyHolder, expect, limit)
    if (isComplete(listing) || tries === 5) return listing
  }
}

/** Whether there are as many records, each of somebody else, as the pages say from the first to the last. */
export function isComplete({ records, totals: [first, last] }: Listing): boolean {
  return first === last && records.length === first && new Set(records.map(({ id }) => id)).size === first
}

/** The ids that more than one record has. */
export function repeatedIn({ records }: Listing): string[] {
  const ids = records.map(({ id }) => id)
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
}

/** The record of an account, as soon as it is listed; of somebody alone in a team, if the listing masks addresses. */
export function findRecord({ records }: Listing, { email, teamId }: Identity): DeletionRequest | undefined {
  const own = email?.toLowerCase()
  return (
    records.find((record) => record.email.toLowerCase() === own) ??
    records.find((record) => isMasked(record.email) && teamId !== undefined && record.teamId === teamId)
  )
}

/** The document says only that a record has an email, a string: some show a part of it to an administrator. */
export function isMasked(email: string): boolean {
  return /[*\u2022\u2026]/.test(email)
}
