/** How the SDK comes to a new access token when the service refuses the old one. */
import { describe, expect, test, vi } from 'vitest'
import { ApiError, type ClientOptions } from '../../sdk/index.ts'
import {
  client,
  credentials,
  errorBody,
  errorOf,
  type RequestHandler,
  respondWithError,
  respondWithJson,
  sendJson,
  serve,
} from './harness.ts'

const unauthenticated = respondWithError(401, 'UNAUTHENTICATED')

/** Takes the new token only. */
const judge: RequestHandler = (response, { headers }) =>
  headers.authorization === 'Bearer new'
    ? sendJson(response, 200, {})
    : sendJson(response, 401, errorBody(401, 'UNAUTHENTICATED'))

/** A session that keeps the token it renews. */
function renewable(renew: (stale: string) => unknown = () => 'new') {
  let current = 'old'
  const token = vi.fn(() => current)
  const refresh = vi.fn(async (stale: string) => {
    await new Promise(setImmediate)
    current = (await renew(stale)) as string
    return current
  })
  return { token, refresh } satisfies ClientOptions['session']
}

describe('a refused token', () => {
  test('is renewed, and the call repeated with the new one', async () => {
    const { baseUrl, seen } = await serve(judge)
    const session = renewable()
    const reply = await client(baseUrl, { session }).incidents.resolve('id', { cause: 'A' }).withResponse()
    expect(reply).toMatchObject({ attempts: 2, maybeApplied: false })
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new'])
    expect(seen[1]?.body).toBe(seen[0]?.body)
    expect(session.refresh.mock.calls).toEqual([['old']])
  })

  test('is renewed for a POST, too', async () => {
    const { baseUrl, seen } = await serve(judge)
    await client(baseUrl, { session: renewable() }).account.scheduleDeletion({ password: 'p' })
    expect(seen).toHaveLength(2)
  })

  test('is renewed once for ten calls at a time', async () => {
    const { baseUrl, seen } = await serve(judge)
    const session = renewable()
    const api = client(baseUrl, { session })
    await Promise.all(Array.from({ length: 10 }, (_, index) => api.incidents.delete(`${index}`)))
    expect(session.refresh).toHaveBeenCalledTimes(1)
    expect(seen).toHaveLength(20)
  })

  test('is renewed anew when the next one is refused in a later call', async () => {
    const { baseUrl } = await serve(unauthenticated)
    let count = 0
    const session = renewable(() => `new ${++count}`)
    const api = client(baseUrl, { session })
    for (let call = 0; call < 2; call++) await errorOf(api.incidents.delete('id'), ApiError)
    expect(session.refresh.mock.calls).toEqual([['old'], ['new 1']])
  })

  test('is not renewed if the session has another one by then', async () => {
    const { baseUrl, seen } = await serve(judge)
    const tokens = ['old', 'new']
    const session = { token: () => tokens.shift(), refresh: vi.fn(() => 'newest') }
    await client(baseUrl, { session }).incidents.resolve('id')
    expect(session.refresh).not.toHaveBeenCalled()
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new'])
  })

  test('is renewed once in a call: a second 401 stands', async () => {
    const { baseUrl, seen } = await serve(unauthenticated)
    const session = renewable()
    const error = await errorOf(client(baseUrl, { session }).incidents.delete('id'), ApiError)
    expect(error).toMatchObject({ status: 401, attempts: 2, maybeApplied: false })
    expect(session.refresh).toHaveBeenCalledTimes(1)
    expect(seen).toHaveLength(2)
  })

  test.each([undefined, ''])('stands if the new one is %j', async (none) => {
    const { baseUrl, seen } = await serve(unauthenticated)
    const api = client(baseUrl, { session: renewable(() => none) })
    expect(await errorOf(api.incidents.delete('id'), ApiError)).toMatchObject({ status: 401, attempts: 1 })
    expect(seen).toHaveLength(1)
  })

  test('stands if the session cannot renew', async () => {
    const { baseUrl, seen } = await serve(unauthenticated)
    expect(await errorOf(client(baseUrl).incidents.delete('id'), ApiError)).toMatchObject({ status: 401, attempts: 1 })
    expect(seen).toHaveLength(1)
  })

  test('makes the call reject with what the renewal throws', async () => {
    const { baseUrl } = await serve(unauthenticated)
    const reason = new Error('logged out')
    const api = client(baseUrl, { session: renewable(() => Promise.reject(reason)) })
    const outcomes = await Promise.allSettled([api.incidents.delete('a'), api.incidents.delete('b').result()])
    for (const outcome of outcomes) expect(outcome).toEqual({ status: 'rejected', reason })
    await expect(api.incidents.delete('c')).rejects.toBe(reason)
  })
})

describe('nothing is renewed', () => {
  test('when a login is refused', async () => {
    const { baseUrl, seen } = await serve(respondWithError(401, 'INVALID_CREDENTIALS'))
    const session = renewable()
    await errorOf(client(baseUrl, { session }).auth.login(credentials), ApiError)
    expect(session.refresh).not.toHaveBeenCalled()
    expect(seen).toHaveLength(1)
  })

  test('when the admin key is refused', async () => {
    const { baseUrl, seen } = await serve(respondWithError(401, 'INVALID_ADMIN_KEY'))
    const session = renewable()
    await errorOf(client(baseUrl, { session }).admin.deletionRequests(), ApiError)
    expect(session.refresh).not.toHaveBeenCalled()
    expect(seen).toHaveLength(1)
  })

  test('when there was no token', async () => {
    const { baseUrl, seen } = await serve(unauthenticated)
    const session = { token: () => undefined, refresh: vi.fn(() => 'new') }
    await errorOf(client(baseUrl, { session }).incidents.delete('id'), ApiError)
    expect(session.refresh).not.toHaveBeenCalled()
    expect(seen).toHaveLength(1)
  })

  test('when the token is taken', async () => {
    const { baseUrl } = await serve(respondWithJson({}))
    const session = renewable()
    await client(baseUrl, { session }).incidents.resolve('id')
    expect(session.refresh).not.toHaveBeenCalled()
  })
})
