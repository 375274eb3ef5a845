/** Document 4.6: reads the listing of deletion requests page by page, for any page numbering and page size of the target. */

import { setTimeout as pause } from 'node:timers/promises'
import type { DeletionRequest, DeletionRequestPage } from '../client/callers.ts'
import { UnverifiedError } from '../records/errors.ts'
import { Stop } from '../verdict/record.ts'
import { isRecordOf, type Wanted } from './listed-record.ts'
import { largestLimit } from './listing-bounds.ts'

type Pagination = DeletionRequestPage['pagination']

export interface ListingReader {
  /** Sends the request, and judges the response; undefined if it is refused. */
  readPage(query?: { page?: number; limit?: number }): Promise<DeletionRequestPage | undefined>
  /** How long a change may take to show, in milliseconds. */
  patience: number
}

export interface Listing {
  /** In the order in which they were read. */
  pages: DeletionRequestPage[]
  records: DeletionRequest[]
  /** The `pagination` of the first page and of the last one. */
  first: Pagination
  last: Pagination
  /** The page after them, which shows nothing new. */
  pastEnd?: DeletionRequestPage | undefined
  /** There are too many records: the pages are the first ones and the last ones only. */
  isPartial: boolean
}

/** The approximate number of pages to read, if the target accepts a limit. */
const fewPages = 24
const mostPages = 60
/** Of a listing with more pages, so many are read at each end. */
const pagesAtEnd = 3
const usualLimit = 20

/** The limit by which so many records are read: a larger one, if it would need too many pages. */
export function limitFor(total: number, limit: number): number {
  const needed = Math.ceil(total / fewPages)
  // Of a listing that is too long for few pages, only its ends are read: small pages are enough.
  return needed > largestLimit ? usualLimit : Math.max(limit, needed)
}

/**
 * Reads all pages from the default one. `limit` may be refused, and is larger if it would need too many pages; `none` sends
 * no limit.
 * @throws UnverifiedError if the listing has no end, Stop if it is refused.
 */
export async function readListing(reader: ListingReader, limit: number | 'none' = largestLimit): Promise<Listing> {
  const limited = limit === 'none' ? undefined : await reader.readPage({ limit })
  if (limit === 'none' || !limited) return readFrom(reader, await reader.readPage(), {})
  const better = limitFor(limited.pagination.total, limit)
  const larger = better === limit ? undefined : await reader.readPage({ limit: better })
  return readFrom(reader, larger ?? limited, { limit: larger ? better : limit })
}

async function readFrom(
  reader: ListingReader,
  firstPage: DeletionRequestPage | undefined,
  size: { limit?: number },
): Promise<Listing> {
  if (!firstPage) throw new Stop()
  const first = firstPage.pagination
  const readAfter = (number: number) => reader.readPage({ page: first.page + number, ...size })
  const pages = [firstPage]
  const toListing = (isPartial: boolean, pastEnd?: DeletionRequestPage): Listing => {
    const { pagination: last } = pages.at(-1) ?? firstPage
    return { pages, records: pages.flatMap(({ data }) => data), first, last, pastEnd, isPartial }
  }
  const count = Math.ceil(first.total / Math.max(1, first.limit))
  if (count > mostPages) {
    const ends = [1, 2, ...Array.from({ length: pagesAtEnd }, (_, back) => count - pagesAtEnd + back)]
    for (const number of ends) {
      const page = await readAfter(number)
      if (page) pages.push(page)
    }
    return toListing(true)
  }
  for (;;) {
    const { records, last } = toListing(false)
    // The document leaves open what total counts, so it alone does not show whether more pages follow.
    if (pages.length === 1 && records.length >= last.total && records.length < last.limit) return toListing(false)
    if (pages.length > mostPages) throw new UnverifiedError(`no end of the listing after ${records.length} records`)
    const next = await readAfter(pages.length)
    const known = new Set(records.map(({ id }) => id))
    if (!next || next.data.every(({ id }) => known.has(id))) return toListing(false, next)
    pages.push(next)
  }
}

