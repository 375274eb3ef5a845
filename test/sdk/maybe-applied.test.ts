/** Whether a failed call, or one that was retried, may have been applied. */
import { describe, expect, test, vi } from 'vitest'
import { errors } from '../../contract/index.ts'
import { ApiError, type CallEvent, ConnectionError, withRefresh } from '../../sdk/index.ts'
import {
  calls,
  client,
  credentials,
  dropConnection,
  errorOf,
  type RequestHandler,
  respondWithError,
  respondWithJson,
  serve,
  serveSequence,
  shortenDelays,
} from './harness.ts'

const idempotent = ['GET', 'PUT', 'DELETE']

/** Whether an error response means that a write may have been applied. */
const outcomes = Object.entries(errors).map(([code, entry]) => {
  const { status, outcome } = entry as { status: number; outcome?: string }
  return [code, status, outcome === 'unknown'] as const
})

test.each(outcomes)(
  'A write refused with %s, status %i, has maybeApplied %s',
  { tags: ['P62'] },
  async (code, status, maybe) => {
    shortenDelays()
    const { baseUrl } = await serve(respondWithError(status, code))
    for (const method of ['POST', ...idempotent]) {
      const error = await errorOf(calls[method]?.(client(baseUrl, { maxRetries: 1 })) ?? expect.fail(), ApiError)
      const isRetried = [429, 503].includes(status) && !(method === 'POST' && maybe)
      expect(error).toMatchObject({ maybeApplied: maybe && method !== 'GET', attempts: isRetried ? 2 : 1 })
    }
  },
)

const tunnel = (status: number) => ({
  cause: {
    code: 'UND_ERR_ABORTED',
    message: 'Request was cancelled.',
    cause: { code: 'UND_ERR_ABORTED', message: `Proxy response (${status}) !== 200 when HTTP Tunneling` },
  },
})

