/** Iteration over paginated lists. */
import { type Endpoint, ResponseError } from './errors.ts'
import type { CallResponse } from './exchange.ts'

/** One page of a list (service document, 2.4). */
export interface Page<Item> {
  data: Item[]
  pagination: { page: number; limit: number; total: number }
}

/** The records of a page and of all pages after it. Each page is fetched when it is needed. */
export interface Paginated<Item> extends AsyncIterable<Item> {
  /** The pages, each with its records and the total. */
  pages(): AsyncIterable<Page<Item>>
  /** The records in an array, at most `limit` of them. */
  toArray(options?: { limit?: number }): Promise<Item[]>
}

/** The number of the next page, or undefined if this is the last one. */
export function nextPage({ data, pagination: { page, limit, total } }: Page<unknown>): number | undefined {
  return data.length > 0 && page * limit < total ? page + 1 : undefined
}

interface PageCall<Item> extends Promise<Page<Item>> {
  withResponse(): Promise<CallResponse<Page<Item>>>
}

/** Makes a list call iterable: iterating over it yields the records of all pages. */
export function paginate<Item, FirstPage extends PageCall<Item>>(
  endpoint: Endpoint,
  fetchPage: (page?: number) => FirstPage & PageCall<Item>,
): FirstPage & Paginated<Item> {
  const first = fetchPage()

  /** @throws ResponseError if the service returns no page, or another one than requested: the iteration would never end. */
  async function* pages() {
    let next: number | undefined
    do {
      const { data, response, requestId, ...tally } = await (next ? fetchPage(next) : first).withResponse()
      const page = data?.pagination?.page
      if (!Array.isArray(data?.data) || !page || (next && page !== next)) {
        const { status, headers } = response
        const head = { status, requestId, retryAfter: undefined, ...tally }
        throw new ResponseError(endpoint, `is not page ${next ?? 1}`, head, { headers, body: '' })
      }
      yield data
      next = nextPage(data)
    } while (next)
  }

  async function* records() {
    for await (const { data } of pages()) yield* data
  }

  async function toArray({ limit = Infinity } = {}) {
    const items: Item[] = []
    for await (const item of records()) {
      if (items.length < limit) items.push(item)
      if (items.length >= limit) break
    }
    return items
  }

  return Object.assign(first, { [Symbol.asyncIterator]: records, pages, toArray })
}