/** Another client's additions and removals show on the first page: records come and go at its front, or change its total. */
async function readFirstPage({ readPage }: ListingReader): Promise<DeletionRequestPage> {
  const first = (await readPage({ limit: largestLimit })) ?? (await readPage())
  if (!first) throw new Stop()
  return first
}

const mostTries = 3
const changing = `the listing changed during each of ${mostTries} readings: others use the target, or a job of its own deletes accounts`

/**
 * The result of readings during which no other client, and no job of the target, has changed the listing.
 * @param isRight if not, they are made once more; a second wrong result counts only if no record came or went meanwhile.
 * @throws UnverifiedError if the listing changes each time.
 */
export async function whileUnchanged<T>(
  reader: ListingReader,
  readings: (first: DeletionRequestPage) => Promise<T>,
  isRight: (result: T) => boolean = () => true,
): Promise<T> {
  let previous: DeletionRequest[] | undefined
  let before = await readFirstPage(reader)
  const firstPages = [before]
  for (;;) {
    const result = await readings(before)
    const after = await readFirstPage(reader)
    firstPages.push(after)
    if (isSamePage(before, after)) {
      if (isRight(result)) return result
      const { records } = await readListing(reader)
      // Where pages of one listing do not fit together, total may still tell that these are all.
      const areAll = (known: DeletionRequest[]) =>
        new Set([...known, ...records].map(({ id }) => id)).size === after.pagination.total
      if (previous && (haveSameIds(previous, records) || areAll(previous))) return result
      previous = records
    }
    before = after
    if (firstPages.length <= mostTries) continue
    if (isAlternating(firstPages)) {
      await pause(reader.patience)
      const later = await readFirstPages(reader)
      if (isAlternating([...firstPages, ...later])) return readings(after)
    }
    if (await isOfOneSet(reader, firstPages)) return result
    throw new UnverifiedError(changing)
  }
}

const isSamePage = (one: DeletionRequestPage, other: DeletionRequestPage) =>
  one.pagination.total === other.pagination.total && haveSameIds(one.data, other.data)

async function readFirstPages(reader: ListingReader): Promise<DeletionRequestPage[]> {
  const pages: DeletionRequestPage[] = []
  while (pages.length < 4) pages.push(await readFirstPage(reader))
  return pages
}

/**
 * The same two pages, over and over: two processes of the target answer in turn. Other clients would have to add and remove
 * the same records each time.
 */
function isAlternating(firstPages: DeletionRequestPage[]): boolean {
  const shown = firstPages.map(({ data, pagination }) =>
    [pagination.total, ...data.map(({ id }) => id).sort()].join(' '),
  )
  const changes = shown.filter((page, index) => index > 0 && page !== shown[index - 1])
  return new Set(shown).size === 2 && changes.length > 2
}

/**
 * There are as many different records as total says, which stays: none came or went, so only their order changes. The
 * document leaves the order open, but not whether each is on one of the pages.
 */
async function isOfOneSet(reader: ListingReader, firstPages: DeletionRequestPage[]): Promise<boolean> {
  const readings = [await readListing(reader), await readListing(reader)]
  const pages = [...firstPages, ...readings.flatMap((one) => one.pages)]
  const [total = 0, ...others] = new Set(pages.map(({ pagination }) => pagination.total))
  const ids = new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)))
  return others.length === 0 && ids.size === total && readings.every(({ isPartial }) => !isPartial)
}

/** In any order. */
export const haveSameIds = (...all: DeletionRequest[][]): boolean =>
  new Set(all.map((records) => [...new Set(records.map(({ id }) => id))].sort().join(' '))).size === 1

export const findRecord = ({ records }: Pick<Listing, 'records'>, wanted: Wanted): DeletionRequest | undefined =>
  records.find((record) => isRecordOf(record, wanted))
