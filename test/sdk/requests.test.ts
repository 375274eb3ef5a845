/** The requests that the SDK sends, and inputs that it rejects before sending. */
import { describe, expect, test, vi } from 'vitest'
import { ConnectionError, createMonitoring } from '../../sdk/index.ts'
import {
  type AnyCall,
  adminKey,
  client,
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
