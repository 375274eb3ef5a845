/** The result and the response of a call, and its events. */
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import {
  ApiError,
  type CallEvent,
  type CallOptions,
  type ClientOptions,
  ConnectionError,
  logEvents,
  type Monitoring,
  ResponseError,
  TimeoutError,
  withRefresh,
} from '../../sdk/index.ts'
import {
  adminKey,
  client,
  credentials,
  dropConnection,
  errorBody,
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
    [409, 'AN_UNDECLARED_CODE'],
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
    const result = await client(baseUrl, kind === TimeoutError ? { timeout: 100 } : {})
      .incidents.delete('id')
      .result()
    expect(result).toEqual({ ok: false, status: undefined, error: expect.any(kind) })
  })

  test("rejects for the caller's own errors", async () => {
    const { baseUrl, seen } = await serve(respondWithJson({}))
    const { incidents } = client(baseUrl)
    await errorOf(incidents.delete('..').result(), TypeError)
    await errorOf(incidents.delete('id', { headers: { 'a b': 'c' } }).result(), TypeError)
    await expect(incidents.delete('id', { signal: AbortSignal.abort('mine') }).result()).rejects.toBe('mine')
    expect(seen).toEqual([])
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

test('the response of a call comes with data, the number of attempts, and the request id if there is one', async () => {
  const { baseUrl } = await serveSequence(
    (to) => sendJson(to, 200, { a: 1 }, { 'X-Request-Id': 'r-1', 'X-More': 'more' }),
    (to) => to.writeHead(204).end(),
  )
  const reply = await client(baseUrl).incidents.resolve('id').withResponse()
  expect(reply).toMatchObject({ data: { a: 1 }, requestId: 'r-1', attempts: 1, maybeApplied: false })
  expect(reply.response).toBeInstanceOf(Response)
  expect(reply.response.status).toBe(200)
  expect(reply.response.headers.get('x-more')).toBe('more')
  const empty = await client(baseUrl).incidents.delete('id').withResponse()
  expect(empty).toMatchObject({ data: undefined, requestId: undefined })
  expect(empty.response.status).toBe(204)
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

  test('reports the start, each request, failure and delay, and the end', async () => {
    const about = { method: 'POST', path: '/dashboard/account/delete', milliseconds: expect.any(Number) }
    expect(await listen()).toEqual([
      { ...about, attempt: 0, type: 'start' },
      { ...about, attempt: 1, type: 'request' },
      { ...about, attempt: 1, type: 'failure', error: expect.any(ApiError), final: false, retriesLeft: 20 },
      { ...about, attempt: 1, type: 'retry', pause: expect.any(Number) },
      { ...about, attempt: 2, type: 'request' },
      { ...about, attempt: 2, type: 'success', status: 200, requestId: 'r-2' },
    ])
  })

  const fail = () => {
    throw new Error('mine')
  }
  const signal = AbortSignal.abort()
  /** Calls by how they end, with the types of their events. */
  const silent = { session: { token: () => 'silent' } }
  const renewed = { session: withRefresh({ token: () => token, refresh: () => 'new' }) }
  const refused = { session: withRefresh({ token: () => token, refresh: fail }) }
  const remove = (api: Monitoring) => api.incidents.delete('a')
  const login = (api: Monitoring) => api.auth.login(credentials)
  const removeWith = (options: () => CallOptions) => (api: Monitoring) => api.incidents.delete('a', options())
  const ends: [string, (api: Monitoring) => Promise<unknown>, Partial<ClientOptions>, string][] = [
    ['a malformed id', (api) => api.incidents.delete('..'), {}, 'start abort'],
    ['a malformed number', removeWith(() => ({ timeout: 0 })), {}, 'start abort'],
    ['a signal before it', removeWith(() => ({ signal })), {}, 'start abort'],
    ['a signal during it', removeWith(() => ({ signal: AbortSignal.timeout(30) })), silent, 'start request abort'],
    ['a token that throws', remove, { session: { token: fail } }, 'start abort'],
    ['a validator that throws', login, { validate: fail }, 'start request abort'],
    ['a refresh that throws', remove, refused, 'start request abort'],
    ['a timeout', remove, { timeout: 30, ...silent }, 'start request failure!'],
    ['an error', remove, {}, 'start request failure!'],
    ['a success', login, {}, 'start request success'],
    ['a success after a refresh', remove, renewed, 'start request failure request success'],
  ]
  test.each(ends)('tells the end of a call by %s exactly once', async (_, call, more, expected) => {
    const { baseUrl } = await serve((to, { url, headers }) => {
      if (url === '/auth/login' || headers.authorization === 'Bearer new') sendJson(to, 200, {})
      else if (headers.authorization !== 'Bearer silent') sendJson(to, 401, errorBody(401, 'UNAUTHENTICATED'))
    })
    const events: string[] = []
    const onEvent = (event: CallEvent) => events.push(event.type === 'failure' && event.final ? 'failure!' : event.type)
    await call(client(baseUrl, { ...more, onEvent })).catch(() => {})
    expect(events.join(' ')).toBe(expected)
  })

  test('is logged from its level on, by a logger with the methods of the console', async () => {
    const lines: string[] = []
    const log = (level: string) => (line: string) => lines.push(`${level} ${line.replace(/\d+ ms/g, 'N ms')}`)
    const logger = { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') }
    const all = 'POST /dashboard/account/delete:'
    const quiet = logEvents({ ...logger, error: fail, warn: fail }, 'error')
    const loud = logEvents(logger, 'debug')
    await listen({ onEvent: (event) => [loud(event), quiet(event)] })
    expect(lines).toEqual([
      `debug ${all} start (request 0, N ms)`,
      `debug ${all} request (request 1, N ms)`,
      `warn ${all} failure ApiError, 429 RATE_LIMITED: No. (request 1, N ms)`,
      `warn ${all} retry in N ms (request 1, N ms)`,
      `debug ${all} request (request 2, N ms)`,
      `info ${all} success 200 (request 2, N ms)`,
    ])
  })

  test('shows no header, body or secret when it is printed', async () => {
    const events = await listen()
    const printed = JSON.stringify(events) + inspect(events, { depth: 9 })
    for (const secret of [token, adminKey, password, 'uthorization']) expect(printed).not.toContain(secret)
  })
})
