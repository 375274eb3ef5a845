/** When the SDK retries a call, after which delay, and when it stops. */
import { describe, expect, test, vi } from 'vitest'
import { ApiError, type CallEvent, type ClientOptions, ConnectionError, ResponseError } from '../../sdk/index.ts'
import {
  calls,
  callsByMethod,
  client,
  credentials,
  dropConnection,
  errorOf,
  type RequestHandler,
  respondWithError,
  respondWithJson,
  sendBody,
  serve,
  serveSequence,
  shortenDelays,
} from './harness.ts'

const idempotent = ['GET', 'PUT', 'DELETE']
const limited = (retryAfter: string) => respondWithError(429, 'RATE_LIMITED', { 'Retry-After': retryAfter })
const page: RequestHandler = (response) => sendBody(response, 503, 'text/html', '<p>Down</p>')

/** Transient failures by name, with the response and the error of the call. */
const failures: [string, RequestHandler, new (...input: never[]) => Error][] = [
  ['502', respondWithError(502), ApiError],
  ['503', respondWithError(503), ApiError],
  ['504', respondWithError(504), ApiError],
  ["a proxy's page with 503", page, ResponseError],
  ['a lost connection', dropConnection, ConnectionError],
]

/** A client with two retries by default, and its recorded delays. */
function recorded(baseUrl: string, more: Partial<ClientOptions> = {}) {
  const pauses: number[] = []
  const onEvent = (event: CallEvent) => event.type === 'retry' && pauses.push(event.pause)
  return { api: client(baseUrl, { maxRetries: undefined, onEvent, ...more }), pauses }
}

describe('a call', () => {
  test.each(callsByMethod)('by %s is retried after 429', async (_, call) => {
    shortenDelays()
    const { baseUrl, seen } = await serveSequence(limited(''), limited('1'), respondWithJson({ fine: true }))
    const { attempts, data } = await call(recorded(baseUrl).api).withResponse()
    expect({ attempts, data }).toEqual({ attempts: 3, data: { fine: true } })
    expect(seen).toHaveLength(3)
    expect(new Set(seen.map(({ method, url, body }) => method + url + body)).size).toBe(1)
  })

  test.each(failures)('is retried twice after %s if its method is idempotent', async (_, answer, kind) => {
    shortenDelays()
    for (const method of idempotent) {
      const { baseUrl, seen } = await serve(answer)
      const error = await errorOf(calls[method]?.(recorded(baseUrl).api) ?? expect.fail(), kind)
      expect(error).toMatchObject({ attempts: 3, maybeApplied: method !== 'GET' })
      expect(seen.map((request) => request.method)).toEqual([method, method, method])
    }
  })

  test.each(failures)('by POST is never retried after %s', { tags: ['P62'] }, async (_, answer, kind) => {
    const { baseUrl, seen } = await serve(answer)
    const error = await errorOf(recorded(baseUrl).api.auth.login(credentials), kind)
    expect(error).toMatchObject({ attempts: 1, maybeApplied: true })
    expect(seen).toHaveLength(1)
  })

  test.each([400, 401, 403, 404, 409, 413, 500, 501, 505])('is not retried after %s', async (status) => {
    const { baseUrl, seen } = await serve(respondWithError(status))
    for (const [, call] of callsByMethod) {
      expect(await errorOf(call(recorded(baseUrl).api), ApiError)).toMatchObject({ status, attempts: 1 })
    }
    expect(seen).toHaveLength(callsByMethod.length)
  })

  test("is retried as often as the client's option says, overridden by that of the call", async () => {
    shortenDelays()
    const { baseUrl, seen } = await serve(respondWithError(503))
    const { api } = recorded(baseUrl, { maxRetries: 1 })
    const attempts = []
    for (const maxRetries of [undefined, 0, 3]) {
      attempts.push((await errorOf(api.incidents.delete('id', { maxRetries }), ApiError)).attempts)
    }
    expect(attempts).toEqual([2, 1, 4])
    expect(seen).toHaveLength(7)
  })

  test('is retried with a newly requested token', async () => {
    shortenDelays()
    const { baseUrl, seen } = await serveSequence(respondWithError(503), respondWithJson({}))
    const tokens = ['first', 'second']
    await recorded(baseUrl, { session: { token: () => tokens.shift() } }).api.incidents.resolve('id')
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second'])
  })
})

