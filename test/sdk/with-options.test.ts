/** Clients that are derived from another. */
import { expect, test, vi } from 'vitest'
import { ApiError, type CallOptions, TimeoutError, withOptions, withRefresh } from '../../sdk/index.ts'
import * as operations from '../../sdk/operations.ts'
import { createTestMonitoring } from '../../sdk/testing.ts'
import {
  accept,
  client,
  credentials,
  errorOf,
  list,
  options,
  respondWithError,
  respondWithJson,
  sendJson,
  serve,
  shortenDelays,
} from './harness.ts'

test("A derived client's calls have its options, unless a call has its own; the other client stays as it is", async () => {
  const { baseUrl } = await serve(() => {})
  const api = client(baseUrl, { timeout: 60 })
  const quick = withOptions(api, { timeout: 40 })
  const withinOf = async (call: Promise<unknown>) =>
    /within (\d+) ms/.exec((await errorOf(call, TimeoutError)).message)?.[1]
  expect(await withinOf(quick.incidents.delete('id'))).toBe('40')
  expect(await withinOf(quick.incidents.delete('id', { timeout: undefined }))).toBe('40')
  expect(await withinOf(quick.incidents.delete('id', { timeout: 20 }))).toBe('20')
  expect(await withinOf(withOptions(quick, { timeout: 30 }).incidents.delete('id'))).toBe('30')
  expect(await withinOf(api.incidents.delete('id'))).toBe('60')
})

test('Headers of a derived client are sent besides those of the other one, and overridden by those of a call', async () => {
  const { baseUrl, seen } = await serve(respondWithJson({}))
  const api = client(baseUrl, { headers: { 'X-One': '1', 'X-Two': '1', 'X-Three': '1' } })
  const derived = withOptions(api, {
    headers: async ({ attempt }) => new Headers({ 'X-Two': `${attempt + 1}`, 'X-Three': '2' }),
  })
  await derived.incidents.resolve('id', {}, { headers: { 'x-three': '3' } })
  expect(seen[0]?.headers).toMatchObject({ 'x-one': '1', 'x-two': '2', 'x-three': '3' })
})

test('A signal of a derived client ends its calls, also those for the pages of a list', async () => {
  const { baseUrl, seen } = await list()
  const abort = new AbortController()
  const loop = async () => {
    const { admin } = withOptions(client(baseUrl), { signal: abort.signal })
    for await (const { id } of admin.deletionRequests()) if (id === '2') abort.abort('left')
  }
  await expect(loop()).rejects.toBe('left')
  expect(seen).toHaveLength(2)
})

test('A derived client shares a refresh that is under way', async () => {
  const { baseUrl } = await serve(accept('new'))
  let token = 'old'
  const refresh = vi.fn(async () => {
    token = 'new'
    return token
  })
  const api = client(baseUrl, { session: withRefresh({ token: () => token, refresh }) })
  await Promise.all([api, withOptions(api, { timeout: 5000 })].map(({ incidents }) => incidents.resolve('id')))
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('A derived client shares the budget of retries', async () => {
  shortenDelays()
  const { baseUrl, seen } = await serve(respondWithError(503))
  const api = client(baseUrl, { maxRetries: 0 })
  const patient = withOptions(api, { maxRetries: 10 })
  for (const each of [patient, withOptions(api, { maxRetries: 30 })])
    await errorOf(each.incidents.resolve('id'), ApiError)
  expect(seen).toHaveLength(2 + 20)
})

test('A malformed number is refused when a client is derived', () => {
  expect(() => withOptions(client('https://a.example'), { maxRetries: -1 })).toThrow(
    new TypeError('maxRetries: -1 is malformed'),
  )
})

test('Functions of single operations take a derived client, and that of a main client', async () => {
  const { baseUrl, seen } = await serve((response, { headers }) => sendJson(response, 200, { from: headers['x-from'] }))
  const own = operations.withOptions(operations.createClient(options(baseUrl)), { headers: { 'X-From': 'own' } })
  const main = withOptions(client(baseUrl), { headers: { 'X-From': 'main' } })
  for (const { client, from } of [
    { client: own, from: 'own' },
    { client: main.client, from: 'main' },
  ]) {
    expect(await operations.login({ client, body: credentials })).toEqual({ from })
    expect(client.baseUrl).toBe(baseUrl)
  }
  expect(seen).toHaveLength(2)
})

test('A client that is derived from doubles has them, too', async () => {
  const incident = { id: 'a' } as never
  const monitoring = createTestMonitoring({
    incidents: { resolve: (_id, _body, { maxRetries } = {}) => ({ incident, maxRetries }) },
  })
  expect(await withOptions(monitoring, { maxRetries: 3 }).incidents.resolve('a')).toEqual({ incident, maxRetries: 3 })
})

test('The type of the options is that of a call', () => {
  const api = client('https://a.example')
  const wrong = () => {
    // @ts-expect-error the address is that of the other client
    withOptions(api, { baseUrl: 'https://b.example' })
    // @ts-expect-error so is the session
    return withOptions(api, { session: { token: () => 'other' } } satisfies CallOptions)
  }
  expect(wrong).toBeTypeOf('function')
})
