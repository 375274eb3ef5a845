/** The requests that the SDK sends, and inputs that it rejects before sending. */
import { describe, expect, test, vi } from 'vitest'
import {
  ConnectionError,
  createMonitoring,
  type Fetch,
  type HeadersOption,
  operationIds,
  type RequestedOperation,
} from '../../sdk/index.ts'
import {
  type AnyCall,
  adminKey,
  client,
  credentials,
  errorOf,
  options,
  respondWithError,
  respondWithJson,
  sendJson,
  serve,
  serveSequence,
  shortenDelays,
  token,
} from './harness.ts'

describe('a request', () => {
  const echo = () => serve((response, { url }) => sendJson(response, 200, { url }))

  test.each(['', '.', '..', '\ud800', undefined, null, 7])(
    'with the id %j is not sent, and no token is requested',
    async (id) => {
      const server = await echo()
      const session = { token: vi.fn(() => token) }
      const api = client(server.baseUrl, { session })
      const call = async (operation: unknown) => errorOf((operation as AnyCall)(id), TypeError)
      for (const operation of [
        api.incidents.resolve,
        api.incidents.delete,
        api.services.resetStats,
        api.monitors.resetStats,
      ]) {
        expect((await call(operation)).message).toMatch(/^[A-Z]+ \/api\/v1\/\S+: id is malformed$/)
      }
      expect(server.seen).toEqual([])
      expect(session.token).not.toHaveBeenCalled()
    },
  )

  test('has its id as one encoded segment', async () => {
    const server = await echo()
    for (const id of ['a/../b %2e?c#d', '...', '%2e%2e', 'é\\']) await client(server.baseUrl).incidents.resolve(id)
    expect(server.seen.map(({ url }) => url.split('/')[4])).toEqual([
      'a%2F..%2Fb%20%252e%3Fc%23d',
      '...',
      '%252e%252e',
      '%C3%A9%5C',
    ])
  })

  test('has its query encoded, without undefined values', async () => {
    const server = await echo()
    const query = { page: 2, limit: undefined, 'a&b': 'c=d +é' } as object
    await client(server.baseUrl).admin.deletionRequests(query)
    const [path, search] = server.seen[0]?.url.split('?') ?? []
    expect(path).toBe('/admin/deletion-requests')
    expect([...new URLSearchParams(search)]).toEqual([
      ['page', '2'],
      ['a&b', 'c=d +é'],
    ])
  })

  test('that deletes with options in the place of the query, or with a value that is no text, is not sent', async () => {
    const server = await echo()
    const { resetStats } = client(server.baseUrl).services
    const { signal } = new AbortController()
    for (const misplaced of [{ signal }, { headers: {} }, { timeout: 5 }, { maxRetries: 0 }, { before: null }]) {
      const error = await errorOf(resetStats('id', misplaced as object), TypeError)
      expect(error.message).toMatch(
        new RegExp(`^DELETE /api/v1/services/{id}/stats: ${Object.keys(misplaced)} is malformed$`),
      )
    }
    expect(server.seen).toEqual([])
  })

  test.each([
    new Date('2025-01-01'),
    new URLSearchParams({ before: '2025-01-01' }),
    new Map([['before', '2025-01-01']]),
    new AbortController().signal,
    ['2025-01-01'],
    '2025-01-01',
    20250101,
    true,
    null,
  ])(
    'that deletes with %s in the place of the query is not sent, since it would delete everything',
    async (misplaced) => {
      const server = await echo()
      const { services, monitors } = client(server.baseUrl)
      for (const { resetStats } of [services, monitors]) {
        const error = await errorOf((resetStats as unknown as AnyCall)('id', misplaced), TypeError)
        expect(error.message).toMatch(/: query is malformed$/)
      }
      expect(server.seen).toEqual([])
      await services.resetStats('id', Object.assign(Object.create(null), { before: '2025-01-01' }))
      expect(server.seen[0]?.url).toMatch(/\?before=2025-01-01$/)
    },
  )

  test('has the body of the moment of its call, in each attempt', async () => {
    shortenDelays()
    const server = await serveSequence(respondWithError(429), respondWithJson({}))
    const body = { cause: 'first' }
    const call = client(server.baseUrl, { maxRetries: 1 }).incidents.resolve('id', body)
    body.cause = 'second'
    await call
    expect(server.seen.map(({ body }) => body)).toEqual(['{"cause":"first"}', '{"cause":"first"}'])
  })

  test('that deletes with an undefined query value is not sent, since it would delete everything', async () => {
    const server = await echo()
    const { services, monitors } = client(server.baseUrl)
    for (const { resetStats } of [services, monitors]) {
      const error = await errorOf(resetStats('id', { before: undefined } as object), TypeError)
      expect(error.message).toMatch(/: before is malformed$/)
      await resetStats('id', undefined)
      await resetStats('id', {})
    }
    expect(server.seen.map(({ url }) => url.split('/').at(-1))).toEqual(Array(4).fill('stats'))
  })

  test.each(['', '/', '/prefix', '/prefix/deeper//'])('goes below the path %j of the base URL', async (path) => {
    const server = await echo()
    await client(server.baseUrl + path).admin.deletionRequests()
    expect(server.seen[0]?.url).toBe(`${path.replace(/\/+$/, '')}/admin/deletion-requests`)
  })

  test('has the headers of the client, overridden by those of the call, and none that is undefined or inherited', async () => {
    const server = await echo()
    const ofClient = { 'X-One': 'client', 'X-Two': 'client', 'X-Three': undefined }
    const api = client(server.baseUrl, { headers: Object.assign(Object.create({ 'X-Inherited': 'no' }), ofClient) })
    const query = Object.assign(Object.create({ inherited: 1 }), { page: 1 })
    const calls: ((headers: HeadersOption) => Promise<unknown>)[] = [
      (headers) => api.auth.login(credentials, { headers }),
      (headers) => api.admin.deletionRequests(query, { headers }),
    ]
    const given = { 'x-two': 'call' }
    for (const call of calls) {
      for (const headers of [given, new Headers(given), () => given, async () => new Headers(given)])
        await call(headers)
    }
    expect(server.seen).toHaveLength(8)
    for (const { method, url, headers } of server.seen) {
      expect(headers).toMatchObject({ accept: 'application/json', 'x-one': 'client', 'x-two': 'call' })
      expect(headers['content-type']).toBe(method === 'POST' ? 'application/json' : undefined)
      expect(headers).not.toHaveProperty('x-three')
      expect(headers).not.toHaveProperty('x-inherited')
      expect(url).not.toContain('inherited')
    }
  })

  test('has lower-case names of headers, given as pairs or by a platform that keeps the case of names', async () => {
    const fetch = vi.fn<Fetch>(async () => Response.json({}))
    class CaseKeeping extends Headers {
      override *[Symbol.iterator](): HeadersIterator<[string, string]> {
        yield ['X-Case', 'kept']
      }
    }
    for (const headers of [[['X-Case', 'kept']], new CaseKeeping()] as HeadersOption[]) {
      await client('https://a.example', { fetch }).auth.login(credentials, { headers })
      const expected = { accept: 'application/json', 'content-type': 'application/json', 'x-case': 'kept' }
      expect(fetch.mock.lastCall?.[1].headers).toEqual(expected)
    }
  })

  test('asks a function for its headers before each attempt', async () => {
    shortenDelays()
    const { baseUrl, seen } = await serveSequence(respondWithError(503), respondWithJson({}))
    const headers = ({ method, path, attempt }: RequestedOperation) => ({
      'X-Trace': `${operationIds[`${method} ${path}`]} ${path} ${attempt}`,
    })
    await client(baseUrl, { headers, maxRetries: 1 }).incidents.resolve('id')
    const traces = [1, 2].map((attempt) => `resolveIncident /api/v1/incidents/{id}/resolve ${attempt}`)
    expect(seen.map((request) => request.headers['x-trace'])).toEqual(traces)
  })

  test('has token and key only where configured, and requests them each time', async () => {
    const server = await echo()
    const tokens = [undefined, '', 'first', 'second']
    const api = createMonitoring({ baseUrl: server.baseUrl, session: { token: async () => tokens.shift() } })
    for (let call = 0; call < 4; call++) await api.incidents.resolve('id')
    await api.admin.deletionRequests()
    const keys = [undefined, 'fetched']
    const operator = client(server.baseUrl, { adminKey: async () => keys.shift() })
    for (let call = 0; call < 2; call++) await operator.admin.deletionRequests()
    const sent = server.seen.map(({ headers }) => headers.authorization ?? headers['x-admin-api-key'])
    expect(sent).toEqual([undefined, undefined, 'Bearer first', 'Bearer second', undefined, undefined, 'fetched'])
  })

  test('has what the options were when its client was created, whatever the caller does to their object later', async () => {
    const { baseUrl, seen } = await serve(respondWithError(503))
    const given = options(baseUrl, { headers: { 'x-of': 'the first' } })
    const api = createMonitoring(given)
    const changed = { token: () => 'token of another user' }
    const fetch = () => expect.fail('the fetch of another client')
    Object.assign(given, {
      baseUrl: 'x',
      session: changed,
      adminKey: 'x',
      headers: {},
      maxRetries: 9,
      timeout: 1,
      fetch,
    })
    await api.incidents.delete('id').result()
    await api.admin.deletionRequests().result()
    expect(seen.map(({ headers }) => headers)).toMatchObject([
      { authorization: `Bearer ${token}`, 'x-of': 'the first' },
      { 'x-admin-api-key': adminKey, 'x-of': 'the first' },
    ])
  })

  test('uses the configured fetch', async () => {
    const fetch = vi.fn(async () => Response.json({ ok: true, deletedCount: 1 }))
    const api = createMonitoring({ baseUrl: 'https://monitoring.example', fetch })
    expect(await api.monitors.resetStats('id', { before: '2025-01-01' })).toEqual({ ok: true, deletedCount: 1 })
    expect(fetch).toHaveBeenCalledWith(
      'https://monitoring.example/api/v1/monitors/id/stats?before=2025-01-01',
      expect.objectContaining({ method: 'DELETE', redirect: 'manual', credentials: 'omit' }),
      { method: 'DELETE', path: '/api/v1/monitors/{id}/stats', attempt: 1 },
    )
  })

  test('to a closed port throws a ConnectionError with its cause', async () => {
    const { baseUrl, close } = await serve(() => {})
    await close()
    const error = await errorOf(client(baseUrl).incidents.delete('id'), ConnectionError)
    const { host } = new URL(baseUrl)
    const message = `DELETE /api/v1/incidents/{id}: no complete response: ${host}: connect ECONNREFUSED`
    expect(String(error)).toBe(`ConnectionError: ${message}`)
    const fields = { host, reason: 'connect ECONNREFUSED', attempts: 1, maybeApplied: false }
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ name: 'ConnectionError', message, ...fields })
    expect(error.cause).toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  })
})
