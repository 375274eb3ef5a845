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
  async function* iterate(beginning: Promise<() => CallResponse>): AsyncGenerator<Page<Item>> {
    let next: unknown = request.query?.page ?? 1
    let received = (await beginning)()
    for (;;) {
      const { data, response, ...rest } = received as CallResponse<Page<Item>>
      const { page, limit, total } = Object(data?.pagination) as Page<Item>['pagination']
      if (!Array.isArray(data?.data) || page !== next || !(limit > 0 && total >= 0)) {
        throw new ResponseError(request, `is not page ${next}`, {
          status: response.status,
          headers: response.headers,
          body: '',
          ...rest,
        })
      }
      yield data
      next = nextPage(data)
      if (!next) return
      received = await client.send({ ...request, query: { ...request.query, page: next } }, options).withResponse()
    }
  }

  // A failure before the loop begins must be no unhandled rejection. Not by `catch` beside it: the error's stack would not
  // show the caller.
  const pages = () =>
    iterate(
      first.withResponse().then(
        (received) => () => received,
        (error) => () => {
          throw error
        },
      ),
    )

  async function* records() {
    for await (const { data } of pages()) yield* data
  }

  async function toArray({ limit = Infinity } = {}) {
    const all = pages()
    if (!(limit >= 0)) throw new TypeError(`limit: ${limit} is malformed`)
    const items: Item[] = []
    for await (const { data } of all) {
      if (items.push(...data) >= limit) break
    }
    return items.slice(0, limit)
  }

  return Object.assign(first, { [Symbol.asyncIterator]: records, pages, toArray })
}
