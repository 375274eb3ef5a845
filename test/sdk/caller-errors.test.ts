/** What the functions of the caller throw is the caller's own error: never a failure of the call, never retried. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError, type ClientOptions, ConnectionError, TimeoutError, withRefresh } from '../../sdk/index.ts'
import {
  accept,
  client,
  credentials,
  errorBody,
  errorOf,
  respondWithError,
  respondWithJson,
  serve,
  shortenDelays,
} from './harness.ts'

const bug = new Error('a bug')
const fail = () => {
  throw bug
}
const reject = () => Promise.reject(bug)
const never = () => new Promise<never>(() => {})

/** An option that fails, with the status that makes the client use it, and the number of requests. */
const failing: [string, Partial<ClientOptions>, number, number][] = [
  ['session.token throws', { session: { token: fail } }, 200, 0],
  ['session.token rejects', { session: { token: reject } }, 200, 0],
  ['session.refresh throws', { session: withRefresh({ token: () => 'old', refresh: fail }) }, 401, 1],
  ['session.refresh rejects', { session: withRefresh({ token: () => 'old', refresh: reject }) }, 401, 1],
  ['headers throws', { headers: fail }, 200, 0],
  ['headers rejects', { headers: reject }, 200, 0],
  ['validate throws', { validate: fail }, 200, 1],
  ['fetch throws', { fetch: fail }, 200, 0],
]

test.each(failing)('When %s, the call and its result reject with that, once', async (_, more, status, requests) => {
  const { baseUrl, seen } = await serve(status === 200 ? respondWithJson({}) : respondWithError(status))
  const api = client(baseUrl, { maxRetries: 2, ...more })
  await expect(api.incidents.resolve('a')).rejects.toBe(bug)
  expect(seen).toHaveLength(requests)
  await expect(api.incidents.resolve('a').result()).rejects.toBe(bug)
  await expect(api.incidents.resolve('a').withResponse()).rejects.toBe(bug)
})

test('When adminKey throws, the call rejects with that', async () => {
  await expect(client('https://a.example', { adminKey: fail }).admin.deletionRequests().result()).rejects.toBe(bug)
})

test.each(['token', 'refresh', 'fetch'])(
  'The failure of another call in %s is not reported as one of this call',
  async (name) => {
    const login = await serve(respondWithError(404, 'NOT_FOUND'))
    const other = () => client(login.baseUrl).auth.login(credentials) as unknown as Promise<never>
    const { baseUrl } = await serve(respondWithError(401))
    const session = withRefresh({ token: () => 'old', refresh: () => 'new', [name]: other })
    const more = name === 'fetch' ? { fetch: other } : { session }
    const api = client(baseUrl, { maxRetries: 2, ...more })
    const error = await errorOf(api.incidents.delete('a').result(), ApiError)
    expect(error).toMatchObject({ path: '/auth/login', status: 404, attempts: 1 })
    expect(login.seen).toHaveLength(1)
  },
)

