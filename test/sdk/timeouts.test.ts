/** How a timeout or the caller's signal ends a call. */
import { getEventListeners, once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test, vi } from 'vitest'
import { type ClientOptions, TimeoutError, withRefresh } from '../../sdk/index.ts'
import { client, errorOf, type RequestHandler, respondWithError, respondWithJson, serve } from './harness.ts'

const silent: RequestHandler = () => {}
const stalled: RequestHandler = (response) =>
  response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"a":')
const later = (work: () => void) => new Promise<never>(() => setImmediate(work))

describe('a timeout', () => {
  test.each([
    ['headers that do not come', silent],
    ['a body that stalls', stalled],
  ])('covers %s, and is not retried', async (_, answer) => {
    const { baseUrl, seen } = await serve(answer)
    const api = client(baseUrl, { timeout: 50, maxRetries: 2 })
    const error = await errorOf(api.incidents.delete('id'), TimeoutError)
    expect(String(error)).toBe('TimeoutError: DELETE /api/v1/incidents/{id}: no complete response within 50 ms')
    expect(error).toMatchObject({ attempts: 1, maybeApplied: true })
    expect(error.status).toBeUndefined()
    // On a busy machine the time may be over before the request has come.
    expect(seen.length).toBeLessThan(2)
  })

  test('closes the connection of the request', async () => {
    let closed: Promise<unknown> | undefined
    const { baseUrl } = await serve((response) => {
      closed = once(response, 'close')
    })
    await errorOf(client(baseUrl, { timeout: 1_000 }).incidents.delete('id'), TimeoutError)
    await closed
    expect(closed).toBeDefined()
  })

  test('of a call overrides that of the client', async () => {
    const { baseUrl } = await serve(silent)
    const error = await errorOf(client(baseUrl).incidents.delete('id', { timeout: 40 }), TimeoutError)
    expect(error.message).toMatch(/within 40 ms$/)
  })

  test.each([Number.POSITIVE_INFINITY, 2 ** 40])('of %s never fires', async (timeout) => {
    const { baseUrl } = await serve((response, request) => setTimeout(() => respondWithJson({})(response, request), 30))
    expect(await client(baseUrl, { timeout }).incidents.resolve('id')).toEqual({})
  })

  test.each([Number.NaN, 0, -1, '5', null])('of %j is rejected, and nothing is sent', async (timeout) => {
    const { baseUrl, seen } = await serve(silent)
    const wrong = { timeout } as ClientOptions
    expect(() => client(baseUrl, wrong)).toThrow(new TypeError(`timeout: ${timeout} is malformed`))
    await errorOf(client(baseUrl).incidents.delete('id', wrong).result(), TypeError)
    for (const name of ['maxRetries', 'maxRetryAfter', 'maxResponseLength']) {
      expect(() => client(baseUrl, { [name]: Number.NaN })).toThrow(TypeError)
      expect(() => client(baseUrl, { [name]: -1 })).toThrow(TypeError)
    }
    expect(seen).toEqual([])
  })

  test('is for one attempt, without the delay after it', async () => {
    let count = 0
    const { baseUrl } = await serve((...input) => (count++ ? respondWithJson({}) : respondWithError(503))(...input))
    const { attempts } = await client(baseUrl, { timeout: 200, maxRetries: 1 }).incidents.resolve('id').withResponse()
    expect(attempts).toBe(2)
  })

  test('leaves no timer when the call ends', async () => {
    const [set, clear] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
    const fetch = async () => Response.json({})
    await client('https://example.com', { fetch }).incidents.resolve('id')
    expect(set).toHaveBeenCalled()
    for (const { value } of set.mock.results) expect(clear).toHaveBeenCalledWith(value)
  })
})

describe('the limit of a whole call', () => {
  test('covers the delays between its attempts, and its error tells attempts and maybeApplied', async () => {
    const { baseUrl, seen } = await serve(respondWithError(503, 'OUTCOME_UNKNOWN', { 'Retry-After': '20' }))
    const finals: boolean[] = []
    const onEvent: ClientOptions['onEvent'] = (event) => event.type === 'failure' && finals.push(event.final)
    const api = client(baseUrl, { callTimeout: 60_000, maxRetries: 2, onEvent })
    const error = await errorOf(api.incidents.delete('id', { callTimeout: 300 }), TimeoutError)
    expect(error).toMatchObject({ attempts: 1, maybeApplied: true })
    expect(error.message).toMatch(/within 300 ms$/)
    expect([finals, seen.length]).toEqual([[false, true], 1])
  })

  test('covers a refresh, and is a result', async () => {
    const { baseUrl } = await serve(respondWithError(401))
    const session = withRefresh({ token: () => 'old', refresh: () => new Promise<never>(() => {}) })
    const { error } = await client(baseUrl, { session, callTimeout: 300 }).incidents.delete('id').result()
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ attempts: 1, maybeApplied: false })
  })

  test('ends the request that is under way, and no event follows', async () => {
    const ended = Promise.withResolvers<void>()
    const { baseUrl } = await serve((response) => response.on('close', ended.resolve))
    const events: string[] = []
    const api = client(baseUrl, { callTimeout: 300, maxRetries: 2, onEvent: ({ type }) => events.push(type) })
    await errorOf(api.incidents.delete('id'), TimeoutError)
    await ended.promise
    expect(events).toEqual(['start', 'request', 'failure'])
  })
})

