/** The headers of requests: of the client, of the call, by a function, and the two credentials. */
import { describe, expect, test, vi } from 'vitest'
import {
  createMonitoring,
  type Fetch,
  type HeadersOption,
  operationIds,
  type RequestedOperation,
} from '../../sdk/index.ts'
import {
  client,
  credentials,
  respondWithError,
  respondWithJson,
  sendJson,
  serve,
  serveSequence,
  shortenDelays,
} from './harness.ts'

describe('a request', () => {
  const echo = () => serve((response, { url }) => sendJson(response, 200, { url }))

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
})