test.each([undefined, null, {}, 'text'])('A fetch that returns %j is a mistake of the caller', async (value) => {
  const fetch = vi.fn(async () => value as unknown as Response)
  const api = client('https://a.example', { fetch, maxRetries: 2 })
  const error = await errorOf(api.incidents.resolve('a').result(), TypeError)
  expect(error.message).toBe('fetch returned no unread Response')
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('A fetch that reads the body of its response is a mistake of the caller, and nothing is repeated', async () => {
  const { baseUrl, seen } = await serve(respondWithError(503, 'UNAVAILABLE'))
  const reading = async (...request: Parameters<typeof fetch>) => {
    const response = await fetch(...request)
    await response.text()
    return response
  }
  const api = client(baseUrl, { fetch: reading, maxRetries: 2 })
  const error = await errorOf(api.incidents.delete('a').result(), TypeError)
  expect(error.message).toBe('fetch returned no unread Response')
  expect(seen).toHaveLength(1)
})

test('A fetch whose responses have no stream, or one of Node, is read as text', async () => {
  for (const body of [undefined, null, { pipe() {} }]) {
    const fetch = async () => Object.defineProperty(Response.json({ a: 1 }), 'body', { value: body })
    expect(await client('https://a.example', { fetch }).incidents.resolve('a')).toEqual({ a: 1 })
  }
})

test('What onEvent throws or rejects is ignored', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const { baseUrl } = await serve(respondWithJson({}))
  for (const onEvent of [fail, reject, async () => fail()]) {
    expect(await client(baseUrl, { onEvent }).incidents.resolve('a')).toEqual({})
  }
  await new Promise(setImmediate)
  expect(unhandled).not.toHaveBeenCalled()
})

describe('A refresh', () => {
  test('that hangs ends all waiting calls with a TimeoutError, and the next 401 calls it again', async () => {
    const { baseUrl, seen } = await serve(accept('new'))
    const refresh = vi.fn<() => Promise<string>>(never)
    const api = client(baseUrl, { timeout: 200, session: withRefresh({ token: () => 'old', refresh }) })
    const results = await Promise.all([1, 2, 3].map((id) => api.incidents.resolve(`${id}`).result()))
    for (const { error } of results) {
      expect(error).toBeInstanceOf(TimeoutError)
      expect(error).toMatchObject({ attempts: 1, maybeApplied: false, cause: { status: 401 } })
      expect(error?.message).toMatch(/: no new token within 200 ms$/)
    }
    expect([refresh.mock.calls.length, seen.length]).toEqual([1, 3])
    refresh.mockResolvedValue('new')
    expect(await api.incidents.resolve('4')).toEqual({})
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['the client, for a call that has more time', 200, 60_000],
    ['the call, for a call that has less', 60_000, 200],
  ])('that hangs is ended by the timeout of %s', async (_, timeout, own) => {
    const { baseUrl } = await serve(respondWithError(401))
    const api = client(baseUrl, { timeout, session: withRefresh({ token: () => 'old', refresh: never }) })
    const error = await errorOf(api.incidents.delete('a', { timeout: own }), TimeoutError)
    expect(error.message).toMatch(/: no new token within 200 ms$/)
  })

  test('goes on for the other calls when one of them is aborted', async () => {
    const fetch = async () => Response.json(errorBody(401, 'UNAUTHENTICATED'), { status: 401 })
    let finish = (_: string) => {}
    const refresh = vi.fn(() => new Promise<string>((resolve) => (finish = resolve)))
    const api = client('https://a.example', { fetch, session: withRefresh({ token: () => 'old', refresh }) })
    const abort = new AbortController()
    const aborted = api.incidents.delete('a', { signal: abort.signal })
    const other = api.incidents.delete('b').result()
    await vi.waitFor(() => expect(refresh).toHaveBeenCalled())
    abort.abort('mine')
    await expect(aborted).rejects.toBe('mine')
    finish('new')
    expect(await other).toMatchObject({ status: 401, error: { attempts: 2 } })
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  test('that waits for a call of its own client is refused', async () => {
    const { baseUrl } = await serve(respondWithError(401))
    const refresh = async () => {
      await api.incidents.delete('a')
      return 'new'
    }
    const api = client(baseUrl, { session: withRefresh({ token: () => 'old', refresh }) })
    const error = await errorOf(api.incidents.delete('b').result(), Error)
    expect(error.message).toBe('session.refresh waits for a call of its own client')
  })

  test('begins for a call whose token is the one that the renewal of an older token has found', async () => {
    const { baseUrl } = await serve(accept('new'))
    const tokens = ['old', 'rejected']
    let current = 'rejected'
    const refresh = vi.fn(() => {
      current = 'new'
      return current
    })
    const ofRenewal = () => new Promise<string>((resolve) => setTimeout(() => resolve(current), 100))
    const api = client(baseUrl, { session: withRefresh({ token: () => tokens.shift() ?? ofRenewal(), refresh }) })
    await Promise.all([api.incidents.resolve('a'), api.incidents.resolve('b')])
    expect(refresh.mock.calls).toEqual([['rejected', expect.anything()]])
  })

  test("never gives a call another user's token, and has the client's timeout", async () => {
    const sent: unknown[] = []
    const { baseUrl } = await serve((response, request) => {
      sent.push(request.headers.authorization)
      respondWithError(401)(response, request)
    })
    const user = new AsyncLocalStorage<string>()
    const refresh = (rejected: string) =>
      new Promise<string>((resolve) => setTimeout(resolve, 100, rejected.replace('of', 'new')))
    const api = client(baseUrl, { session: withRefresh({ token: () => user.getStore(), refresh }) })
    const hasty = user.run('of-a', () => api.incidents.resolve('a', {}, { timeout: 50 }).result())
    const patient = user.run('of-b', () => api.incidents.resolve('b').result())
    expect((await hasty).error).toBeInstanceOf(TimeoutError)
    expect((await patient).status).toBe(401)
    expect(sent.slice(2)).toEqual(['Bearer new-b'])
  })

  test('follows when the newer token that the session already has is rejected too', async () => {
    const { baseUrl, seen } = await serve(accept('3'))
    const tokens = ['1', '2', '2', '2']
    const refresh = vi.fn(() => '3')
    await client(baseUrl, { session: withRefresh({ token: () => tokens.shift(), refresh }) }).incidents.resolve('a')
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer 1', 'Bearer 2', 'Bearer 3'])
    expect(refresh.mock.calls).toEqual([['2', expect.anything()]])
  })
})

test('A token that arrives after the timeout sends nothing', async () => {
  const fetch = vi.fn(async () => Response.json({}))
  const events: string[] = []
  let arrive = (_: string) => {}
  const session = { token: () => new Promise<string>((resolve) => (arrive = resolve)) }
  const onEvent = ({ type }: { type: string }) => events.push(type)
  const api = client('https://a.example', { fetch, session, onEvent, timeout: 20 })
  const error = await errorOf(api.incidents.delete('a'), TimeoutError)
  expect(error).toMatchObject({ attempts: 0, maybeApplied: false })
  expect(error.stack).toContain('caller-errors.test.ts')
  arrive('late')
  await new Promise(setImmediate)
  expect(fetch).not.toHaveBeenCalled()
  expect(events).toEqual(['start', 'failure'])
})

test('A rejection of fetch is a lost connection, with the reason that it gives', async () => {
  shortenDelays()
  const fetch = vi.fn(() => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNRESET', syscall: 'read' })))
  const api = client('https://a.example:8443', { fetch, maxRetries: 1 })
  const error = await errorOf(api.incidents.delete('a'), ConnectionError)
  expect(error).toMatchObject({ reason: 'read ECONNRESET', host: 'a.example:8443', attempts: 2, maybeApplied: true })
})