describe('the delay', () => {
  test('doubles up to eight seconds, with a random half', async () => {
    shortenDelays()
    const { baseUrl } = await serve(respondWithError(503))
    const { api, pauses } = recorded(baseUrl, { maxRetries: 6 })
    await errorOf(api.incidents.delete('id'), ApiError)
    expect(pauses).toHaveLength(6)
    for (const [index, longest] of [500, 1000, 2000, 4000, 8000, 8000].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(longest / 2)
      expect(pauses[index]).toBeLessThanOrEqual(longest)
    }
  })

  test('is the Retry-After in seconds, or ends at its date', async () => {
    shortenDelays()
    const unavailable = respondWithError(503, 'UNAVAILABLE', { 'Retry-After': '2' })
    const dated = limited(new Date(Date.now() + 5000).toUTCString())
    const { baseUrl } = await serveSequence(limited('7'), unavailable, dated, respondWithJson({}))
    const { api, pauses } = recorded(baseUrl, { maxRetries: 3 })
    await api.incidents.resolve('id')
    expect(pauses).toEqual([7000, 2000, expect.closeTo(4500, -3.4)])
  })

  test.each(['soon', '-1', '0', '', new Date(0).toUTCString()])(
    'is the default after Retry-After: %j',
    async (value) => {
      shortenDelays()
      const { baseUrl } = await serveSequence(limited(value), respondWithJson({}))
      const { api, pauses } = recorded(baseUrl)
      await api.auth.login(credentials)
      expect(pauses).toHaveLength(1)
      expect(pauses[0]).toBeGreaterThanOrEqual(250)
      expect(pauses[0]).toBeLessThanOrEqual(500)
    },
  )

  test.each([
    [undefined, '31'],
    [1999, '2'],
    [0, '1'],
  ])('is skipped, and the call fails, if it exceeds maxRetryAfter: %s', async (maxRetryAfter, value) => {
    for (const status of [429, 503]) {
      const { baseUrl, seen } = await serve(respondWithError(status, 'LATER', { 'Retry-After': value }))
      const { api, pauses } = recorded(baseUrl, { maxRetryAfter })
      const error = await errorOf(api.admin.deletionRequests(), ApiError)
      expect(error).toMatchObject({ status, attempts: 1, retryAfter: Number(value) })
      expect(pauses).toEqual([])
      expect(seen).toHaveLength(1)
    }
  })

  test('without a Retry-After is not bounded by maxRetryAfter', async () => {
    shortenDelays()
    const { baseUrl, seen } = await serveSequence(respondWithError(503), respondWithJson({}))
    await recorded(baseUrl, { maxRetryAfter: 100 }).api.incidents.resolve('id')
    expect(seen).toHaveLength(2)
  })
})

test('A client stops retrying after 20 retries without success, until calls succeed again', async () => {
  shortenDelays()
  let status = 503
  const { baseUrl, seen } = await serve((response, request) =>
    status === 200 ? respondWithJson({})(response, request) : respondWithError(status)(response, request),
  )
  const { api } = recorded(baseUrl)
  for (let call = 0; call < 15; call++) await errorOf(api.incidents.resolve('id'), ApiError)
  expect(seen).toHaveLength(15 + 20)
  status = 200
  for (let call = 0; call < 12; call++) await api.incidents.resolve('id')
  status = 503
  const attempts = []
  for (let call = 0; call < 2; call++) attempts.push((await errorOf(api.incidents.resolve('id'), ApiError)).attempts)
  expect(attempts).toEqual([2, 1])
})

test('The budget of retries is full at first, however long the process has run', async () => {
  const { baseUrl } = await serve(respondWithError(503))
  for (const time of [1, 120_000.8, 120_003, 120_010.2]) {
    vi.spyOn(performance, 'now').mockReturnValue(time)
    const left: number[] = []
    const onEvent = (event: CallEvent) => event.type === 'failure' && left.push(event.retriesLeft)
    await errorOf(client(baseUrl, { maxRetries: 0, onEvent }).incidents.resolve('id'), ApiError)
    expect(left, `after ${time} ms`).toEqual([20])
  }
})

test('The budget of retries loses nothing when the clock is set back, as by the fake timers of each test', async () => {
  shortenDelays()
  const { baseUrl } = await serve(respondWithError(503))
  const { api } = recorded(baseUrl, { maxRetries: 1 })
  const now = vi.spyOn(performance, 'now')
  for (const time of [300_000, 0, 0, 900_000, 450_000]) {
    now.mockReturnValue(time)
    expect(await errorOf(api.incidents.resolve('id'), ApiError), `at ${time} ms`).toMatchObject({ attempts: 2 })
  }
})

test('The budget of retries regains one every ten seconds, even if the clock of the machine changes', async () => {
  shortenDelays()
  const { baseUrl } = await serve(respondWithError(503))
  const left: number[] = []
  const times: number[] = []
  const onEvent = (event: CallEvent) => {
    times.push(event.milliseconds)
    if (event.type === 'failure') left.push(event.retriesLeft)
  }
  const { api } = recorded(baseUrl, { onEvent })
  for (let call = 0; call < 12; call++) await errorOf(api.incidents.resolve('id'), ApiError)
  expect([left[0], left.at(-1)]).toEqual([20, 0])
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 10_000)
  vi.spyOn(Date, 'now').mockReturnValue(0)
  expect(await errorOf(api.incidents.resolve('id'), ApiError)).toMatchObject({ attempts: 2 })
  expect(Math.min(...times)).toBeGreaterThanOrEqual(0)
})
