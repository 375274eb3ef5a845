/** The result and the response of a call, and its events. */
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import {
  ApiError,
  type CallEvent,
  type ClientOptions,
  ConnectionError,
  ResponseError,
  TimeoutError,
} from '../../sdk/index.ts'
import {
  adminKey,
  client,
  credentials,
  dropConnection,
  errorOf,
  password,
  type RequestHandler,
  respondWithError,
  respondWithJson,
  sendJson,
  serve,
  serveSequence,
  shortenDelays,
  token,
} from './harness.ts'

describe('the result of a call', () => {
  test('that succeeds is ok, with status and data', async () => {
    const { baseUrl } = await serve((to) => sendJson(to, 201, { user: { role: 'astronaut' } }))
    const result = await client(baseUrl).auth.signup(credentials).result()
    expect(result).toEqual({ ok: true, status: 201, data: { user: { role: 'astronaut' } } })
  })

  test('without content is ok, with undefined data', async () => {
    const { baseUrl } = await serve((to) => to.writeHead(204).end())
    const result = await client(baseUrl).incidents.delete('id').result()
    expect(result).toEqual({ ok: true, status: 204, data: undefined })
  })

  test.each([
    [403, 'PLAN_UPGRADE_REQUIRED'],
    [404, 'SERVICE_NOT_FOUND'],
    [418, 'TEAPOT'],
  ])('that fails with status %s is not ok, with status and error', async (status, code) => {
    const { baseUrl } = await serve(respondWithError(status, code))
    const result = await client(baseUrl).services.resetStats('id').result()
    expect(result).toEqual({ ok: false, status, error: expect.any(ApiError) })
    expect(result.error).toMatchObject({ status, code, attempts: 1 })
  })

  const unanswered: [new (...input: never[]) => Error, RequestHandler][] = [
    [ResponseError, (response) => response.writeHead(502).end()],
    [ConnectionError, dropConnection],
    [TimeoutError, () => {}],
  ]
  test.each(unanswered)('that ends with a %o has no status', async (kind, answer) => {
    const { baseUrl } = await serve(answer)
    const result = await client(baseUrl, { timeout: 100 }).incidents.delete('id').result()
    expect(result).toEqual({ ok: false, status: undefined, error: expect.any(kind) })
  })

  test("rejects for the caller's own errors", async () => {
    const { baseUrl, seen } = await serve(respondWithJson({}))
    const { incidents } = client(baseUrl)
    await errorOf(incidents.delete('..').result(), TypeError)
    await errorOf(incidents.delete('id', { headers: { 'a b': 'c' } }).result(), TypeError)
    await expect(incidents.delete('id', { signal: AbortSignal.abort('mine') }).result()).rejects.toBe('mine')
    const reason = new Error('logged out')
    const session = { token: () => Promise.reject(reason) }
    await expect(client(baseUrl, { session }).incidents.delete('id').result()).rejects.toBe(reason)
    expect(seen).toEqual([])
  })

  test.each([
    ['token', 0],
    ['refresh', 1],
  ])('rejects with the error of another call that %s of the session throws', async (name, requests) => {
    const login = await serve(respondWithError(503))
    const reason = await errorOf(client(login.baseUrl).auth.login(credentials), ApiError)
    const { baseUrl, seen } = await serve(respondWithError(401))
    const session = { token: () => token, refresh: () => 'new', [name]: () => Promise.reject(reason) }
    await expect(client(baseUrl, { session }).incidents.delete('id')).rejects.toBe(reason)
    expect(reason).toMatchObject({ method: 'POST', attempts: 1 })
    expect(seen).toHaveLength(requests)
  })

  test('prevents an unhandled rejection, and so does the response', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const { baseUrl } = await serve(respondWithError(404))
    await client(baseUrl).incidents.delete('id').result()
    await errorOf(client(baseUrl).incidents.delete('id').withResponse(), ApiError)
    await expect(client(baseUrl).incidents.delete('..').result()).rejects.toThrow(TypeError)
    await new Promise(setImmediate)
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  test('can be read repeatedly from one request', async () => {
    const { baseUrl, seen } = await serve(respondWithJson({}))
    const call = client(baseUrl).incidents.resolve('id')
    await Promise.all([call, call, call.result(), call.result(), call.withResponse()])
    expect(seen).toHaveLength(1)
  })
})

describe('the response of a call', () => {
  test('comes with data, request id and the number of attempts', async () => {
    const { baseUrl } = await serve((to) => sendJson(to, 200, { a: 1 }, { 'X-Request-Id': 'r-1', 'X-More': 'more' }))
    const reply = await client(baseUrl).incidents.resolve('id').withResponse()
    expect(reply).toMatchObject({ data: { a: 1 }, requestId: 'r-1', attempts: 1, maybeApplied: false })
    expect(reply.response).toBeInstanceOf(Response)
    expect(reply.response.status).toBe(200)
    expect(reply.response.headers.get('x-more')).toBe('more')
  })

  test('has no request id if there was none', async () => {
    const { baseUrl } = await serve((to) => to.writeHead(204).end())
    const reply = await client(baseUrl).incidents.delete('id').withResponse()
    expect(reply).toMatchObject({ data: undefined, requestId: undefined })
    expect(reply.response.status).toBe(204)
  })
})

describe('an event', () => {
  /** The events of a call whose first response is an error that repeats its secrets. */
  async function listen(more: Partial<ClientOptions> = {}) {
    shortenDelays()
    const events: CallEvent[] = []
    const { baseUrl } = await serveSequence(
      (to, seen) => sendJson(to, 429, { error: { code: 'RATE_LIMITED', message: 'No.', status: 429, seen } }),
      (to, { body }) => sendJson(to, 200, { body, accessToken: token }, { 'X-Request-Id': 'r-2' }),
    )
    const api = client(baseUrl, { maxRetries: 2, onEvent: (event) => events.push(event), ...more })
    await api.account.scheduleDeletion({ password }, { headers: { 'X-Secret': adminKey } })
    return events
  }

  test('reports each request, failure, delay and success', async () => {
    const about = { method: 'POST', path: '/dashboard/account/delete', milliseconds: expect.any(Number) }
    expect(await listen()).toEqual([
      { ...about, attempt: 1, type: 'request' },
      { ...about, attempt: 1, type: 'failure', error: expect.any(ApiError) },
      { ...about, attempt: 1, type: 'retry', pause: expect.any(Number) },
      { ...about, attempt: 2, type: 'request' },
      { ...about, attempt: 2, type: 'success', status: 200, requestId: 'r-2' },
    ])
  })

  test('shows no header, body or secret when it is printed', async () => {
    const events = await listen()
    const printed = JSON.stringify(events) + inspect(events, { depth: 9 })
    for (const secret of [token, adminKey, password, 'uthorization']) expect(printed).not.toContain(secret)
  })

  test('can cause an exception in its listener, which is ignored', async () => {
    const onEvent = () => {
      throw new Error('no log')
    }
    expect(await listen({ onEvent })).toEqual([])
  })

  test('of a token refresh is a failure and a second request', async () => {
    const { baseUrl } = await serveSequence(respondWithError(401), respondWithJson({}))
    const events: string[] = []
    const session = { token: () => 'old', refresh: () => 'new' }
    await client(baseUrl, { session, onEvent: ({ type }) => events.push(type) }).incidents.resolve('id')
    expect(events).toEqual(['request', 'failure', 'request', 'success'])
  })
})

describe('a value that the contract does not declare', () => {
  test('is returned unchanged: roles, types, fields, codes', async () => {
    const body = { incident: { type: 'eclipse', status: 'paused', extra: [1] } }
    const { baseUrl } = await serveSequence(respondWithJson(body), respondWithError(409, 'INCIDENT_FROZEN'))
    expect(await client(baseUrl).incidents.resolve('id')).toEqual(body)
    const error = await errorOf(client(baseUrl).incidents.resolve('id'), ApiError)
    expect(error.code).toBe('INCIDENT_FROZEN')
    expect(error.detail.code).toBe('INCIDENT_FROZEN')
  })
})
