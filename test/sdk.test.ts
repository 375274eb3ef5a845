/** The SDK as its user meets it: its functions in front, real sockets and the contract's scenarios behind. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inspect, promisify } from 'node:util'
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import type { errors, OperationId } from '../contract/index.ts'
import { operations, scenarios } from '../contract/index.ts'
import type {
  AccountDeletion,
  ClientOptions,
  DeletionRequestPage,
  ErrorCode,
  ErrorDetail,
  Incident,
  KnownErrorDetail,
  Monitoring,
  Session,
  StatsReset,
} from '../sdk/index.ts'
import { ApiError, ConnectionError, createMonitoring, ResponseError } from '../sdk/index.ts'

const token = 'token-of-somebody'
const adminKey = 'key-of-the-operator'
const password = 'password-of-somebody'
const somebody = { email: 'owner@acme.example', password }

interface Seen {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

/** A server on a port of its own, and what it has seen. */
async function serve(answer: (response: ServerResponse, request: Seen) => unknown) {
  const seen: Seen[] = []
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming
    const request = { method, url, headers, body: await text(incoming) }
    seen.push(request)
    answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  closers.push(close)
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close }
}

const send = (response: ServerResponse, status: number, type: string, body: string, headers = {}) =>
  response.writeHead(status, { 'Content-Type': type, ...headers }).end(body)

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  send(response, status, 'application/json', JSON.stringify(body), headers)

const refusal = (status: number, code: string, more = {}) => ({ error: { code, message: 'No.', status, ...more } })

const client = (baseUrl: string, more: Partial<ClientOptions> = {}) =>
  createMonitoring({ baseUrl, session: { token: () => token }, adminKey, ...more })

