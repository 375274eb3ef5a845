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
  const malformed = 'baseUrl must begin with https://, without user and query'
  const insecure = 'baseUrl needs https: or allowInsecure'
  const bad: [string, string][] = [
    ['', malformed],
    ['/api', malformed],
    ['monitoring.example', malformed],
    ['localhost:3000', malformed],
    ['ftp://monitoring.example', malformed],
    ['http://example.com', insecure],
    ['http://server:3000', insecure],
    ['http://127.0.0.1.example.com', insecure],
    ['http://localhost.example.com', insecure],
    ['http://example.com/a.localhost/', insecure],
    ['http://notlocalhost', insecure],
    ['http://0.0.0.0', insecure],
    ['http://localhost:pw@example.com', malformed],
    [`https://user:${password}@example.com`, malformed],
    ['https://example.com/?a=b', malformed],
    ['https://example.com/#a', malformed],
  ]
  test.each(bad)('%j is rejected with the cause, and not repeated in the message', (baseUrl, message) => {
    expect(() => client(baseUrl)).toThrow(new TypeError(message))
    expect(() => client(baseUrl)).not.toThrow(password)
  })

  test.each([
    'https://example.com',
    'https://example.com/@team/api',
    'http://localhost:1',
    'http://app.localhost:3000',
    'http://127.9.9.9',
    'http://[::1]:1/',
  ])('%s is accepted', (baseUrl) => {
    expect(() => client(baseUrl)).not.toThrow()
  })

  test('http: to another machine is accepted with allowInsecure', () => {
    expect(() => client('http://example.com', { allowInsecure: true })).not.toThrow()
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
