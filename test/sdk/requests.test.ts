/** The requests that the SDK sends, and inputs that it rejects before sending. */
import { getEventListeners } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { ConnectionError, createMonitoring } from '../../sdk/index.ts'
import { type AnyCall, client, credentials, errorOf, sendJson, serve, token } from './harness.ts'

describe('a request', () => {
  const echo = () => serve((response, { url }) => sendJson(response, 200, { url }))

  test.each(['', '.', '..', undefined, null, 7])(
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
        expect((await call(operation)).message).toMatch(/^[A-Z]+ \/api\/v1\/\S+: id must be text/)
      }
      expect(server.seen).toEqual([])
      expect(session.token).not.toHaveBeenCalled()
    },
  )

  test('with a lone surrogate as its id is not sent', async () => {
    const server = await echo()
    await errorOf(client(server.baseUrl).incidents.delete('\ud800'), Error)
    expect(server.seen).toEqual([])
  })

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

  test('that deletes with an undefined query value is not sent, since it would delete everything', async () => {
    const server = await echo()
    const { services, monitors } = client(server.baseUrl)
    for (const { resetStats } of [services, monitors]) {
      const error = await errorOf(resetStats('id', { before: undefined } as object), TypeError)
      expect(error.message).toMatch(/: before must (be left out or )?have a value$/)
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

  test('has the headers of the client, overridden by those of the call', async () => {
    const server = await echo()
    const api = client(server.baseUrl, { headers: { 'X-One': 'client', 'X-Two': 'client' } })
    await api.auth.login(credentials, { headers: { 'x-two': 'call', 'content-type': 'text/plain' } })
    expect(server.seen[0]?.headers).toMatchObject({
      'x-one': 'client',
      'x-two': 'call',
      'content-type': 'application/json',
    })
  })

  test('has token and key only where configured, and requests them each time', async () => {
    const server = await echo()
    const tokens = [undefined, 'first', 'second']
    const api = createMonitoring({ baseUrl: server.baseUrl, session: { token: async () => tokens.shift() } })
    for (let call = 0; call < 3; call++) await api.incidents.resolve('id')
    await api.admin.deletionRequests()
    await client(server.baseUrl, { adminKey: async () => 'fetched' }).admin.deletionRequests()
    const sent = server.seen.map(({ headers }) => headers.authorization ?? headers['x-admin-api-key'])
    expect(sent).toEqual([undefined, 'Bearer first', 'Bearer second', undefined, 'fetched'])
  })

  test('uses the configured fetch', async () => {
    const fetch = vi.fn(async () => Response.json({ ok: true, deletedCount: 1 }))
    const api = createMonitoring({ baseUrl: 'https://monitoring.example', fetch })
    expect(await api.monitors.resetStats('id', { before: '2025-01-01' })).toEqual({ ok: true, deletedCount: 1 })
    expect(fetch).toHaveBeenCalledWith(
      'https://monitoring.example/api/v1/monitors/id/stats?before=2025-01-01',
      expect.objectContaining({ method: 'DELETE', redirect: 'manual', credentials: 'omit', body: undefined }),
    )
  })

  test.each([
    ['before it is sent', 0],
    ['before the answer', 1],
    ['within the answer', 2],
  ])('that is aborted %s rejects with the reason of the signal', async (_, when) => {
    const abort = new AbortController()
    const reason = { mine: true }
    const server = await serve((response) => {
      if (when === 2) response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"user":')
      setTimeout(() => abort.abort(reason), 50)
    })
    if (when === 0) abort.abort(reason)
    const session = { token: vi.fn(() => token) }
    const call = client(server.baseUrl, { session }).incidents.resolve('id', {}, { signal: abort.signal })
    await expect(call).rejects.toBe(reason)
    expect(session.token).toHaveBeenCalledTimes(when === 0 ? 0 : 1)
    expect(server.seen).toHaveLength(when === 0 ? 0 : 1)
  })

  test('that is aborted while it waits for a token rejects and leaves no listener', async () => {
    const server = await echo()
    const abort = new AbortController()
    const never = client(server.baseUrl, { session: { token: () => new Promise(() => {}) } })
    const call = never.incidents.delete('id', { signal: abort.signal })
    abort.abort('enough')
    await expect(call).rejects.toBe('enough')
    expect(getEventListeners(abort.signal, 'abort')).toEqual([])
    expect(server.seen).toEqual([])
  })

  test('rejects with the exception of the session', async () => {
    const server = await echo()
    const reason = new Error('logged out')
    const api = client(server.baseUrl, { session: { token: () => Promise.reject(reason) } })
    await expect(api.incidents.delete('id')).rejects.toBe(reason)
    expect(server.seen).toEqual([])
  })

  test('to a closed port throws a ConnectionError with its cause', async () => {
    const { baseUrl, close } = await serve(() => {})
    await close()
    const error = await errorOf(client(baseUrl).incidents.delete('id'), ConnectionError)
    expect(String(error)).toBe('ConnectionError: DELETE /api/v1/incidents/{id}: no complete answer')
    expect(error.cause).toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  })

  test('with an incomplete response throws a ConnectionError', async () => {
    const { baseUrl } = await serve((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 99 }).write('{')
      setTimeout(() => response.destroy(), 20)
    })
    await errorOf(client(baseUrl).auth.login(credentials), ConnectionError)
  })
})
