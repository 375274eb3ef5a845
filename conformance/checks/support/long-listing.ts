/** Listings with too many pages to read all: their ends, and the pages of a time. */

import type { Caller, DeletionRequest, DeletionRequestPage } from '../../client/callers.ts'
import type { Expect } from '../../verdict/expect.ts'
import { parseTime } from '../../verdict/times.ts'

/** The records of the first and the last pages; the fields are those of a listing that is read. */
interface Ends {
  records: DeletionRequest[]
  totals: [first: number, last: number]
  pages: number
  limit: number
  isPartial: true
}

/** So many pages are read at each end. */
const pagesAtEnd = 3

/** Reads the first and the last pages. New records are at one of the ends, unless the order is by something else. */
export async function readEnds(
  adminKeyHolder: Caller,
  expect: Expect,
  first: DeletionRequestPage,
  size: { limit?: number },
  count: number,
): Promise<Ends> {
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

/**
 * The records around the place of a time, found by halves, of a listing that is sorted by the times of the requests.
 * @param listing its ends.
 */
export async function readAround(
  adminKeyHolder: Caller,
  expect: Expect,
  { records, limit, totals }: Omit<Ends, 'isPartial'>,
  time: string,
): Promise<DeletionRequest[]> {
  const timeOf = ({ deletionRequestedAt }: DeletionRequest) => parseTime(deletionRequestedAt)
  const wanted = parseTime(time)
  const read = async (page?: number) =>
    expect(adminKeyHolder.listDeletionRequests({ limit, ...(page !== undefined && { page }) })).answered(
      'invalid query',
    )
  const first = await read()
  const [oldest, newest] = [records[0], records.at(-1)].map((record) => (record ? timeOf(record) : Number.NaN))
  if (!first || oldest === undefined || newest === undefined || oldest === newest) return []
  const isAscending = oldest < newest
  const around: DeletionRequest[] = []
  let [low, high] = [0, Math.ceil(totals[0] / limit) - 1]
  while (low <= high) {
    const middle = Math.floor((low + high) / 2)
    const { data = [] } = (await read(first.pagination.page + middle)) ?? {}
    if (data.length === 0) break
    around.push(...data)
    const times = data.map(timeOf)
    const [isBefore, isAfter] = [wanted < Math.min(...times), wanted > Math.max(...times)]
    if (!isBefore && !isAfter) break
    if (isBefore === isAscending) high = middle - 1
    else low = middle + 1
  }
  return around
}