const errorOf = async <E extends Error>(call: Promise<unknown>, kind: new (...never: never[]) => E): Promise<E> => {
  const error = await call.then(
    (data) => expect.fail(`should have thrown, but returned ${inspect(data)}`),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(kind)
  expect(error).toBeInstanceOf(Error)
  return error as E
}

type AnyCall = (...input: unknown[]) => Promise<unknown>

/** The functions of the client by the operation they turn out to call. */
async function byOperation(api: Monitoring): Promise<Partial<Record<OperationId, AnyCall>>> {
  const ids = Object.keys(operations) as OperationId[]
  const calls = Object.values(api).flatMap((group): AnyCall[] => Object.values(group))
  const found = calls.map(async (call) => {
    const { method, path } = await errorOf(call('x'), ApiError)
    return [ids.find((id) => operations[id].method === method && operations[id].path === path), call]
  })
  return Object.fromEntries(await Promise.all(found))
}

describe('the contract', () => {
  test('has no operation that the client misses, and the client has none that the contract misses', async () => {
    const { baseUrl } = await serve((response) => json(response, 500, refusal(500, 'INTERNAL_ERROR')))
    expect(Object.keys(await byOperation(client(baseUrl))).sort()).toEqual(Object.keys(operations).sort())
  })

  test.each(Object.keys(operations) as OperationId[])('is what %s sends and understands', async (id) => {
    let answer: [number, unknown] = [500, refusal(500, 'INTERNAL_ERROR')]
    const server = await serve((response) =>
      answer[0] === 204 ? response.writeHead(204).end() : json(response, ...answer),
    )
    const call = (await byOperation(client(server.baseUrl)))[id]
    const mine = scenarios.filter((scenario) => scenario.operationId === id)
    expect(mine.length).toBeGreaterThan(10)
    for (const { path, query, body, status, code, answer: value } of mine) {
      answer = [status, value]
      const input = operations[id].body === null ? query : body
      const outcome = call?.(...Object.values(path), input)
      if (!outcome) expect.fail()
      if (code === undefined) expect(await outcome).toEqual(value)
      else expect(await errorOf(outcome, ApiError)).toMatchObject({ code, status, body: value })

      const sent = server.seen.at(-1)
      const target = new URL(sent?.url ?? '', server.baseUrl)
      const filled = operations[id].path.replace('{id}', encodeURIComponent(path.id ?? ''))
      expect([sent?.method, target.pathname]).toEqual([operations[id].method, filled])
      const strings = Object.entries(query).map(([name, parameter]) => [name, String(parameter)])
      expect([...target.searchParams]).toEqual(strings)
      expect(sent?.body).toBe(body === undefined ? '' : JSON.stringify(body))
      expect(sent?.headers['content-type']).toBe(body === undefined ? undefined : 'application/json')
      const scheme = operations[id].security?.scheme
      expect(sent?.headers.authorization).toBe(scheme === 'bearerAuth' ? `Bearer ${token}` : undefined)
      expect(sent?.headers['x-admin-api-key']).toBe(scheme === 'adminApiKey' ? adminKey : undefined)
    }
  })

  test('decides the types', () => {
    type Returned<
      Group extends keyof Monitoring,
      Name extends keyof Monitoring[Group],
    > = Monitoring[Group][Name] extends (...input: never[]) => Promise<infer Data> ? Data : never
    expectTypeOf<Returned<'auth', 'signup'>>().toEqualTypeOf<Session>()
    expectTypeOf<Returned<'auth', 'login'>>().toEqualTypeOf<Session>()
    expectTypeOf<Returned<'incidents', 'resolve'>>().toEqualTypeOf<{ incident: Incident }>()
    expectTypeOf<Returned<'incidents', 'delete'>>().toEqualTypeOf<void>()
    expectTypeOf<Returned<'account', 'scheduleDeletion'>>().toEqualTypeOf<AccountDeletion>()
    expectTypeOf<Returned<'admin', 'deletionRequests'>>().toEqualTypeOf<DeletionRequestPage>()
    expectTypeOf<Returned<'services', 'resetStats'>>().toEqualTypeOf<StatsReset>()
    expectTypeOf<Returned<'monitors', 'resetStats'>>().toEqualTypeOf<StatsReset>()
    expectTypeOf<Incident['cause']>().toEqualTypeOf<string | null>()
    expectTypeOf<KnownErrorDetail['code']>().toEqualTypeOf<keyof typeof errors>()
    expectTypeOf<KnownErrorDetail>().toExtend<ErrorDetail>()
    expectTypeOf<string>().toExtend<ErrorCode>()
    expectTypeOf<ApiError['detail']['upgradeUrl']>().toEqualTypeOf<string | undefined>()
    const refused = (api: Monitoring) => [
      // @ts-expect-error an id is needed
      api.incidents.resolve(),
      // @ts-expect-error a proof is needed
      api.account.scheduleDeletion({}),
      // @ts-expect-error a misspelled parameter
      api.monitors.resetStats('id', { befor: '2025-01-01' }),
      // @ts-expect-error the options come last
      api.monitors.resetStats('id', { signal: AbortSignal.timeout(1) }),
    ]
    expect(refused).toBeTypeOf('function')
  })
})

describe('an answer', () => {
  const table: [string, string, (response: ServerResponse) => unknown, number][] = [
    ['an HTML page with status 200', 'has text/html', (to) => send(to, 200, 'text/html', '<p>Log in</p>'), 200],
    ['an HTML page with status 502', 'has text/html', (to) => send(to, 502, 'text/html', '<p>Bad</p>'), 502],
    ['a body without content type', 'has no content type', (to) => to.writeHead(200).end('{}'), 200],
    ['JSON under another content type', 'has text/plain', (to) => send(to, 200, 'text/plain', '{}'), 200],
    ['a success without body', 'not JSON', (to) => send(to, 200, 'application/json', ''), 200],
    ['a body that is cut off', 'not JSON', (to) => send(to, 200, 'application/json', '{"user":'), 200],
    ['a refusal without body', 'has no content type', (to) => to.writeHead(404).end(), 404],
    ['a refusal with an empty JSON body', 'not JSON', (to) => send(to, 500, 'application/json', ''), 500],
    ['a refusal that is a text', 'no error object', (to) => json(to, 400, 'no'), 400],
    ['a refusal that is null', 'no error object', (to) => json(to, 400, null), 400],
    ['a refusal without status', 'no error object', (to) => json(to, 400, { error: { code: 'A', message: 'b' } }), 400],
    ['a refusal in another shape', 'no error object', (to) => json(to, 400, { error: 'no', code: 'NO' }), 400],
  ]
  test.each(table)('that is %s is a ResponseError', async (_, problem, answer, status) => {
    const { baseUrl } = await serve(answer)
    const error = await errorOf(client(baseUrl).auth.login(somebody), ResponseError)
    expect(error).toMatchObject({ name: 'ResponseError', status, method: 'POST', path: '/auth/login' })
    expect(error.message).toContain(`POST /auth/login: ${status} ${problem === 'not JSON' ? 'has a body' : ''}`)
    expect(error.message).toContain(problem)
    expect(error.message).not.toContain('\n')
  })

  test('without content is undefined', async () => {
    const { baseUrl } = await serve((response) => response.writeHead(204).end())
    expect(await client(baseUrl).incidents.delete('id')).toBeUndefined()
  })

  test('may carry more than the contract says, and a content type with a charset', async () => {
    const body = { user: { role: 'astronaut' }, more: [1] }
    const { baseUrl } = await serve((to) => send(to, 200, 'Application/JSON; charset=utf-8', JSON.stringify(body)))
    expect(await client(baseUrl).auth.login(somebody)).toEqual(body)
  })

  test('that refuses is an ApiError with code, status, detail, request id and one line of message', async () => {
    const { baseUrl } = await serve((response) =>
      json(
        response,
        409,
        { error: { code: 'INCIDENT_ALREADY_RESOLVED', message: 'Too\n late.', status: 409 } },
        { 'X-Request-Id': 'r-1' },
      ),
    )
    const error = await errorOf(client(baseUrl).incidents.resolve('id'), ApiError)
    expect(error.code).toBe('INCIDENT_ALREADY_RESOLVED')
    expect(error.status).toBe(409)
    expect(error.requestId).toBe('r-1')
    expect(error.retryAfter).toBeUndefined()
    expect(error.detail.message).toBe('Too\n late.')
    expect(String(error)).toBe('ApiError: PUT /api/v1/incidents/{id}/resolve: 409 INCIDENT_ALREADY_RESOLVED: Too late.')
    expect(error.stack).toMatch(/^ApiError: PUT /)
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'ApiError',
      message: error.message,
      method: 'PUT',
      path: '/api/v1/incidents/{id}/resolve',
      status: 409,
      code: 'INCIDENT_ALREADY_RESOLVED',
      requestId: 'r-1',
    })
  })

  test('that refuses for the plan tells where to upgrade, in the detail', async () => {
    const upgradeUrl = 'https://monitoring.example/upgrade'
    const { baseUrl } = await serve((to) => json(to, 403, refusal(403, 'PLAN_UPGRADE_REQUIRED', { upgradeUrl })))
    const error = await errorOf(client(baseUrl).monitors.resetStats('id'), ApiError)
    expect(error.detail.upgradeUrl).toBe(upgradeUrl)
  })

  test('that refuses with an unknown code is an ApiError, too', async () => {
    const { baseUrl } = await serve((response) => json(response, 418, refusal(418, 'TEAPOT')))
    expect(await errorOf(client(baseUrl).services.resetStats('id'), ApiError)).toMatchObject({ code: 'TEAPOT' })
  })

  test.each([
    ['7', 7],
    [new Date(Date.now() + 60_000).toUTCString(), expect.closeTo(59, -1)],
    [new Date(0).toUTCString(), 0],
    ['soon', undefined],
  ])('that says Retry-After: %s is to be repeated after %s seconds', async (value, retryAfter) => {
    const { baseUrl } = await serve((to) => json(to, 429, refusal(429, 'RATE_LIMITED'), { 'Retry-After': value }))
    expect((await errorOf(client(baseUrl).auth.login(somebody), ApiError)).retryAfter).toEqual(retryAfter)
  })

  test.each([301, 302, 303, 307, 308])('that redirects with %s is refused, its target sees nothing', async (status) => {
    const target = await serve((response) => json(response, 200, {}))
    const { baseUrl } = await serve((response) =>
      json(response, status, refusal(status, 'NO'), { Location: `${target.baseUrl}/elsewhere` }),
    )
    const api = client(baseUrl)
    for (const call of [() => api.admin.deletionRequests(), () => api.auth.login(somebody)]) {
      const error = await errorOf(call(), ResponseError)
      expect(error.message).toContain(`${status} is a redirect`)
    }
    expect(target.seen).toEqual([])
  })

  test.each([
    ['followed by the fetch that was given', { redirected: true }],
    ['hidden by a browser', { type: 'opaqueredirect', status: 0, ok: false }],
  ])('that is a redirect %s is refused', async (_, shape) => {
    const fetch = async () => Object.defineProperties(Response.json({}), Object.getOwnPropertyDescriptors(shape))
    const error = await errorOf(client('https://example.com', { fetch }).auth.login(somebody), ResponseError)
    expect(error.message).toContain('is a redirect')
  })
})

