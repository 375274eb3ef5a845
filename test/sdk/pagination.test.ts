/** Iteration over the pages of a list. */
import { getEventListeners } from 'node:events'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError, type CallEvent, ResponseError } from '../../sdk/index.ts'
import { nextPage } from '../../sdk/runtime/pagination.ts'
import { adminKey, client, errorBody, errorOf, sendJson, serve } from './harness.ts'

const total = 5

/** Starts a server with a list of five records, and records the requested pages. */
async function list(answered: (page: number) => number = (page) => page, claimed = total) {
  const server = await serve((response, { url, headers }) => {
    const query = new URL(url, 'http://x').searchParams
    const page = answered(Number(query.get('page') ?? 1))
    const limit = Number(query.get('limit') ?? 2)
    const ids = Array.from({ length: total }, (_, index) => ({ id: `${index + 1}` }))
    const data = ids.slice((page - 1) * limit, page * limit)
    if (headers['x-admin-api-key'] !== adminKey) sendJson(response, 401, errorBody(401, 'INVALID_ADMIN_KEY'))
    else sendJson(response, 200, { data, pagination: { page, limit, total: claimed } })
  })
  const searches = () => server.seen.map(({ url }) => url.split('?')[1] ?? '')
  return { ...server, searches, api: client(server.baseUrl) }
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected = []
  for await (const item of items) collected.push(item)
  return collected
}

const idsOf = async (records: AsyncIterable<{ id: string }>) => (await collect(records)).map(({ id }) => id).join('')

