/** Iteration over paginated lists. */
import type { Call } from './call.ts'
import type { Client } from './client.ts'
import { ResponseError } from './errors.ts'
import type { CallRequest, CallResponse } from './exchange.ts'
import type { CallOptions } from './options.ts'

/** One page of a list (service document, 2.4). */
export interface Page<Item> {
  data: Item[]
  pagination: { page: number; limit: number; total: number }
}

/**
 * The records of a page and of all pages after it. The first page is requested by the call itself, each other one when it
 * is needed.
 */
export interface Paginated<Item> extends AsyncIterable<Item> {
  /** The pages, each with its records and the total. A failure of the first one, too, is for the loop over them. */
  pages(): AsyncIterable<Page<Item>>
  /** The records in an array, at most `limit` of them. */
  toArray(options?: { limit?: number }): Promise<Item[]>
}

/** The number of the next page, or undefined if this is the last one. */
export function nextPage({ data, pagination: { page, limit, total } }: Page<unknown>): number | undefined {
  return data.length > 0 && page * limit < total ? page + 1 : undefined
}

/** Sends a request for a list, whose call is iterable: iterating over it yields the records of all pages. */
export function paginate<Item, Responses extends Record<200, Page<Item>>, Errors>(
  client: Client,
  request: CallRequest,
  options: CallOptions | undefined,
): Call<Responses, Errors> & Paginated<Item> {
  const first = client.send<Responses, Errors>(request, options)

  /**
   * @throws ResponseError if the service returns no page, or another one than requested: the iteration would miss records,
   * or never end. The size of a page is the service's choice.
   */
  async function* iterate(): AsyncGenerator<Page<Item>> {
    let call = first
    for (let next: unknown = request.query?.page ?? 1; ; ) {
      const { data, response, ...rest } = (await call.withResponse()) as CallResponse<Page<Item>>
      const { page, limit, total } = Object(data?.pagination) as Page<Item>['pagination']
      if (!Array.isArray(data?.data) || page !== next || !(limit > 0 && total >= 0)) {
        const { status, headers } = response
        throw new ResponseError(request, `is not page ${next}`, { status, ...rest }, { headers, body: '' })
      }
      yield data
      next = nextPage(data)
      if (!next) return
      call = client.send({ ...request, query: { ...request.query, page: next } }, options)
    }
  }

  function pages() {
    // The loop may begin later, and gets the failure then.
    first.catch(() => {})
    return iterate()
  }

  async function* records() {
    for await (const { data } of pages()) yield* data
  }

  async function toArray({ limit = Infinity } = {}) {
    if (!(limit >= 0)) throw new TypeError('limit must be a number from 0')
    const items: Item[] = []
    for await (const item of records()) {
      if (items.push(item) >= limit) break
    }
    return items.slice(0, limit)
  }

  return Object.assign(first, { [Symbol.asyncIterator]: records, pages, toArray })
}
