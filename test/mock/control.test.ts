/** Tests decide what the mock answers next, and ask what it was called with. */
import { limits } from '@monitoring-service/contract'
import { createMock, type Mock, type MockOptions } from '@monitoring-service/mock'
import { connectMock } from '@monitoring-service/mock/client'
import { it as base, expect, vi } from 'vitest'
import { transmit } from '../support/raw-http.ts'
import { sendUsual } from './send.ts'

const it = base.extend<{ open: (options?: MockOptions) => Promise<Mock>; mock: Mock }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest requires the pattern.
  open: async ({}, use) => {
    const opened: Mock[] = []
    await use(async (options) => {
      const mock = await createMock(options)
      opened.push(mock)
      return mock
    })
    await Promise.all(opened.map((mock) => mock.close(0)))
  },
  mock: async ({ open }, use) => use(await open()),
})

const conflict = '409 INCIDENT_ALREADY_RESOLVED'
const resolve = async (mock: Mock, headers = {}) => (await sendUsual(mock.url, 'resolveIncident', headers)).statusLine

it('answers the next request with a scenario, then as usual', async ({ mock }) => {
  await mock.next('resolveIncident', 'alreadyResolved')
  expect([await resolve(mock), await resolve(mock)]).toEqual([conflict, '200'])
})

it('serves several orders in turn, as often as asked', async ({ mock }) => {
  await mock.next('resolveIncident', 'alreadyResolved', { times: 2 })
  await mock.next('resolveIncident', 'unknownIncident')
  const answers = [await resolve(mock), await resolve(mock), await resolve(mock), await resolve(mock)]
  expect(answers).toEqual([conflict, conflict, '404 INCIDENT_NOT_FOUND', '200'])
})

it('answers always with a scenario until reset; the latest order counts, limited ones come first', async ({ mock }) => {
  await mock.always('resolveIncident', 'unknownIncident')
  await mock.always('resolveIncident', 'alreadyResolved')
  await mock.next('resolveIncident', 'readScopeOnly')
  expect([await resolve(mock), await resolve(mock), await resolve(mock)]).toEqual([
    '403 INSUFFICIENT_SCOPE',
    conflict,
    conflict,
  ])
  await mock.reset()
  expect(await resolve(mock)).toBe('200')
})

it('does not ask for credentials that it knows, but for a valid request', async ({ mock }) => {
  await mock.always('resolveIncident', 'resolveWithCause')
  expect(await resolve(mock, { authorization: 'Bearer of-the-test' })).toBe('200')
  const path = '/api/v1/incidents/1/resolve'
  expect((await transmit(mock.url, 'PUT', path, {}, { cause: 7 })).statusLine).toBe('400 VALIDATION_ERROR')
})

it('does not use up an order for an invalid request', async ({ mock }) => {
  await mock.next('login', 'tooManyAttempts')
  expect((await transmit(mock.url, 'POST', '/auth/login', {}, {})).statusLine).toBe('400 VALIDATION_ERROR')
  expect((await sendUsual(mock.url, 'login')).statusLine).toBe('429 RATE_LIMITED')
})

it('keeps the session of requests without a name while a thousand others come and go', async ({ mock }) => {
  await mock.always('resolveIncident', 'alreadyResolved')
  for (let i = 0; i < 1_001; i++) await fetch(mock.url, { headers: { 'mock-session': String(i) } })
  expect(await resolve(mock)).toBe(conflict)
})

it('leaves other operations alone, and lets Prefer decide', async ({ mock }) => {
  await mock.always('resolveIncident', 'unknownIncident')
  expect((await sendUsual(mock.url, 'login')).statusLine).toBe('200')
  expect(await resolve(mock, { prefer: 'example=alreadyResolved' })).toBe(conflict)
})