describe('a request', () => {
  const echo = () => serve((response, { url }) => json(response, 200, { url }))

  test.each(['', '.', '..', undefined, null, 7, '\ud800'])(
    'with the id %j never leaves, nor is a token asked for',
    async (id) => {
      const server = await echo()
      const session = { token: vi.fn(() => token) }
      const api = client(server.baseUrl, { session })
      const call = async (operation: unknown) => errorOf((operation as AnyCall)(id), TypeError)
      for (const operation of [
        api.incidents.resolve,
        api.incidents.delete,
        api.services.resetStats,
        api.monitors.resetStats,
      ]) {
        expect((await call(operation)).message).toMatch(/^[A-Z]+ \/api\/v1\/\S+: id must be text/)
      }
      expect(server.seen).toEqual([])
      expect(session.token).not.toHaveBeenCalled()
    },
  )

  test('has its id as one encoded segment', async () => {
    const server = await echo()
    for (const id of ['a/../b %2e?c#d', '...', '%2e%2e', 'é\\']) await client(server.baseUrl).incidents.resolve(id)
    expect(server.seen.map(({ url }) => url.split('/')[4])).toEqual([
      'a%2F..%2Fb%20%252e%3Fc%23d',
      '...',
      '%252e%252e',
      '%C3%A9%5C',
    ])
  })

  test('has its query encoded, without what is undefined', async () => {
    const server = await echo()
    const query = { page: 2, limit: undefined, 'a&b': 'c=d +é' } as object
    await client(server.baseUrl).admin.deletionRequests(query)
    const [path, search] = server.seen[0]?.url.split('?') ?? []
    expect(path).toBe('/admin/deletion-requests')
    expect([...new URLSearchParams(search)]).toEqual([
      ['page', '2'],
      ['a&b', 'c=d +é'],
    ])
  })

  test.each(['', '/', '/prefix', '/prefix/deeper//'])('goes below the path %j of the base URL', async (path) => {
    const server = await echo()
    await client(server.baseUrl + path).admin.deletionRequests()
    expect(server.seen[0]?.url).toBe(`${path.replace(/\/+$/, '')}/admin/deletion-requests`)
  })

  test('carries the headers of the client and, over them, those of the call', async () => {
    const server = await echo()
    const api = client(server.baseUrl, { headers: { 'X-One': 'client', 'X-Two': 'client' } })
    await api.auth.login(somebody, { headers: { 'x-two': 'call', 'content-type': 'text/plain' } })
    expect(server.seen[0]?.headers).toMatchObject({
      'x-one': 'client',
      'x-two': 'call',
      'content-type': 'application/json',
    })
  })

  test('carries neither token nor key where there is none, and asks for them anew each time', async () => {
    const server = await echo()
    const tokens = [undefined, 'first', 'second']
    const api = createMonitoring({ baseUrl: server.baseUrl, session: { token: async () => tokens.shift() } })
    for (let call = 0; call < 3; call++) await api.incidents.resolve('id')
    await api.admin.deletionRequests()
    await client(server.baseUrl, { adminKey: async () => 'fetched' }).admin.deletionRequests()
    const sent = server.seen.map(({ headers }) => headers.authorization ?? headers['x-admin-api-key'])
    expect(sent).toEqual([undefined, 'Bearer first', 'Bearer second', undefined, 'fetched'])
  })

  test('goes through the fetch that was given', async () => {
    const fetch = vi.fn(async () => Response.json({ ok: true, deletedCount: 1 }))
    const api = createMonitoring({ baseUrl: 'https://monitoring.example', fetch })
    expect(await api.monitors.resetStats('id', { before: '2025-01-01' })).toEqual({ ok: true, deletedCount: 1 })
    expect(fetch).toHaveBeenCalledWith(
      'https://monitoring.example/api/v1/monitors/id/stats?before=2025-01-01',
      expect.objectContaining({ method: 'DELETE', redirect: 'manual', credentials: 'omit', body: null }),
    )
  })

  test.each([
    ['before it is sent', 0],
    ['before the answer', 1],
    ['within the answer', 2],
  ])('that is aborted %s rejects with the reason of its caller', async (_, when) => {
    const abort = new AbortController()
    const reason = { mine: true }
    const server = await serve((response) => {
      if (when === 2) response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"user":')
      setTimeout(() => abort.abort(reason), 50)
    })
    if (when === 0) abort.abort(reason)
    const session = { token: vi.fn(() => token) }
    const call = client(server.baseUrl, { session }).incidents.resolve('id', {}, { signal: abort.signal })
    await expect(call).rejects.toBe(reason)
    expect(session.token).toHaveBeenCalledTimes(when === 0 ? 0 : 1)
    expect(server.seen).toHaveLength(when === 0 ? 0 : 1)
  })

  test('that is aborted while it waits for a token rejects, too, and leaves no listener behind', async () => {
    const server = await echo()
    const abort = new AbortController()
    const [added, removed] = [vi.spyOn(abort.signal, 'addEventListener'), vi.spyOn(abort.signal, 'removeEventListener')]
    const never = client(server.baseUrl, { session: { token: () => new Promise(() => {}) } })
    const call = never.incidents.delete('id', { signal: abort.signal })
    abort.abort('enough')
    await expect(call).rejects.toBe('enough')
    expect(removed.mock.calls).toEqual(added.mock.calls)
    expect(server.seen).toEqual([])
  })

  test('for which no token can be had rejects with what the session throws', async () => {
    const server = await echo()
    const reason = new Error('logged out')
    const api = client(server.baseUrl, { session: { token: () => Promise.reject(reason) } })
    await expect(api.incidents.delete('id')).rejects.toBe(reason)
    expect(server.seen).toEqual([])
  })

  test('that finds no server is a ConnectionError with its cause', async () => {
    const { baseUrl, close } = await serve(() => {})
    await close()
    const error = await errorOf(client(baseUrl).incidents.delete('id'), ConnectionError)
    expect(String(error)).toBe('ConnectionError: DELETE /api/v1/incidents/{id}: no complete answer came')
    expect(error.cause).toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  })

  test('whose answer breaks off is a ConnectionError', async () => {
    const { baseUrl } = await serve((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 99 }).write('{')
      setTimeout(() => response.destroy(), 20)
    })
    await errorOf(client(baseUrl).auth.login(somebody), ConnectionError)
  })
})

