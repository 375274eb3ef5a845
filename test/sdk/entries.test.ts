/** The entries /operations and /fetch. */
import { describe, expect, test, vi } from 'vitest'
import { createFetch } from '../../sdk/fetch.ts'
import { ApiError, ConnectionError, ResponseError, TimeoutError } from '../../sdk/index.ts'
import {
  type ClientOptions,
  createClient,
  deleteIncident,
  listDeletionRequests,
  resolveIncident,
} from '../../sdk/operations.ts'
import {
  adminKey,
  client,
  credentials,
  dropConnection,
  errorOf,
  list,
  options,
  type RequestHandler,
  respondWithError,
  respondWithJson,
  sendBody,
  sendJson,
  serve,
  serveSequence,
  shortenDelays,
  token,
} from './harness.ts'

const resolvePath = '/api/v1/incidents/{id}/resolve'
const params = { path: { id: 'a/b' } }

describe('a single operation', () => {
  test('sends the same request as the function of the main entry', async () => {
    const { baseUrl, seen } = await serve(respondWithJson({ fine: true }))
    const api = createClient(options(baseUrl))
    expect(await resolveIncident({ client: api, path: { id: 'a/b' }, body: { cause: 'A' } })).toEqual({ fine: true })
    await listDeletionRequests({ client: api, query: { page: 2 } })
    await client(baseUrl).incidents.resolve('a/b', { cause: 'A' })
    await client(baseUrl).admin.deletionRequests({ page: 2 })
    expect(seen.slice(0, 2)).toEqual(seen.slice(2))
  })

  test('has a result and a response', async () => {
    const { baseUrl } = await serve(respondWithError(404, 'INCIDENT_NOT_FOUND'))
    const call = deleteIncident({ client: createClient(options(baseUrl)), path: { id: 'id' } })
    expect(await call.result()).toMatchObject({ ok: false, status: 404, error: { code: 'INCIDENT_NOT_FOUND' } })
    await errorOf(call.withResponse(), ApiError)
  })

  test('takes from its options only what the operation has', async () => {
    const { baseUrl, seen } = await serve((to) => to.writeHead(204).end())
    const smuggled = { method: 'POST', url: '/evil', query: { all: '1' }, body: {}, security: undefined, baseUrl: 'x' }
    await deleteIncident({ client: createClient(options(baseUrl)), path: { id: 'a' }, ...(smuggled as object) })
    const headers = expect.objectContaining({ authorization: `Bearer ${token}` })
    expect(seen).toEqual([{ method: 'DELETE', url: '/api/v1/incidents/a', body: '', headers }])
  })

  test('that lists is iterable over all pages', async () => {
    const { baseUrl } = await list()
    const items = await listDeletionRequests({ client: createClient(options(baseUrl)) }).toArray()
    expect(items.map(({ id }) => id)).toEqual(['1', '2', '3'])
  })

  test('has no option without a meaning', () => {
    const taken: ClientOptions = { baseUrl: 'https://monitoring.example', timeout: 5, maxRetries: 1 }
    const client = createClient(taken)
    const path = { id: 'a' }
    const compiled = () => [
      // @ts-expect-error a refresh is an argument of withRefresh
      createClient({ ...taken, session: { token: () => '', refresh: () => '' } }),
      // @ts-expect-error no such parameter
      deleteIncident<false>({ client, path }),
      // @ts-expect-error no such option
      deleteIncident({ client, path, throwOnError: false }),
      // @ts-expect-error no such option
      deleteIncident({ client, path, baseUrl: 'https://other.example' }),
      // @ts-expect-error no such option
      deleteIncident({ client, path, meta: {} }),
    ]
    expect(compiled).toBeTypeOf('function')
  })
})

