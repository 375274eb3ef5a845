/** Iteration over paginated lists. */

/** One page of a list (service document, 2.4). */
export interface Page<Item> {
  data: Item[]
  pagination: { page: number; limit: number; total: number }
}

/** The number of the next page, or undefined if this is the last one. */
export function nextPage({ data, pagination: { page, limit, total } }: Page<unknown>): number | undefined {
  return data.length > 0 && page * limit < total ? page + 1 : undefined
}

/**
 * Yields the records of a page and of all pages after it, and fetches each page when it is needed.
 * @throws Error if the service returns another page than requested, since the iteration would never end.
 */
async function* iterateRecords<Item>(
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

/** Makes a list call iterable: iterating over it yields the records of all pages. */
export function paginate<Item, FirstPage extends Promise<Page<Item>>>(
  fetchPage: (page?: number) => FirstPage & Promise<Page<Item>>,
): FirstPage & AsyncIterable<Item> {
  const first = fetchPage()
  return Object.assign(first, { [Symbol.asyncIterator]: () => iterateRecords(first, fetchPage) })
}
