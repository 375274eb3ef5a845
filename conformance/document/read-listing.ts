/** Document 4.6: reads the listing of deletion requests page by page, for any page numbering and page size of the target. */

import { setTimeout as pause } from 'node:timers/promises'
import { groupBy } from '@monitoring-service/contract/group-by'
import type { DeletionRequest, DeletionRequestPage } from '../client/callers.ts'
import { UnverifiedError } from '../records/errors.ts'
import { Stop } from '../verdict/record.ts'
import { isRecordOf, type Wanted } from './listed-record.ts'
import { largestLimit } from './listing-bounds.ts'

/** Sends the request for a page, and judges the response; undefined if it is refused. */
export interface ReadPage {
  (query?: { page?: number; limit?: number }): Promise<DeletionRequestPage | undefined>
  /** How long a change may take to show, in milliseconds. */
  patience: number
}

export interface Listing {
  records: DeletionRequest[]
  /** `pagination.total` of the first page and of the last one. */
  totals: [first: number, last: number]
  pages: number
  /** `pagination.limit` of the first page. */
  limit: number
  /** There are too many records: these are of the first and the last pages only. */
  isPartial?: true
  /** A page past the end shows records again, but not the last one. */
  showsOtherRecords?: true
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
 * @throws UnverifiedError if the listing has no end.
 */
export async function readListing(read: ReadPage, limit: number | 'none' = largestLimit): Promise<Listing> {
  const limited = limit === 'none' ? undefined : await read({ limit })
  if (limit === 'none' || !limited) return readPages(read, await read(), {})
  const better = limitFor(limited.pagination.total, limit)
  const larger = better === limit ? undefined : await read({ limit: better })
  return readPages(read, larger ?? limited, { limit: larger ? better : limit })
}

/** @throws Stop if the listing is refused. */
async function readPages(
  read: ReadPage,
  first: DeletionRequestPage | undefined,
  size: { limit?: number },
): Promise<Listing> {
  if (!first) throw new Stop()
  const { page, total, limit } = first.pagination
  const records = [...first.data]
  const count = Math.ceil(total / Math.max(1, limit))
  const ends = [1, 2, ...Array.from({ length: pagesAtEnd }, (_, back) => count - pagesAtEnd + back)]
  let last = first
  let pages = 1
  const add = (next: DeletionRequestPage) => {
    pages += 1
    records.push(...next.data)
    last = next
  }
  if (count > mostPages) {
    for (const number of ends) add((await read({ page: page + number, ...size })) ?? { ...last, data: [] })
    return { records, totals: [total, last.pagination.total], pages, limit, isPartial: true }
  }
  let beyond: DeletionRequest[] = []
  // The document leaves open what total counts, so it alone does not show whether more pages follow.
  while (pages > 1 || records.length < last.pagination.total || last.data.length >= last.pagination.limit) {
    if (pages > mostPages) throw new UnverifiedError(`no end of the listing after ${records.length} records`)
    const next = await read({ page: page + pages, ...size })
    const known = new Set(records.map(({ id }) => id))
    beyond = next?.data ?? []
    if (!next || beyond.every(({ id }) => known.has(id))) break
    add(next)
  }
  // A page past the end may be refused, empty, or the last page again.
  const showsOtherRecords = beyond.length > 0 && !beyond.some(({ id }) => id === records.at(-1)?.id)
  return {
    records,
    totals: [total, last.pagination.total],
    pages,
    limit,
    ...(showsOtherRecords && { showsOtherRecords }),
  }
}

/** Whether `total` counts all records, or more of which these are some; or pages, or the records of a page. */
export const countsSomething = ({ records, totals: [total], pages, limit }: Listing): boolean =>
  total >= records.length || total === pages || total === Math.min(limit, records.length)

/** Another client's additions and removals show on the first page: records come and go at its front, or change its total. */
async function readFirstPage(read: ReadPage, limit = largestLimit): Promise<DeletionRequestPage> {
  const first = (await read({ limit })) ?? (await read())
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
  read: ReadPage,
  readings: (first: DeletionRequestPage) => Promise<T>,
  isRight: (result: T) => boolean = () => true,
): Promise<T> {
  let previous: DeletionRequest[] | undefined
  const firstPages = [await readFirstPage(read)]
  for (;;) {
    const before = firstPages.at(-1) as DeletionRequestPage
    const result = await readings(before)
    const after = await readFirstPage(read)
    firstPages.push(after)
    if (before.pagination.total === after.pagination.total && haveSameIds(before.data, after.data)) {
      if (isRight(result)) return result
      const { records } = await readListing(read)
      const all = new Set([...(previous ?? []), ...records].map(({ id }) => id))
      // Where pages of one listing do not fit together, total may still tell that these are all.
      if (previous && (haveSameIds(previous, records) || all.size === after.pagination.total)) return result
      previous = records
    }
    if (firstPages.length <= mostTries) continue
    if (alternate(firstPages)) {
      await pause(read.patience)
      const later = await readFirstPages(read)
      if (alternate([...firstPages, ...later])) return readings(after)
    }
    // Of a page that holds nearly all records, few leave.
    const half = Math.min(largestLimit, Math.ceil(after.pagination.total / 2))
    if (hasNoSteadyOrder(await readFirstPages(read, half))) return result
    throw new UnverifiedError(changing)
  }
}

async function readFirstPages(read: ReadPage, limit?: number): Promise<DeletionRequestPage[]> {
  const pages: DeletionRequestPage[] = []
  while (pages.length < 4) pages.push(await readFirstPage(read, limit))
  return pages
}

/**
 * The same two pages, over and over: two processes of the target answer in turn. Other clients would have to add and remove
 * the same records each time.
 */
function alternate(firstPages: DeletionRequestPage[]): boolean {
  const shown = firstPages.map(({ data, pagination }) =>
    [pagination.total, ...data.map(({ id }) => id).sort()].join(' '),
  )
  const changes = shown.filter((page, index) => index > 0 && page !== shown[index - 1])
  return new Set(shown).size === 2 && changes.length > 2
}

/** Many records leave the first page and come back, while total stays: nobody adds and deletes records so evenly. */
function hasNoSteadyOrder(firstPages: DeletionRequestPage[]): boolean {
  const pages = firstPages.map(({ data }) => new Set(data.map(({ id }) => id)))
  const leavesAndComesBack = /10+1/
  const comesBack = (id: string) => leavesAndComesBack.test(pages.map((ids) => Number(ids.has(id))).join(''))
  const [first = new Set<string>()] = pages
  const isSteady = firstPages.every(({ pagination }) => pagination.total === firstPages[0]?.pagination.total)
  return isSteady && [...first].filter(comesBack).length > Math.max(2, first.size / 20)
}

/** In any order. */
export const haveSameIds = (...all: DeletionRequest[][]): boolean =>
  new Set(all.map((records) => [...new Set(records.map(({ id }) => id))].sort().join(' '))).size === 1

export const findRecord = ({ records }: Pick<Listing, 'records'>, wanted: Wanted): DeletionRequest | undefined =>
  records.find((record) => isRecordOf(record, wanted))

/** The ids of more than one record, each with its places among all records, such as `X: 2 and 3`. */
export function repeatedIn({ records }: Listing): string[] {
  const places = groupBy(records.entries(), ([, { id }]) => id)
  return [...places].flatMap(([id, all]) =>
    all.length > 1 ? `${id}: ${all.map(([index]) => index + 1).join(' and ')}` : [],
  )
}