describe('a base URL', () => {
  const bad = [
    '',
    'monitoring.example',
    'ftp://monitoring.example',
    'http://example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://0.0.0.0',
    `https://somebody:${password}@example.com`,
    'https://example.com/?a=b',
    'https://example.com/#a',
  ]
  test.each(bad)('%j is refused, and not repeated', (baseUrl) => {
    expect(() => client(baseUrl)).toThrow(TypeError)
    expect(() => client(baseUrl)).toThrow(/^baseUrl must [^@]*$/)
    expect(() => client(baseUrl)).not.toThrow(password)
  })

  test.each(['https://example.com', 'http://localhost:1', 'http://127.9.9.9', 'http://[::1]:1/'])(
    '%s is taken',
    (baseUrl) => {
      expect(() => client(baseUrl)).not.toThrow()
    },
  )

  test('http: to another machine is taken if that is allowed', () => {
    expect(() => client('http://example.com', { allowInsecure: true })).not.toThrow()
  })
})

describe('a secret', () => {
  const leaks: [string, (response: ServerResponse, request: Seen) => unknown, Partial<ClientOptions>?][] = [
    [
      'an error object that repeats the request',
      (to, seen) => json(to, 403, { ...refusal(403, 'NO', { seen }), seen }),
    ],
    ['a page that repeats the request', (to, seen) => send(to, 403, 'text/html', JSON.stringify(seen))],
    ['a body that is cut off', (to, seen) => send(to, 200, 'application/json', `${seen.body} ${token} ${adminKey}`)],
    ['a server that hangs up', (response) => response.destroy()],
    [
      'a token and a key with line breaks',
      () => {},
      { session: { token: () => `${token}\n.` }, adminKey: `${adminKey}\n.` },
    ],
  ]
  test.each(leaks)('is not printed with the error of %s', async (_, answer, more) => {
    const { baseUrl } = await serve(answer)
    const api = client(baseUrl, more)
    const calls = [() => api.account.scheduleDeletion({ password }), () => api.admin.deletionRequests()]
    for (const call of calls) {
      const error = await errorOf(call(), Error)
      const printed = [String(error), error.stack, JSON.stringify(error), inspect(error, { depth: 9 })].join()
      for (const secret of [token, adminKey, password]) expect(printed).not.toContain(secret)
    }
  })

  test('is not printed with the client', () => {
    expect(inspect(client('https://example.com'), { depth: 9, showHidden: true })).not.toContain(adminKey)
  })
})

test('The example of the README works', async () => {
  const readme = readFileSync(new URL('../sdk/README.md', import.meta.url), 'utf8')
  const answers = scenarios.filter(({ name }) => ['login', 'resolveWithCause'].includes(name))
  const { baseUrl, seen } = await serve((response, { url }) =>
    json(response, 200, answers.find(({ operationId }) => url.includes(operationId.slice(0, 5)))?.answer),
  )
  const code = /```js\n(.*?)```/s.exec(readme)?.[1] ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'readme-'))
  const file = join(folder, 'example.mjs')
  const sdk = new URL('../sdk/index.ts', import.meta.url).href
  writeFileSync(file, code.replace('@monitoring-service/sdk', sdk).replace('http://localhost:3000', baseUrl))
  const { stdout } = await promisify(execFile)(process.execPath, [file]).finally(() =>
    rmSync(folder, { recursive: true }),
  )
  expect(stdout).toMatch(/^resolved \d{4}-/)
  expect(seen).toHaveLength(2)
})
