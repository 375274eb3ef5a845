/** The accepted base URLs, and the absence of secrets in printed values. */
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { ClientOptions } from '../../sdk/index.ts'
import {
  adminKey,
  client,
  dropConnection,
  errorBody,
  errorOf,
  password,
  type RequestHandler,
  sendBody,
  sendJson,
  serve,
  token,
} from './harness.ts'

describe('a base URL', () => {
  const noScheme = ['', '/api', 'monitoring.example', 'localhost:3000', 'ftp://monitoring.example']
  const insecure = [
    'http://example.com',
    'http://server:3000',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://example.com/a.localhost/',
    'http://notlocalhost',
    'http://0.0.0.0',
  ]
  test.each([...noScheme, ...insecure])('%j is rejected, since it needs https: or allowInsecure', (baseUrl) => {
    expect(() => client(baseUrl)).toThrow(new TypeError('baseUrl has no https: or allowInsecure'))
  })

  test.each(noScheme)('%j is rejected with allowInsecure, too', (baseUrl) => {
    expect(() => client(baseUrl, { allowInsecure: true })).toThrow(
      new TypeError('baseUrl has no https: or allowInsecure'),
    )
  })

  test.each([
    ['http://localhost:pw@example.com', '@'],
    [`https://user:${password}@example.com/@team`, '@'],
    ['https://example.com/@team?a=b', '?'],
    ['https://example.com/#a', '#'],
  ])('%j is rejected because of %s, and not repeated in the message', (baseUrl, cause) => {
    for (const allowInsecure of [false, true])
      expect(() => client(baseUrl, { allowInsecure })).toThrow(new TypeError(`baseUrl has ${cause}`))
  })

  test.each([
    'https://example.com',
    'https://example.com/@team/api',
    'http://localhost:1',
    'http://app.localhost:3000',
    'http://127.9.9.9',
    'http://[::1]:1/',
    'http://[::1]',
  ])('%s is accepted', (baseUrl) => {
    expect(() => client(baseUrl)).not.toThrow()
  })

  test.each(insecure)('%s is accepted with allowInsecure', (baseUrl) => {
    expect(() => client(baseUrl, { allowInsecure: true })).not.toThrow()
  })
})

describe('a secret', () => {
  const breaks = { session: { token: () => `${token}\n.` }, adminKey: `${adminKey}\n.` }
  const leaks: [string, RequestHandler, Partial<ClientOptions>?][] = [
    ['an error object that repeats it', (to, seen) => sendJson(to, 403, { ...errorBody(403, 'NO', { seen }), seen })],
    ['a page that repeats it', (to, seen) => sendBody(to, 403, 'text/html', JSON.stringify(seen))],
    ['a body that is cut off', (to, { body }) => sendBody(to, 200, 'application/json', `${body} ${token} ${adminKey}`)],
    ['a server that hangs up', dropConnection],
    ['a token and a key with line breaks', () => {}, breaks],
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
