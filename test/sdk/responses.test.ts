/** How the SDK handles responses: it returns data or throws an error that describes the problem. */
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ApiError, type ClientOptions, ResponseError } from '../../sdk/index.ts'
import {
  client,
  credentials,
  errorBody,
  errorOf,
  type RequestHandler,
  sendBody,
  sendJson,
  serve,
  serveSequence,
} from './harness.ts'

describe('a response', () => {
  const json = 'application/json'
  const body =
    (status: number, text: string, type = json): RequestHandler =>
    (to) =>
      sendBody(to, status, type, text)
  const error =
    (value: unknown): RequestHandler =>
    (to) =>
      sendJson(to, 400, value)
  const bare =
    (status: number): RequestHandler =>
    (to) =>
      to.writeHead(status).end()
  const endless: RequestHandler = (to) => to.setHeader('Content-Type', 'text/html').write('x'.repeat(2000))
  const cutLetter = Buffer.from([0x7b, 0x7d, 0xc3])
  /** Responses that do not follow the contract, with their content type if they are not JSON, or the message, and the status. */
  const table: [string, string, RequestHandler, number][] = [
    ['an HTML page with status 200', 'text/html', body(200, '<p>Log in</p>', 'text/html'), 200],
    ['an HTML page with status 502', 'text/html', body(502, '<p>Bad</p>', 'text/html'), 502],
    ['a body without content type', 'null', (to) => to.writeHead(200).end('{}'), 200],
    ['a page that does not end', 'text/html', endless, 200],
    ['JSON under another content type', 'text/plain', body(200, '{}', 'text/plain'), 200],
    ['a success without body', json, body(200, ''), 200],
    ['a body that is cut off', json, body(200, '{"user":'), 200],
    ['a body that ends within a letter', json, (to) => to.setHeader('Content-Type', json).end(cutLetter), 200],
    ['an error without body', 'null', bare(404), 404],
    ['a success of no content', 'null', bare(204), 204],
    ['an error with an empty JSON body', json, body(500, ''), 500],
    ['an error that is a text', 'has no error', error('no'), 400],
    ['an error that is null', 'has no error', error(null), 400],
    ['an error without status', 'has no error', error({ error: { code: 'A', message: 'b' } }), 400],
    ['an error with an empty code', 'has no error', error(errorBody(400, '')), 400],
    ['an error with a code that is no text', 'has no error', error(errorBody(400, 7 as never)), 400],
    ['an error in another shape', 'has no error', error({ error: 'no', code: 'NO' }), 400],
  ]
  test.each(table)('that is %s throws a ResponseError', async (_, problem, answer, status) => {
    const { baseUrl } = await serve(answer)
    const error = await errorOf(client(baseUrl).auth.login(credentials), ResponseError)
    expect(error).toMatchObject({ name: 'ResponseError', status, method: 'POST', path: '/auth/login' })
    const message = /^has /.test(problem) ? problem : `is not JSON, content-type: ${problem}`
    expect(error.message).toBe(`POST /auth/login: ${status} ${message}`)
  })

  test('with 401 names the header of the credential that the client does not have', async () => {
    const { baseUrl } = await serve((to) => sendJson(to, 401, errorBody(401, 'UNAUTHENTICATED')))
    const calls: [Partial<ClientOptions>, string][] = [
      [{ session: undefined }, 'No. (no authorization)'],
      [{ session: { token: () => undefined } }, 'No. (no authorization)'],
      [{}, 'No.'],
    ]
    for (const [more, message] of calls) {
      const error = await errorOf(client(baseUrl, more).incidents.delete('id'), ApiError)
      expect(error.message).toBe(`DELETE /api/v1/incidents/{id}: 401 UNAUTHENTICATED: ${message}`)
    }
    const withoutKey = client(baseUrl, { adminKey: undefined }).admin.deletionRequests()
    expect((await errorOf(withoutKey, ApiError)).message).toMatch(/\(no x-admin-api-key\)$/)
    expect((await errorOf(client(baseUrl).auth.login(credentials), ApiError)).message).toMatch(/ No\.$/)
  })

  test('that is an error may have an empty message', async () => {
    const { baseUrl } = await serve((to) => sendJson(to, 409, errorBody(409, 'NO', { message: '' })))
    expect(await errorOf(client(baseUrl).incidents.delete('id'), ApiError)).toMatchObject({ code: 'NO', status: 409 })
  })

  test('with an error gives its headers and the beginning of its body, which are not printed', async () => {
    const secret = 'a-secret-of-the-proxy'
    const page = `<p>${secret}${'x'.repeat(2000)}`
    const headers = { 'Set-Cookie': secret, Allow: 'GET' }
    const { baseUrl } = await serveSequence(
      (to) => sendBody(to, 502, 'text/html', page, headers),
      (to) => sendJson(to, 405, errorBody(405, 'METHOD_NOT_ALLOWED', { secret }), headers),
    )
    const ofProxy = await errorOf(client(baseUrl).auth.login(credentials), ResponseError)
    const ofService = await errorOf(client(baseUrl).auth.login(credentials), ApiError)
    expect(ofProxy.body).toBe(page.slice(0, 1000))
    expect(ofProxy.headers.get('content-type')).toBe('text/html')
    for (const error of [ofProxy, ofService]) {
      expect(error.headers.get('allow')).toBe('GET')
      const printed = [`${error.stack}`, JSON.stringify(error), inspect(error, { depth: 9, showHidden: true })].join()
      expect(printed).not.toContain(secret)
    }
  })

  test('can have fields beyond the contract, and a content type with a charset', async () => {
    const body = { user: { role: 'astronaut' }, more: [1] }
    const { baseUrl } = await serve((to) => sendBody(to, 200, 'Application/JSON; charset=utf-8', JSON.stringify(body)))
    expect(await client(baseUrl).auth.login(credentials)).toEqual(body)
  })

  test('with an error throws an ApiError with code, status, detail, request id and a one-line message', async () => {
    const detail = { code: 'INCIDENT_ALREADY_RESOLVED', message: 'Too\n late.', status: 409 }
    const { baseUrl } = await serve((to) => sendJson(to, 409, { error: detail }, { 'X-Request-Id': 'r-1' }))
    const error = await errorOf(client(baseUrl).incidents.resolve('id'), ApiError)
    const { code, status } = detail
    expect(error).toMatchObject({ code, status, requestId: 'r-1', retryAfter: undefined, detail })
    expect(String(error)).toBe('ApiError: PUT /api/v1/incidents/{id}/resolve: 409 INCIDENT_ALREADY_RESOLVED: Too late.')
    expect(error.stack).toMatch(/^ApiError: PUT /)
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'ApiError',
      message: error.message,
      method: 'PUT',
      path: '/api/v1/incidents/{id}/resolve',
      status,
      code,
      requestId: 'r-1',
      attempts: 1,
      maybeApplied: false,
    })
  })

  test('that requires an upgrade has the URL in its detail', async () => {
    const upgradeUrl = 'https://monitoring.example/upgrade'
    const { baseUrl } = await serve((to) => sendJson(to, 403, errorBody(403, 'PLAN_UPGRADE_REQUIRED', { upgradeUrl })))
    const { detail } = await errorOf(client(baseUrl).monitors.resetStats('id'), ApiError)
    expect(detail.code === 'PLAN_UPGRADE_REQUIRED' && detail.upgradeUrl).toBe(upgradeUrl)
  })

  test.each([
    ['7', 7],
    [new Date(Date.now() + 60_000).toUTCString(), expect.closeTo(59, -1)],
    [new Date(0).toUTCString(), undefined],
    ['0', 0],
    ['-3', undefined],
    ['0x2', undefined],
    ['1e3', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['try 2099', undefined],
  ])('with Retry-After: %s has retryAfter %s', async (value, retryAfter) => {
    const { baseUrl } = await serve((to) => {
      to.sendDate = false
      sendJson(to, 429, errorBody(429, 'RATE_LIMITED'), { 'Retry-After': value })
    })
    expect((await errorOf(client(baseUrl).auth.login(credentials), ApiError)).retryAfter).toEqual(retryAfter)
  })

  test.each(['Thu, 01 Jan 2015 00:00:09 GMT', 'Thursday, 01-Jan-15 00:00:09 GMT', 'Thu Jan  1 00:00:09 2015'])(
    'with Retry-After: %s, one of the three forms of HTTP, counts from its own Date',
    async (date) => {
      const headers = { Date: 'Thu, 01 Jan 2015 00:00:00 GMT', 'Retry-After': date }
      const { baseUrl } = await serve((to) => sendJson(to, 429, errorBody(429, 'RATE_LIMITED'), headers))
      expect((await errorOf(client(baseUrl).auth.login(credentials), ApiError)).retryAfter).toBe(9)
    },
  )

  test.each([301, 302, 303, 307, 308])(
    'that redirects with %s throws a ResponseError, and its target receives nothing',
    async (status) => {
      const target = await serve((response) => sendJson(response, 200, {}))
      const { baseUrl } = await serve((response) =>
        sendJson(response, status, errorBody(status, 'NO'), { Location: `${target.baseUrl}/elsewhere` }),
      )
      const api = client(baseUrl)
      for (const call of [() => api.admin.deletionRequests(), () => api.auth.login(credentials)]) {
        const error = await errorOf(call(), ResponseError)
        expect(error.message).toContain(`${status} is a redirect`)
      }
      expect(target.seen).toEqual([])
    },
  )

  test('beyond maxResponseLength throws a ResponseError before it is complete, and of that length is accepted', async () => {
    const { baseUrl } = await serveSequence(
      (to) => to.setHeader('Content-Type', json).write('[123456789'),
      body(200, '[1234567]'),
    )
    const api = client(baseUrl, { maxResponseLength: 9 })
    const error = await errorOf(api.auth.login(credentials), ResponseError)
    expect(error.message).toBe('POST /auth/login: 200 is too long')
    expect(await api.auth.login(credentials)).toEqual([1234567])
  })

  test('that is a redirect hidden by a browser throws a ResponseError', async () => {
    const shape = { type: 'opaqueredirect', status: 0, ok: false }
    const fetch = async () => Object.defineProperties(Response.json({}), Object.getOwnPropertyDescriptors(shape))
    const error = await errorOf(client('https://example.com', { fetch }).auth.login(credentials), ResponseError)
    expect(error.message).toContain('is a redirect')
  })
})
