/** How a check reads the listing of deletion requests, whatever the implementation chose for pages and their size. */
import type { Caller, DeletionRequest } from '../callers.ts'
import type { Expect } from '../expect.ts'

export interface Walk {
  records: DeletionRequest[]
  /** `pagination.total` of the first page and of the last one. */
  totals: [first: number, last: number]
}

/** More pages than this are not read. */
const mostPages = 200

/** Reads all pages, from the one that is answered when none is asked for; `limit` is a wish. */
export async function walk(operator: Caller, expect: Expect, limit?: number): Promise<Walk> {
  const size = limit === undefined ? {} : { limit }
  const first = await expect(operator.listDeletionRequests(size)).accepted()
  const records = [...first.data]
  let { total } = first.pagination
  for (let turned = 1; records.length < total && turned < mostPages; turned++) {
    const page = first.pagination.page + turned
    const next = await expect(operator.listDeletionRequests({ page, ...size })).accepted()
    expect(next.pagination, 'pagination').toMatch({ page, limit: first.pagination.limit })
    if (next.data.length === 0) break
    records.push(...next.data)
    total = next.pagination.total
  }
  return { records, totals: [first.pagination.total, total] }
}

/** Reads all pages until nobody came or went meanwhile; the last of a few tries in any case. */
export async function walkUndisturbed(operator: Caller, expect: Expect, limit?: number): Promise<Walk> {
  for (let tries = 1; ; tries++) {
    const walked = await walk(operator, expect, limit)
    if (isComplete(walked) || tries === 5) return walked
  }
}

/** Whether there are as many records, each of somebody else, as the pages say from the first to the last. */
export function isComplete({ records, totals: [first, last] }: Walk): boolean {
  return first === last && records.length === first && new Set(records.map(({ id }) => id)).size === first
}

/** The record of an account, as soon as it is listed. */
export function findRecord({ records }: Walk, email: string): DeletionRequest | undefined {
  return records.find((record) => record.email === email)
}
