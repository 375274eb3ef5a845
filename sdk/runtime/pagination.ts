/** Going through a list page by page. */

/** One page of any list of this service (service document, 2.4). */
export interface Page<Item> {
  data: Item[]
  pagination: { page: number; limit: number; total: number }
}

/** The number of the page after this one, or undefined if this is the last. */
export function nextPage({ data, pagination: { page, limit, total } }: Page<unknown>): number | undefined {
  return data.length > 0 && page * limit < total ? page + 1 : undefined
}

/**
 * The records of a page and of all pages after it, each fetched when it is needed.
 * @throws Error if the service answers with another page than the one asked for: it would never end.
 */
export async function* iterateRecords<Item>(
  first: Promise<Page<Item>>,
  fetchPage: (page: number) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let current = await first
  for (;;) {
    yield* current.data
    const next = nextPage(current)
    if (next === undefined) return
    current = await fetchPage(next)
    if (current.pagination.page !== next) throw new Error(`asked for page ${next}, got page ${current.pagination.page}`)
  }
}

/** A call that is also a list: iterating over it goes through all pages. */
export function paginate<Item, FirstPage extends Promise<Page<Item>>>(
  fetchPage: (page?: number) => FirstPage & Promise<Page<Item>>,
): FirstPage & AsyncIterable<Item> {
  const first = fetchPage()
  return Object.assign(first, { [Symbol.asyncIterator]: () => iterateRecords(first, fetchPage) })
}