it('injects faults into one operation, or into all', async ({ mock }) => {
  await mock.fault('resolveIncident', { fault: '429', retryAfter: 7, times: 1 })
  const { statusLine, headers } = await sendUsual(mock.url, 'resolveIncident')
  expect([statusLine, headers['retry-after']]).toEqual(['429 RATE_LIMITED', '7'])
  await mock.fault('*', 'reset')
  await expect(sendUsual(mock.url, 'login')).rejects.toMatchObject({ code: 'ECONNRESET' })
})

it('keeps the sessions of parallel tests apart', async ({ mock }) => {
  const [one, other] = ['one', 'other'].map((session) => connectMock(mock.url, { session }))
  await one?.always('resolveIncident', 'alreadyResolved')
  const as = (session: string) => resolve(mock, { 'mock-session': session })
  expect([await as('one'), await as('other'), await resolve(mock)]).toEqual([conflict, '200', '200'])
  expect([(await one?.calls())?.length, (await other?.calls())?.length]).toEqual([1, 1])
  await other?.reset()
  expect(await as('one')).toBe(conflict)
})

it('lists calls with body, response and reason', async ({ mock }) => {
  await sendUsual(mock.url, 'login')
  await transmit(mock.url, 'GET', '/nowhere', {})
  await mock.next('resolveIncident', 'alreadyResolved')
  await resolve(mock)
  expect(await mock.calls()).toMatchObject([
    { method: 'POST', target: '/auth/login', operationId: 'login', body: { email: 'owner@acme.example' }, status: 200 },
    { method: 'GET', target: '/nowhere', status: 404 },
    { operationId: 'resolveIncident', scenario: 'alreadyResolved', reason: 'chosen by a rule', status: 409 },
  ])
  expect(await mock.calls('login')).toHaveLength(1)
  await mock.reset()
  expect(await mock.calls()).toEqual([])
})

it.for([
  [{ operation: 'login' }, 'the rule needs a scenario, a fault or a delay'],
  [{ operation: 'logni', fault: '503' }, 'there is no operation logni; there are signup, login'],
  [{ operation: 'login', scenario: 'logni' }, 'login has no scenario logni; it has login, loginAsAdmin'],
  [{ scenario: 'login' }, 'the rule has a scenario but no operation'],
  [{ falut: '503' }, 'the rule has no falut; it can have operation, scenario, body, fault'],
  [{ operation: 'login', fault: '503', body: {} }, 'the rule has a body but no scenario'],
  [{ operation: 'login', scenario: 'login', body: [] }, 'body must be an object'],
  [{ operation: 'deleteIncident', scenario: 'deleteManual', body: {} }, 'with this body: no body is declared'],
  [{ fault: '502' }, 'fault must be one of "500", "503"'],
  [{ fault: '503', times: 1.5 }, 'times must be a number of requests, at least 1'],
  [{ fault: '503', times: 0 }, 'times must be a number of requests, at least 1'],
  [{ fault: '503', rate: 2 }, 'rate must be a share from 0 to 1'],
  [{ delay: [2, 1] }, 'delay must be milliseconds, or a range of them'],
  ['"fault"', 'the rule must be an object'],
  ['fault', 'the body must be a rule, or a list of rules, in JSON'],
] as const)('rejects the rule %j in a sentence that says what is possible', async ([rule, reason], { mock }) => {
  const { statusLine, body } = await transmit(mock.url, 'POST', '/_mock/rules', {}, rule)
  expect([statusLine, body.error?.message]).toEqual(['400 VALIDATION_ERROR', expect.stringContaining(reason)])
})

it('reports a refused order as the error of the call', async ({ mock }) => {
  await expect(mock.next('login', 'nope' as 'login')).rejects.toThrow('login has no scenario nope')
})