/** The errors of connections as Node, its happy eyeballs, Bun and Deno report them; whether something was sent; the requests. */
const connections: [string, object, boolean, number][] = [
  ['whose tunnel the proxy refuses with 407', tunnel(407), false, 1],
  ['whose tunnel the proxy refuses with 503', tunnel(503), false, 2],
  ['to a server that has no TLS', { cause: { code: 'ERR_SSL_WRONG_VERSION_NUMBER' } }, false, 1],
  ['to a server that has no TLS, in Bun', { code: 'EPROTO' }, false, 1],
  ['to a server that has no TLS, in Deno', { message: 'client error (Connect): received corrupt message' }, false, 1],
  ['to an address that is blocked', { cause: { code: 'ERR_ACCESS_DENIED' } }, false, 1],
  ['to a port that is blocked', { cause: new Error('bad port') }, false, 1],
  ['refused in Deno', { cause: new Error('client error (Connect): tcp connect error: Connection refused') }, false, 2],
  ['refused', { cause: { code: 'ECONNREFUSED', syscall: 'connect' } }, false, 2],
  ['refused on both addresses', { cause: { code: 'ECONNREFUSED', errors: [{ code: 'ECONNREFUSED' }] } }, false, 2],
  ['refused in Bun', { code: 'ConnectionRefused' }, false, 2],
  ['without a host', { cause: { code: 'ENOTFOUND', syscall: 'getaddrinfo' } }, false, 2],
  ['without a name server', { cause: { code: 'EAI_AGAIN', syscall: 'getaddrinfo' } }, false, 2],
  ['without a route', { cause: { code: 'EHOSTUNREACH', syscall: 'connect' } }, false, 2],
  ['to an unreachable network', { cause: { code: 'ENETUNREACH', syscall: 'connect' } }, false, 2],
  ['too slow to establish', { cause: { code: 'UND_ERR_CONNECT_TIMEOUT' } }, false, 2],
  ['with an untrusted certificate', { cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } }, false, 1],
  ['without a trusted issuer', { cause: { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' } }, false, 1],
  ['for another host name', { cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } }, false, 1],
  ['ended by an alert', { cause: { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' } }, true, 2],
  ['that lost its route', { cause: { code: 'EHOSTUNREACH', syscall: 'read' } }, true, 2],
  ['reset', { cause: { code: 'ECONNRESET', syscall: 'read' } }, true, 2],
  [
    'whose headers are too slow, of undici',
    { code: 'UND_ERR_HEADERS_TIMEOUT', message: 'Headers Timeout Error' },
    true,
    2,
  ],
  ['closed', { cause: { code: 'UND_ERR_SOCKET' } }, true, 2],
  ['failed for an unknown reason', {}, true, 2],
]

test.each(connections)(
  'A connection %s has maybeApplied as the error tells',
  async (_, shape, maybeApplied, attempts) => {
    shortenDelays()
    const fetch = () => Promise.reject(Object.assign(new TypeError('fetch failed'), shape))
    const api = client('https://example.com', { fetch, maxRetries: 1 })
    expect(await errorOf(api.incidents.delete('id'), ConnectionError)).toMatchObject({ maybeApplied, attempts })
    const post = await errorOf(api.auth.login(credentials), ConnectionError)
    expect(post).toMatchObject({ maybeApplied, attempts: maybeApplied ? 1 : attempts })
  },
)

/** Cuts the body of a response off. */
const cutBody =
  (status: number): RequestHandler =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'r-1' }).write('{"error":')
    setImmediate(() => response.destroy())
  }

test.each([
  [200, true],
  [400, false],
  [404, false],
  [429, false],
  [503, true],
])('A response of status %i whose body is cut off has maybeApplied %s', async (status, maybe) => {
  shortenDelays()
  const { baseUrl } = await serve(cutBody(status))
  for (const method of ['POST', ...idempotent]) {
    const error = await errorOf(calls[method]?.(client(baseUrl, { maxRetries: 1 })) ?? expect.fail(), ConnectionError)
    expect(error).toMatchObject({ status, requestId: 'r-1', maybeApplied: maybe && method !== 'GET' })
    expect(error.headers?.get('x-request-id')).toBe('r-1')
    // A POST is repeated only after 429.
    expect(error.attempts).toBe(method === 'POST' && status !== 429 ? 1 : 2)
  }
})

test('A rejected token is refreshed even if the body of the 401 is cut off', async () => {
  const { baseUrl } = await serveSequence(cutBody(401), respondWithJson({}))
  const session = withRefresh({ token: () => 'old', refresh: () => 'new' })
  expect(await client(baseUrl, { session }).incidents.resolve('a')).toEqual({})
})

describe('The end of an aborted call tells maybeApplied', () => {
  const hang: RequestHandler = () => {}
  const aborts: [string, RequestHandler[], CallEvent['type'], number, string, boolean][] = [
    ['while a write waits for its response', [hang], 'request', 1, 'PUT', true],
    ['while a read waits for its response', [hang], 'request', 1, 'GET', false],
    ['after a lost connection', [dropConnection, hang], 'retry', 1, 'DELETE', true],
    ['after a rate limit', [respondWithError(429), hang], 'retry', 1, 'POST', false],
    ['before its first request', [hang], 'start', 0, 'PUT', false],
  ]
  test.each(aborts)('%s', async (_, answers, moment, attempt, method, maybeApplied) => {
    const abort = new AbortController()
    const events: CallEvent[] = []
    const { baseUrl, seen } = await serveSequence(...answers)
    const onEvent = (event: CallEvent) => {
      events.push(event)
      if (event.type !== moment) return
      if (moment === 'request') vi.waitFor(() => expect(seen).toHaveLength(1)).then(() => abort.abort('mine'))
      else abort.abort('mine')
    }
    const call = calls[method]?.(client(baseUrl, { onEvent, maxRetries: 1 }), { signal: abort.signal })
    await expect(call).rejects.toBe('mine')
    expect(events.at(-1)).toMatchObject({ type: 'abort', attempt, maybeApplied })
  })

  test('as false when the body cannot be sent', async () => {
    const events: CallEvent[] = []
    const { baseUrl, seen } = await serve(respondWithJson({}))
    const onEvent = (event: CallEvent) => events.push(event)
    const cyclic: { cause?: unknown } = {}
    cyclic.cause = cyclic
    await errorOf(client(baseUrl, { onEvent }).incidents.resolve('a', cyclic as object), TypeError)
    expect(events.map(({ type, attempt }) => `${type} ${attempt}`)).toEqual(['start 0', 'abort 0'])
    expect(events.at(-1)).toMatchObject({ maybeApplied: false })
    expect(seen).toEqual([])
  })

  test('when the own error of the caller ends it, too', async () => {
    const events: CallEvent[] = []
    const onEvent = (event: CallEvent) => events.push(event)
    const validate = () => {
      throw new Error('a bug')
    }
    const { baseUrl } = await serve(respondWithJson({}))
    await errorOf(client(baseUrl, { onEvent, validate }).incidents.resolve('a'), Error)
    expect(events.at(-1)).toMatchObject({ type: 'abort', maybeApplied: true })
  })
})

describe('a retried call that may have been applied', () => {
  test.each([
    ['DELETE', 404],
    ['DELETE', 409],
    ['PUT', 404],
    ['PUT', 409],
  ])('by %s has maybeApplied when the retry fails with %s', { tags: ['P62'] }, async (method, status) => {
    shortenDelays()
    const { baseUrl } = await serveSequence(dropConnection, respondWithError(status))
    const error = await errorOf(calls[method]?.(client(baseUrl, { maxRetries: undefined })) ?? expect.fail(), ApiError)
    expect(error).toMatchObject({ status, attempts: 2, maybeApplied: true })
  })

  test('has maybeApplied when the retry succeeds', async () => {
    shortenDelays()
    for (const method of idempotent) {
      const { baseUrl } = await serveSequence(dropConnection, respondWithJson({}))
      const reply = await calls[method]?.(client(baseUrl, { maxRetries: undefined })).withResponse()
      expect(reply).toMatchObject({ attempts: 2, maybeApplied: method !== 'GET' })
    }
  })

  test('does not have maybeApplied if it was only rate limited', async () => {
    shortenDelays()
    const { baseUrl } = await serveSequence(
      respondWithError(429, 'RATE_LIMITED', { 'Retry-After': '1' }),
      respondWithError(404),
    )
    const error = await errorOf(client(baseUrl, { maxRetries: undefined }).incidents.delete('id'), ApiError)
    expect(error).toMatchObject({ status: 404, attempts: 2, maybeApplied: false })
  })
})