describe('a loop over the deletion requests', () => {
  const loops: [string, object | undefined, string, string[]][] = [
    ['yields all records of three pages', undefined, '12345', ['', 'page=2', 'page=3']],
    ['begins on its page, with its query', { page: 2, limit: 2 }, '345', ['page=2&limit=2', 'page=3&limit=2']],
    ['ends with the first page if it is the only one', { limit: 5 }, '12345', ['limit=5']],
    ['past the end yields nothing', { page: 9 }, '', ['page=9']],
  ]
  test.each(loops)('%s', async (_, query, ids, expected) => {
    const { api, searches } = await list()
    expect(await idsOf(api.admin.deletionRequests(query))).toBe(ids)
    expect(searches()).toEqual(expected)
  })

  test('ends on an empty page, regardless of the total', async () => {
    const { api, seen } = await list(undefined, 1000)
    expect(await idsOf(api.admin.deletionRequests())).toBe('12345')
    expect(seen).toHaveLength(4)
  })

  test('fetches a page when it is needed, and none after a break', async () => {
    const { api, seen } = await list()
    const counts: Record<string, number> = {}
    for await (const { id } of api.admin.deletionRequests()) {
      counts[id] = seen.length
      if (id === '3') break
    }
    expect(counts).toEqual({ 1: 1, 2: 1, 3: 2 })
    expect(seen).toHaveLength(2)
  })

  test('rejects with a ResponseError when the service repeats a page, or returns none', async () => {
    const { api, seen } = await list(() => 1)
    const repeated = await errorOf(idsOf(api.admin.deletionRequests()), ResponseError)
    expect(repeated.message).toBe('GET /admin/deletion-requests: 200 is not page 2')
    expect(repeated).toMatchObject({ status: 200, attempts: 1, maybeApplied: false })
    expect(seen).toHaveLength(2)
    for (const body of [{}, null, { data: [] }, { data: {}, pagination: { page: 1 } }]) {
      const { baseUrl } = await serve((response) => sendJson(response, 200, body))
      await errorOf(idsOf(client(baseUrl).admin.deletionRequests()), ResponseError)
    }
  })

  test('rejects when the first page is not the requested one, or has no limit or total', async () => {
    const { api, seen } = await list(() => 1)
    const other = await errorOf(idsOf(api.admin.deletionRequests({ page: 2 })), ResponseError)
    expect(other.message).toBe('GET /admin/deletion-requests: 200 is not page 2')
    expect(seen).toHaveLength(1)
    for (const pagination of [
      { page: 2, limit: 2, total: 5 },
      { page: 1, limit: 2 },
      { page: 1, total: 5 },
    ]) {
      const { baseUrl } = await serve((response) => sendJson(response, 200, { data: [], pagination }))
      await errorOf(client(baseUrl).admin.deletionRequests().toArray(), ResponseError)
    }
  })

  test('accepts pages that are smaller than requested, as a service may have a limit of its own', async () => {
    const { baseUrl, seen } = await serve((response, { url }) => {
      const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1)
      sendJson(response, 200, { data: [{ id: page }], pagination: { page, limit: 1, total: 3 } })
    })
    expect(await idsOf(client(baseUrl).admin.deletionRequests({ limit: 100 }) as never)).toBe('123')
    expect(seen).toHaveLength(3)
  })

  test('gets a failure of the first page, even if it begins later', async () => {
    const { baseUrl } = await list()
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    const events: string[] = []
    const onEvent = ({ type }: CallEvent) => events.push(type)
    const pages = client(baseUrl, { adminKey: 'wrong', onEvent }).admin.deletionRequests().pages()
    await vi.waitFor(() => expect(events.at(-1)).toBe('failure'))
    await new Promise(setImmediate)
    expect(unhandled).not.toHaveBeenCalled()
    expect((await errorOf(collect(pages), ApiError)).code).toBe('INVALID_ADMIN_KEY')
  })

  test('can go by page, or collect at most a number of records', async () => {
    const { api, seen } = await list()
    const pages = await collect(api.admin.deletionRequests().pages())
    expect(pages.map(({ data, pagination }) => `${data.length}/${pagination.total}`)).toEqual(['2/5', '2/5', '1/5'])
    const requests = []
    for (const limit of [0, 1, 3, undefined]) {
      const before = seen.length
      const items = await api.admin.deletionRequests().toArray(limit === undefined ? {} : { limit })
      requests.push(`${items.length}/${seen.length - before}`)
    }
    expect(requests).toEqual(['0/1', '1/1', '3/2', '5/3'])
    const negative = api.admin.deletionRequests().toArray({ limit: -1 })
    await expect(negative).rejects.toThrow(new TypeError('limit: -1 is malformed'))
  })

  test.each([1, 2])('has its caller in the stack of the error of page %i, in each of its forms', async (refused) => {
    const { baseUrl } = await serve((response, { url }) => {
      const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1)
      if (page === refused) sendJson(response, 400, errorBody(400, 'VALIDATION_ERROR'))
      else sendJson(response, 200, { data: [{ id: '1' }], pagination: { page, limit: 1, total } })
    })
    const { admin } = client(baseUrl)
    const callers = {
      async ofRecords() {
        for await (const _ of admin.deletionRequests());
      },
      async ofPages() {
        for await (const _ of admin.deletionRequests().pages());
      },
      async ofAnArray() {
        await admin.deletionRequests().toArray()
      },
    }
    for (const [name, run] of Object.entries(callers)) {
      expect((await errorOf(run(), ApiError)).stack).toMatch(new RegExp(`at .*\\b${name} `))
    }
  })

  test('passes the options to every page, and ends by their signal', async () => {
    const { api, seen } = await list()
    const abort = new AbortController()
    const records = api.admin.deletionRequests({}, { signal: abort.signal, headers: { 'X-Mine': 'yes' } })
    const loop = async () => {
      for await (const { id } of records) if (id === '4') abort.abort('enough')
    }
    await expect(loop()).rejects.toBe('enough')
    expect(seen.map(({ headers }) => headers['x-mine'])).toEqual(['yes', 'yes'])
    expect(getEventListeners(abort.signal, 'abort')).toEqual([])
  })

  test('uses the first page of the call, which is also its data', async () => {
    const { api, seen } = await list()
    const call = api.admin.deletionRequests()
    const page = await call
    expect(page.pagination).toEqual({ page: 1, limit: 2, total })
    expect(await call.result()).toMatchObject({ ok: true, status: 200 })
    expect(await idsOf(call)).toBe('12345')
    expect(seen).toHaveLength(3)
  })
})

test.each([
  [1, 2, 2, 5, 2],
  [3, 2, 1, 5, undefined],
  [2, 2, 2, 4, undefined],
  [2, 2, 0, 9, undefined],
  [1, 20, 0, 0, undefined],
])('After page %i of %i records, %i of them here, of %i in all comes %s', (page, limit, here, total, next) => {
  expect(nextPage({ data: Array(here).fill(0), pagination: { page, limit, total } })).toBe(next)
})
