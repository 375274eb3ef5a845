/** The refresh of a rejected access token. */
import { describe, expect, test, vi } from 'vitest'
import {
  ApiError,
  type CallOptions,
  type ClientOptions,
  type Monitoring,
  type RefreshOptions,
  type CallerSession as Session,
  TimeoutError,
  withRefresh,
} from '../../sdk/index.ts'
import { accept, client, credentials, errorOf, respondWithError, serve } from './harness.ts'

const unauthenticated = respondWithError(401, 'UNAUTHENTICATED')

const judge = accept('new')

/** A session that keeps its refreshed token. */
function renewable(renew: (stale: string) => unknown = () => 'new') {
  let current = 'old'
  const token = vi.fn(() => current)
  const refresh = vi.fn(async (stale: string) => {
    await new Promise(setImmediate)
    current = (await renew(stale)) as string
    return current
  })
  return { token, refresh, session: withRefresh({ token, refresh }) }
}

describe('a rejected token', () => {
  test('is refreshed, and the call is repeated with the new one, a POST too', async () => {
    const { baseUrl, seen } = await serve(judge)
    const { session, refresh } = renewable()
    const reply = await client(baseUrl, { session }).incidents.resolve('id', { cause: 'A' }).withResponse()
    expect(reply).toMatchObject({ attempts: 2, maybeApplied: false })
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new'])
    expect(seen[1]?.body).toBe(seen[0]?.body)
    expect(refresh.mock.calls.map(([rejected]) => rejected)).toEqual(['old'])
    await client(baseUrl, { session: renewable().session }).account.scheduleDeletion({ password: 'p' })
    expect(seen).toHaveLength(4)
  })

  test('is refreshed once for ten concurrent calls', async () => {
    const { baseUrl, seen } = await serve(judge)
    const { session, refresh } = renewable()
    const api = client(baseUrl, { session })
    await Promise.all(Array.from({ length: 10 }, (_, index) => api.incidents.delete(`${index}`)))
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(seen).toHaveLength(20)
  })

  test('is refreshed again when the new one is rejected in a later call', async () => {
    const { baseUrl } = await serve(unauthenticated)
    let count = 0
    const { session, refresh } = renewable(() => `new ${++count}`)
    const api = client(baseUrl, { session })
    for (let call = 0; call < 2; call++) await errorOf(api.incidents.delete('id'), ApiError)
    expect(refresh.mock.calls.map(([rejected]) => rejected)).toEqual(['old', 'new 1'])
  })

  test('is refreshed once in a call: a second 401 stands', async () => {
    const { baseUrl, seen } = await serve(unauthenticated)
    const { session, refresh } = renewable()
    const error = await errorOf(client(baseUrl, { session }).incidents.delete('id'), ApiError)
    expect(error).toMatchObject({ status: 401, attempts: 2, maybeApplied: false })
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(seen).toHaveLength(2)
  })

  const unrefreshed: [string, ClientOptions['session']][] = [
    ['the new one is undefined', renewable(() => undefined).session],
    ['the new one is empty', renewable(() => '').session],
    ['the session has no refresh', { token: () => 'old' }],
  ]
  test.each(unrefreshed)('causes the 401 to stand if %s', async (_, session) => {
    const { baseUrl, seen } = await serve(unauthenticated)
    const error = await errorOf(client(baseUrl, { session }).incidents.delete('id'), ApiError)
    expect(error).toMatchObject({ status: 401, attempts: 1 })
    expect(seen).toHaveLength(1)
  })
})

describe('the signal of a refresh', () => {
  /** A client whose refresh answers at the second time only, and the signals that it received. */
  async function impatient() {
    const { baseUrl } = await serve(judge)
    const signals: AbortSignal[] = []
    const refresh = (_: string, options: RefreshOptions) => {
      // As a refresh passes them on.
      signals.push({ ...options }.signal)
      return signals.length > 1 ? 'new' : new Promise<never>(() => {})
    }
    const api = client(baseUrl, { timeout: 400, session: withRefresh({ token: () => 'old', refresh }) })
    return { signals, call: (id: string, options?: CallOptions) => api.incidents.resolve(id, {}, options) }
  }

  test('is aborted when the timeout ends it, before the next refresh begins', async () => {
    const { signals, call } = await impatient()
    await Promise.all(['a', 'b'].map((id) => errorOf(call(id), TimeoutError)))
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    await call('c')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  })
})

test('A session with a refresh outside of withRefresh is refused', () => {
  const session = { token: () => 'old', refresh: () => 'new' } as object as Session
  expect(() => client('https://a.example', { session })).toThrow(new TypeError('refresh needs withRefresh'))
})

describe('no token is refreshed', () => {
  const rejected: [string, string, (api: Monitoring) => Promise<unknown>, string | undefined][] = [
    ['a login is rejected', 'INVALID_CREDENTIALS', (api) => api.auth.login(credentials), 'old'],
    ['the admin key is rejected', 'INVALID_ADMIN_KEY', (api) => api.admin.deletionRequests(), 'old'],
    ['there was no token', 'UNAUTHENTICATED', (api) => api.incidents.delete('id'), undefined],
  ]
  test.each(rejected)('when %s', async (_, code, call, current) => {
    const { baseUrl, seen } = await serve(respondWithError(401, code))
    const refresh = vi.fn(() => 'new')
    const session = withRefresh({ token: () => current, refresh })
    await errorOf(call(client(baseUrl, { session })), ApiError)
    expect(refresh).not.toHaveBeenCalled()
    expect(seen).toHaveLength(1)
  })
})