describe('an abort', () => {
  const reason = { mine: true }
  const on =
    (type: string, work: () => unknown): ClientOptions['onEvent'] =>
    (event) =>
      event.type === type && work()
  const later29 = respondWithError(429, 'LATER', { 'Retry-After': '29' })
  type Setup = { answer?: RequestHandler } & Partial<ClientOptions>
  /** The phases of a call, each with a setup that aborts it there, and the number of requests. */
  const moments: [string, (abort: () => void) => Setup, number][] = [
    ['while a token is fetched', (abort) => ({ session: { token: () => later(abort) } }), 0],
    [
      'while a token is renewed',
      (abort) => ({
        answer: respondWithError(401),
        session: withRefresh({ token: () => 'old', refresh: () => later(abort) }),
      }),
      1,
    ],
    ['when the request starts', (abort) => ({ onEvent: on('request', abort) }), 0],
    ['while headers are awaited', (abort) => ({ answer: abort }), 1],
    ['while the body is read', (abort) => ({ answer: (...input) => setTimeout(abort, 30, stalled(...input)) }), 1],
    ['when a pause starts', (abort) => ({ answer: respondWithError(503), onEvent: on('retry', abort) }), 1],
    ['in the midst of a pause', (abort) => ({ answer: later29, onEvent: on('retry', () => setImmediate(abort)) }), 1],
  ]
  test.each(moments)('%s rejects with its reason and leaves no listener', async (_, arrange, requests) => {
    const controller = new AbortController()
    const { signal } = controller
    const { answer = silent, ...more } = arrange(() => controller.abort(reason))
    const { baseUrl, seen } = await serve(answer)
    await expect(client(baseUrl, { maxRetries: 1, ...more }).incidents.delete('id', { signal })).rejects.toBe(reason)
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect(seen).toHaveLength(requests)
  })

  test('of a signal without reasons, as React Native has it, rejects with an AbortError', async () => {
    const controller = new AbortController()
    const signal = Object.defineProperty(controller.signal, 'reason', { value: undefined })
    const { baseUrl } = await serve(() => controller.abort())
    expect(await errorOf(client(baseUrl).incidents.delete('id', { signal }).result(), Error)).toHaveProperty(
      'name',
      'AbortError',
    )
  })

  test('of a signal without throwIfAborted works alike', async () => {
    const controller = new AbortController()
    const signal = Object.defineProperty(controller.signal, 'throwIfAborted', { value: undefined })
    const { baseUrl } = await serve(() => controller.abort(reason))
    for (let call = 0; call < 2; call++) {
      await expect(client(baseUrl).incidents.delete('id', { signal })).rejects.toBe(reason)
    }
  })

  test('leaves no listener on a signal that concurrent calls share, even if garbage is collected meanwhile', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc')
    const { signal } = new AbortController()
    const fetch = async () => {
      await new Promise(setImmediate)
      collectGarbage()
      return Response.json({})
    }
    const api = client('https://example.com', { fetch })
    await Promise.all(Array.from({ length: 10 }, (_, id) => api.incidents.resolve(`${id}`, {}, { signal })))
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('before the call rejects with its reason in every form of the call', async () => {
    const { baseUrl, seen } = await serve(silent)
    const signal = AbortSignal.abort(reason)
    const token = vi.fn(() => 'token')
    const call = () => client(baseUrl, { session: { token } }).incidents.delete('id', { signal })
    for (const promise of [call(), call().result(), call().withResponse()]) await expect(promise).rejects.toBe(reason)
    expect(token).not.toHaveBeenCalled()
    expect(seen).toEqual([])
  })

  test('by AbortSignal.timeout rejects with its own error, not that of the client', async () => {
    const { baseUrl } = await serve(silent)
    const signal = AbortSignal.timeout(30)
    const error = await errorOf(client(baseUrl).incidents.delete('id', { signal }), DOMException)
    expect(error).toBe(signal.reason)
  })

  test('after the call, or none at all, changes nothing', async () => {
    const { baseUrl } = await serve(respondWithJson({}))
    const controller = new AbortController()
    const call = client(baseUrl).incidents.resolve('id', {}, { signal: controller.signal })
    await call
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
    controller.abort()
    expect(await call).toEqual({})
  })
})
