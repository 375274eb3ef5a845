/** How the SDK handles responses: it returns data or throws an error that describes the problem. */
import type { ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ApiError, ResponseError } from '../../sdk/index.ts'
import { client, credentials, errorBody, errorOf, sendBody, sendJson, serve, serveSequence } from './harness.ts'

describe('a response', () => {
  const table: [string, string, (response: ServerResponse) => unknown, number][] = [
    [
      'an HTML page with status 200',
      'is text/html, not application/json',
      (to) => sendBody(to, 200, 'text/html', '<p>Log in</p>'),
      200,
    ],
    [
      'an HTML page with status 502',
      'is text/html, not application/json',
      (to) => sendBody(to, 502, 'text/html', '<p>Bad</p>'),
      502,
    ],
    ['a body without content type', 'is of no type, not application/json', (to) => to.writeHead(200).end('{}'), 200],
    [
      'JSON under another content type',
      'is text/plain, not application/json',
      (to) => sendBody(to, 200, 'text/plain', '{}'),
      200,
    ],
    ['a success without body', 'is not JSON', (to) => sendBody(to, 200, 'application/json', ''), 200],
    ['a body that is cut off', 'is not JSON', (to) => sendBody(to, 200, 'application/json', '{"user":'), 200],
    ['an error without body', 'is of no type, not application/json', (to) => to.writeHead(404).end(), 404],
    ['an error with an empty JSON body', 'is not JSON', (to) => sendBody(to, 500, 'application/json', ''), 500],
    ['an error that is a text', 'has no error', (to) => sendJson(to, 400, 'no'), 400],
    ['an error that is null', 'has no error', (to) => sendJson(to, 400, null), 400],
    ['an error without status', 'has no error', (to) => sendJson(to, 400, { error: { code: 'A', message: 'b' } }), 400],
    ['an error with an empty code', 'has no error', (to) => sendJson(to, 400, errorBody(400, '')), 400],
    [
      'an error with a code that is no text',
      'has no error',
      (to) => sendJson(to, 400, errorBody(400, 7 as never)),
      400,
    ],
    ['a success of no content', 'is of no type, not application/json', (to) => to.writeHead(204).end(), 204],
    [
      'a body that ends within a letter',
      'is not JSON',
      (to) => to.writeHead(200, { 'Content-Type': 'application/json' }).end(Buffer.from([0x7b, 0x7d, 0xc3])),
      200,
    ],
    ['an error in another shape', 'has no error', (to) => sendJson(to, 400, { error: 'no', code: 'NO' }), 400],
  ]
  test.each(table)('that is %s throws a ResponseError', async (_, problem, answer, status) => {
    const { baseUrl } = await serve(answer)
    const error = await errorOf(client(baseUrl).auth.login(credentials), ResponseError)
    expect(error).toMatchObject({ name: 'ResponseError', status, method: 'POST', path: '/auth/login' })
    expect(error.message).toBe(`POST /auth/login: ${status} ${problem}`)
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
    const { baseUrl } = await serve((response) =>
      sendJson(
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

  test('with an unknown error code throws an ApiError', async () => {
    const { baseUrl } = await serve((response) => sendJson(response, 418, errorBody(418, 'TEAPOT')))
    expect(await errorOf(client(baseUrl).services.resetStats('id'), ApiError)).toMatchObject({ code: 'TEAPOT' })
  })

  test.each([
    ['7', 7],
    [new Date(Date.now() + 60_000).toUTCString(), expect.closeTo(59, -1)],
    [new Date(0).toUTCString(), undefined],
    ['0', undefined],
    ['-3', undefined],
    ['soon', undefined],
    ['try 2099', undefined],
  ])('with Retry-After: %s has retryAfter %s', async (value, retryAfter) => {
    const { baseUrl } = await serve((to) => {
      to.sendDate = false
      sendJson(to, 429, errorBody(429, 'RATE_LIMITED'), { 'Retry-After': value })
    })
    expect((await errorOf(client(baseUrl).auth.login(credentials), ApiError)).retryAfter).toEqual(retryAfter)
  })

  test('with a date in Retry-After counts from its own Date', async () => {
    const headers = { Date: 'Thu, 01 Jan 2015 00:00:00 GMT', 'Retry-After': 'Thu, 01 Jan 2015 00:00:09 GMT' }
    const { baseUrl } = await serve((to) => sendJson(to, 429, errorBody(429, 'RATE_LIMITED'), headers))
    expect((await errorOf(client(baseUrl).auth.login(credentials), ApiError)).retryAfter).toBe(9)
  })

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

  test('beyond maxResponseLength throws a ResponseError before it is complete', async () => {
    const { baseUrl } = await serve((to) =>
      to.writeHead(200, { 'Content-Type': 'application/json' }).write('[123456789'),
    )
    const error = await errorOf(client(baseUrl, { maxResponseLength: 9 }).auth.login(credentials), ResponseError)
    expect(error.message).toBe('POST /auth/login: 200 is too long')
  })

  test('of exactly maxResponseLength is accepted', async () => {
    const { baseUrl } = await serve((to) => sendBody(to, 200, 'application/json', '[1234567]'))
    expect(await client(baseUrl, { maxResponseLength: 9 }).auth.login(credentials)).toEqual([1234567])
  })

  test.each([['hidden by a browser', { type: 'opaqueredirect', status: 0, ok: false }]])(
    'that is a redirect %s throws a ResponseError',
    async (_, shape) => {
      const fetch = async () => Object.defineProperties(Response.json({}), Object.getOwnPropertyDescriptors(shape))
      const error = await errorOf(client('https://example.com', { fetch }).auth.login(credentials), ResponseError)
      expect(error.message).toContain('is a redirect')
    },
  )
})
