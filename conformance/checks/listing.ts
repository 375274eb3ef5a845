/** How a check reads the listing of deletion requests, whatever the implementation chose for pages and their size. */
import type { Caller, DeletionRequest } from '../callers.ts'
import type { Expect } from '../expect.ts'
import { Unverified } from '../states/provider.ts'

export interface Walk {
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
 * Reads all pages, from the one that is answered when none is asked for; `limit` is a wish.
 * @throws Unverified if there are too many.
 */
export async function walk(operator: Caller, expect: Expect, limit = usualLimit): Promise<Walk> {
  const glance = await expect(operator.listDeletionRequests()).accepted()
  const wish = Math.min(largestLimit, Math.max(limit, Math.ceil(glance.pagination.total / fewPages)))
  const asked = await expect(operator.listDeletionRequests({ limit: wish })).answered('invalid query')
  const size = asked ? { limit: wish } : {}
  const first = asked ?? glance
  const records = [...first.data]
  let { total } = first.pagination
  for (let turned = 1; records.length < total; turned++) {
    if (turned === mostPages) throw new Unverified(`no end of the listing: it has ${total} records`)
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