describe('a call by path', () => {
  test('returns data and response', async () => {
    const { baseUrl, seen } = await serve((to) => sendJson(to, 200, { a: 1 }, { 'X-Request-Id': 'r-1' }))
    const { data, error, response } = await createFetch(options(`${baseUrl}/base`)).PUT(resolvePath, {
      params,
      body: { cause: 'A' },
      headers: { 'X-Mine': 'yes' },
    })
    expect({ data, error, status: response.status }).toEqual({ data: { a: 1 }, status: 200 })
    expect(response.headers.get('x-request-id')).toBe('r-1')
    const headers = { authorization: `Bearer ${token}`, 'x-mine': 'yes', 'content-type': 'application/json' }
    const url = '/base/api/v1/incidents/a%2Fb/resolve'
    expect(seen).toEqual([{ method: 'PUT', url, headers: expect.objectContaining(headers), body: '{"cause":"A"}' }])
  })

  test('sends body, token and admin key only where they are defined', async () => {
    const { baseUrl, seen } = await serve(respondWithJson({}))
    const fetch = createFetch(options(baseUrl))
    await fetch.PUT(resolvePath, { params })
    await fetch.POST('/auth/login', { body: credentials })
    await fetch.GET('/admin/deletion-requests', { params: { query: { page: 2 } } })
    expect(seen.map(({ body }) => body)).toEqual(['', JSON.stringify(credentials), ''])
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${token}`, undefined, undefined])
    expect(seen.map(({ headers }) => headers['x-admin-api-key'])).toEqual([undefined, undefined, adminKey])
    expect(seen[2]?.url).toBe('/admin/deletion-requests?page=2')
  })

  const deletion = async (...answers: RequestHandler[]) => {
    const { baseUrl } = await serveSequence(...answers)
    return createFetch(options(baseUrl)).DELETE('/api/v1/incidents/{id}', { params })
  }

  test('returns an error response as error', async () => {
    const code = 'AUTO_INCIDENT_NOT_DELETABLE'
    const { data, error, response } = await deletion(respondWithError(409, code, { 'X-Request-Id': 'r-1' }))
    expect({ data, error }).toEqual({ data: undefined, error: { error: { code, message: 'No.', status: 409 } } })
    expect([response.status, response.headers.get('x-request-id')]).toEqual([409, 'r-1'])
  })

  test('without content returns neither data nor error', async () => {
    const { data, error, response } = await deletion((to) => to.writeHead(204).end())
    expect([data, error, response.status]).toEqual([undefined, undefined, 204])
  })

  test('is retried, and tells after an error whether an earlier request may have been applied', async () => {
    shortenDelays()
    const { baseUrl, seen } = await serveSequence(dropConnection, respondWithError(503), respondWithError(404))
    const call = createFetch(options(baseUrl)).PUT(resolvePath, { params, body: {}, maxRetries: 2 })
    expect(await call).toMatchObject({ error: { error: { status: 404 } }, attempts: 3, maybeApplied: true })
    expect(seen.map(({ body }) => body)).toEqual(['{}', '{}', '{}'])
  })

  test('needs no Request, whose body Firefox does not have, and has no middleware', async () => {
    vi.stubGlobal('Request', undefined)
    const { baseUrl } = await serve(respondWithJson({ fine: true }))
    const client = createFetch(options(baseUrl))
    const call = client.DELETE('/api/v1/services/{id}/stats', { params })
    expect((await call.finally(vi.unstubAllGlobals)).data).toBeTruthy()
    // @ts-expect-error there is no such function
    expect(client.use).toBeUndefined()
  })

  test("throws other failures and the caller's own errors", async () => {
    const { baseUrl, seen } = await serveSequence(
      (to) => sendBody(to, 200, 'text/html', '<p>'),
      dropConnection,
      () => {},
    )
    const fetch = createFetch(options(baseUrl))
    for (const kind of [ResponseError, ConnectionError, TimeoutError]) {
      await errorOf(fetch.PUT(resolvePath, { params, timeout: 100 }), kind)
    }
    for (const id of ['', '.', '..']) await errorOf(fetch.PUT(resolvePath, { params: { path: { id } } }), TypeError)
    const signal = AbortSignal.abort('mine')
    await expect(fetch.PUT(resolvePath, { params, signal })).rejects.toBe('mine')
    expect(seen).toHaveLength(3)
    expect(() => createFetch({ baseUrl: 'http://example.com' })).toThrow(/^baseUrl/)
  })
})