it('says which address has no mock', async ({ mock, open }) => {
  const closed = await open()
  await closed.close(0)
  await expect(closed.next('login', 'login')).rejects.toThrow(`no mock responds at ${closed.url}: ECONNREFUSED`)
  await expect(connectMock('http://localhost:9').reset()).rejects.toThrow(
    'no mock responds at http://localhost:9: bad port',
  )
  const elsewhere = connectMock(`${mock.url}/elsewhere`)
  await expect(elsewhere.reset()).rejects.toThrow(`there is no mock at ${mock.url}/elsewhere`)
  for (const url of ['localhost:4010', '', undefined as never]) {
    expect(() => connectMock(url)).toThrow(`the mock's url must be an http or https address, not ${url}`)
  }
})

it('is reached by a relative address in a page', async () => {
  vi.stubGlobal('location', { href: 'http://page.example/' })
  const request = vi.fn(async () => new Response())
  await connectMock('/proxied/', { fetch: request }).reset()
  expect(request).toHaveBeenCalledWith('/proxied/_mock/reset', { method: 'POST', headers: {} })
  expect(() => connectMock(undefined as never)).toThrow('not undefined')
})

it('is closed to pages of other sites', async ({ mock }) => {
  const get = (origin: string) => transmit(mock.url, 'GET', '/_mock/calls', { origin })
  expect((await get('http://localhost:5173')).headers['access-control-allow-origin']).toBe('http://localhost:5173')
  for (const headers of [{ origin: 'https://elsewhere.example' }, { host: 'rebound.example:80' }]) {
    const refused = await transmit(mock.url, 'GET', '/_mock/calls', headers)
    expect([refused.statusLine, refused.headers['access-control-allow-origin']]).toEqual([
      '400 VALIDATION_ERROR',
      undefined,
    ])
  }
  expect((await transmit(mock.url, 'GET', '/_mock/calls', { host: 'mock:4010' })).statusLine).toBe('200')
})

it("answers with one's own data in a scenario, as often as ordered", async ({ mock }) => {
  const login = async () => (await sendUsual(mock.url, 'login')).body as { user?: { name?: string } }
  const name = 'N'.repeat(200)
  await mock.next('login', 'login', { body: { user: { name } } })
  expect((await login()).user).toMatchObject({ name, email: 'owner@acme.example' })
  expect((await login()).user?.name).not.toBe(name)
  await mock.always('listDeletionRequests', 'firstPage', { body: { data: [], pagination: { total: 0 } } })
  const list = await transmit(mock.url, 'GET', '/admin/deletion-requests', {})
  expect(list).toMatchObject({ statusLine: '200', body: { data: [], pagination: { total: 0, page: 1 } } })
  await mock.always('listDeletionRequests', 'firstPage', { body: { data: [{ name }], pagination: { total: 1 } } })
  const { body } = await transmit(mock.url, 'GET', '/admin/deletion-requests', {})
  expect(body).toMatchObject({ data: [{ name, email: expect.stringContaining('@') }], pagination: { total: 1 } })
  // @ts-expect-error: a name is a text
  await expect(mock.next('login', 'login', { body: { user: { name: 7 } } })).rejects.toThrow(
    'login cannot answer login with this body: /response/user/name must be string',
  )
  const [call] = await mock.calls('login')
  expect(call?.body?.email satisfies string | undefined).toBe('owner@acme.example')
})

it('lets a client wait that has made too many attempts, as long as the server may', async ({ mock }) => {
  await mock.next('login', 'tooManyAttempts')
  const { headers } = await sendUsual(mock.url, 'login')
  expect(headers['retry-after']).toBe(String(limits.attemptWindowSeconds))
})

it('applies rules of its options to every session, with a chance that the seed repeats', async ({ open }) => {
  const rules = [{ operation: 'resolveIncident', scenario: 'alreadyResolved', rate: 0.5 }]
  const sequence = async (seed: number) => {
    const mock = await open({ rules, seed })
    const answers: string[] = []
    for (let i = 0; i < 20; i++) answers.push(await resolve(mock))
    return answers
  }
  const [one, again] = [await sequence(3), await sequence(3)]
  expect(again).toEqual(one)
  expect(new Set(one)).toEqual(new Set([conflict, '200']))
})
