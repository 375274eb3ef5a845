/** Reads the listing of deletion requests, for any page numbering and page size of the implementation. */
import type { Caller, DeletionRequest, DeletionRequestPage } from '../../client/callers.ts'
import { UnverifiedError } from '../../records/errors.ts'
import type { Expect } from '../../verdict/expect.ts'
import { largestLimit } from './listing-bounds.ts'
import { readEnds } from './long-listing.ts'

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
const fewPages = 24
const mostPages = 60
export const usualLimit = 20

/** The limit by which so many records are read: a larger one, if it would need too many pages. */
export function limitFor(total: number, limit: number): number {
  const needed = Math.ceil(total / fewPages)
  // Of a listing that is too long for few pages, only its ends are read: small pages are enough.
  return needed > largestLimit ? usualLimit : Math.max(limit, needed)
}

/**
 * Reads all pages from the default one. `limit` may be refused, and is larger if it would need too many pages; `none` sends
 * no limit.
 * @throws UnverifiedError if there are too many.
 */
export async function readListing(
  adminKeyHolder: Caller,
  expect: Expect,
  limit: number | 'none' = largestLimit,
): Promise<Listing> {
  const ask = (size: { limit?: number }) => expect(adminKeyHolder.listDeletionRequests(size))
  const limited = limit === 'none' ? undefined : await ask({ limit }).answered('invalid query')
  if (limit === 'none' || !limited) return readPages(adminKeyHolder, expect, await ask({}).accepted(), {})
  const better = limitFor(limited.pagination.total, limit)
  const larger = better === limit ? undefined : await ask({ limit: better }).answered('invalid query')
  return readPages(adminKeyHolder, expect, larger ?? limited, { limit: larger ? better : limit })
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

function isFull({ data, pagination }: DeletionRequestPage): boolean {
  return data.length >= pagination.limit
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
