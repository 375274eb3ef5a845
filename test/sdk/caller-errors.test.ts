import { expect, onTestFinished, test, vi } from 'vitest'
import {
  ApiError,
  type ClientOptions,
  ConnectionError,
  type Fetch,
  TimeoutError,
  withRefresh,
} from '../../sdk/index.ts'
import {
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
  ['fetch rejects', { fetch: reject }, 200, 0],
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
  expect(error.message).toMatch(/^[A-Z]+ \/\S+: fetch response is malformed$/)
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
  expect(error.message).toMatch(/^[A-Z]+ \/\S+: fetch response is malformed$/)
  expect(seen).toHaveLength(1)
})

/** Of Node, Deno and Bun: a body that is being read, a signal of jsdom, a header of a wrapper. */
test.each([
  'Invalid state: ReadableStream is locked',
  'RequestInit: Expected signal ("AbortSignal {}") to be an instance of AbortSignal.',
  'Headers.append: "a\nb" is an invalid header value.',
  'Cannot convert argument to a ByteString because the character at index 0 has a value of 321',
  "Header 'x-a' has invalid value",
  'Invalid header value: "a\nb"',
  "Failed to construct 'Request': 'headers' of 'RequestInit' (Argument 2) is not a valid ByteString",
])('What fetch rejects as a mistake passes as it is, once: %s', async (message) => {
  const mistake = new TypeError(message)
  const fetch = vi.fn(() => Promise.reject(mistake))
  await expect(client('https://a.example', { fetch, maxRetries: 2 }).incidents.delete('a').result()).rejects.toBe(
    mistake,
  )
  expect(fetch).toHaveBeenCalledTimes(1)
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

/** What `fetch` rejects with that is no lost connection: errors of frameworks, of files, of other timeouts. */
const owned = [
  Object.assign(new Error('Dynamic server usage'), { digest: 'DYNAMIC_SERVER_USAGE' }),
  Object.assign(new Error('build failed'), { code: 'NEXT_STATIC_GEN_BAILOUT' }),
  Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }),
  new DOMException('The operation was aborted', 'AbortError'),
  'a text',
  undefined,
]

test.each(owned)('A rejection of fetch with %o keeps its owner: it passes as it is, once', async (reason) => {
  const events: object[] = []
  const fetch = vi.fn(() => Promise.reject(reason))
  const api = client('https://a.example', { fetch, maxRetries: 2, onEvent: (event) => events.push(event) })
  await expect(api.incidents.delete('a').result()).rejects.toBe(reason)
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(events.at(-1)).toMatchObject({ type: 'abort', attempt: 1 })
})

test('What reading a body throws keeps its owner, unless the connection is lost', async () => {
  const failing = (reason: unknown) => async () => {
    const body = { getReader: () => ({ read: () => Promise.reject(reason) }) }
    return { ok: true, status: 200, headers: new Headers(), body, text: async () => '' }
  }
  await expect(client('https://a.example', { fetch: failing(bug) }).incidents.delete('a')).rejects.toBe(bug)
  const lost = client('https://a.example', { fetch: failing(new TypeError('terminated')) })
  expect(await errorOf(lost.incidents.delete('a'), ConnectionError)).toMatchObject({
    status: 200,
    reason: 'terminated',
  })
})

/** A response whose headers are refused but for some, as SvelteKit refuses those that its hook does not name. */
const guarded = (...readable: string[]) => {
  const headers = new Headers({
    'content-type': 'application/json',
    'x-request-id': 'r',
    'retry-after': '1',
    date: 'x',
  })
  const get = (name: string) => {
    if (!readable.includes(name)) throw new Error(`Failed to get response header "${name}"`)
    return headers.get(name)
  }
  return async () => ({ ok: true, status: 200, headers: { get }, body: null, text: async () => '{"a":1}' })
}

test('Headers that only inform count as absent where they cannot be read', async () => {
  const api = client('https://a.example', { fetch: guarded('content-type') as ClientOptions['fetch'] })
  const { data, requestId } = await api.incidents.resolve('a').withResponse()
  expect({ data, requestId }).toEqual({ data: { a: 1 }, requestId: undefined })
  const strict = client('https://a.example', { fetch: guarded() as ClientOptions['fetch'], maxRetries: 2 })
  const error = await errorOf(strict.incidents.resolve('a').result(), Error)
  expect(error.message).toBe('Failed to get response header "content-type"')
})

test('A fetch gets the operation, and the number of the request', async () => {
  shortenDelays()
  const fetch = vi.fn<Fetch>(async () => Response.json(errorBody(503, 'UNAVAILABLE'), { status: 503 }))
  await errorOf(client('https://a.example', { fetch, maxRetries: 1 }).incidents.resolve('a'), ApiError)
  const expected = { method: 'PUT', path: '/api/v1/incidents/{id}/resolve' }
  expect(fetch.mock.calls.map(([, , operation]) => operation)).toEqual(
    [1, 2].map((attempt) => ({ ...expected, attempt })),
  )
})

test('A rejection of fetch with the code of a system is a lost connection, with the reason that it gives', async () => {
  shortenDelays()
  const fetch = vi.fn(() => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNRESET', syscall: 'read' })))
  const api = client('https://a.example:8443', { fetch, maxRetries: 1 })
  const error = await errorOf(api.incidents.delete('a'), ConnectionError)
  expect(error).toMatchObject({ reason: 'read ECONNRESET', host: 'a.example:8443', attempts: 2, maybeApplied: true })
})
