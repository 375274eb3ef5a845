/** The CORS headers of server and mock. */
import type { OutgoingHttpHeaders } from 'node:http'
import { demo } from '@monitoring-service/contract'
import { parseOrigins } from '@monitoring-service/http'
import type { RunningServer } from '@monitoring-service/http/node'
import { createMock } from '@monitoring-service/mock'
import { type Settings, startServer } from '@monitoring-service/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RawResponse, transmit } from '../support/raw-http.ts'
import { demoSettings } from '../support/settings.ts'

const [app, foreign] = ['https://app.example', 'https://elsewhere.example']
const path = '/api/v1/incidents/01J0000000000001NC1DENT001/resolve'
const mayRead = 'X-Request-Id, Retry-After, WWW-Authenticate, Allow'

const open: RunningServer[] = []
const serve = async (corsOrigins?: Settings['corsOrigins']) =>
  open[open.push(await startServer({ ...demoSettings, corsOrigins })) - 1]?.url ?? ''

let urls: Record<'closed' | 'listed' | 'any' | 'mock', string>
beforeAll(async () => {
  const mock = await createMock()
  open.push(mock)
  urls = { closed: await serve(), listed: await serve([app]), any: await serve('*'), mock: mock.url }
})
afterAll(() => Promise.all(open.map(({ close }) => close(0))))

const preflight = (url: string, origin: string, headers: OutgoingHttpHeaders = {}) =>
  transmit(url, 'OPTIONS', path, { origin, 'access-control-request-method': 'PUT', ...headers })

function cors({ headers }: RawResponse): object {
  const named = Object.entries(headers).filter(([name]) => name.startsWith('access-control-'))
  return Object.fromEntries(named.map(([name, value]) => [name.slice('access-control-'.length), value]))
}

describe.each(['any', 'listed', 'mock'] as const)('with an allowed origin (%s)', (where) => {
  const exposed = where === 'mock' ? `${mayRead}, Mock-Scenario, Mock-Fault, Mock-Reason, Preference-Applied` : mayRead
  // The mock reads no cookies; it allows them so that a front end that sends them works unchanged.
  const withCookies = where === 'mock' ? { 'allow-credentials': 'true' } : {}
  const expected = {
    ...withCookies,
    'allow-origin': app,
    'allow-methods': expect.stringMatching(/^(?=.*\bGET\b)(?=.*\bPOST\b)(?=.*\bPUT\b)(?=.*\bDELETE\b)[A-Z, ]+$/),
    'max-age': '600',
  }

  it('a preflight gets 204 and the requested headers', { tags: ['P19'] }, async () => {
    const answer = await preflight(urls[where], app, { 'access-control-request-headers': 'authorization,x-other' })
    expect(answer).toMatchObject({ statusLine: '204', text: '', headers: { vary: 'Origin' } })
    expect(answer.headers).toHaveProperty('x-request-id')
    expect(cors(answer)).toEqual({ ...expected, 'allow-headers': 'authorization,x-other' })
  })

  it.each([{}, { 'access-control-request-headers': 'x: y' }])(
    'a preflight without well-formed headers (%o) gets those of the contract',
    async (headers) => {
      const allowed = 'Authorization, Content-Type, X-Admin-Api-Key, X-Request-Id, Prefer'
      expect(cors(await preflight(urls[where], app, headers))).toEqual({ ...expected, 'allow-headers': allowed })
    },
  )

  it.each([
    ['200', 'GET', '/admin/deletion-requests', { 'x-admin-api-key': demo.adminApiKey }, undefined],
    ['400 VALIDATION_ERROR', 'POST', '/auth/login', {}, '{'],
    ['400 VALIDATION_ERROR', 'POST', '/auth/login', { expect: 'miracles' }, {}],
    ['401 UNAUTHENTICATED', 'PUT', path, {}, undefined],
    ['404 NOT_FOUND', 'GET', '/nowhere', {}, undefined],
    ['405 METHOD_NOT_ALLOWED', 'PATCH', path, {}, undefined],
    ['405 METHOD_NOT_ALLOWED', 'OPTIONS', path, {}, undefined],
    ['413 PAYLOAD_TOO_LARGE', 'POST', '/auth/login', {}, { email: 'x'.repeat(200_000) }],
    ['415 UNSUPPORTED_MEDIA_TYPE', 'POST', '/auth/login', { 'content-type': 'text/plain' }, 'x'],
  ] as const)('a page can read the response %s to %s %s', async (statusLine, method, to, headers, body) => {
    const answer = await transmit(urls[where], method, to, { origin: app, ...headers }, body)
    expect(answer).toMatchObject({ statusLine, headers: { vary: 'Origin' } })
    expect(cors(answer)).toEqual({ ...withCookies, 'allow-origin': app, 'expose-headers': exposed })
  })

  it('a request without an origin gets only Vary: Origin', async () => {
    const answer = await transmit(urls[where], 'PUT', path, {})
    expect(answer).toMatchObject({ statusLine: '401 UNAUTHENTICATED', headers: { vary: 'Origin' } })
    expect(cors(answer)).toEqual({})
  })
})

it('an origin that is not listed, even a similar one, has no access', { tags: ['P19'] }, async () => {
  for (const origin of [
    foreign,
    `${app}.evil.example`,
    'http://app.example',
    `${app}:8443`,
    'HTTPS://APP.EXAMPLE',
    'null',
    '*',
  ]) {
    const answers = [await preflight(urls.listed, origin), await transmit(urls.listed, 'PUT', path, { origin })]
    expect(answers.map(({ statusLine }) => statusLine)).toEqual(['204', '401 UNAUTHENTICATED'])
    for (const answer of answers) expect([cors(answer), answer.headers.vary]).toEqual([{}, 'Origin'])
  }
})

it('two origins in one request have no access', async () => {
  expect(cors(await transmit(urls.any, 'PUT', path, { origin: `${app}, ${foreign}` }))).toEqual({})
})

it('by default no origin has access, and OPTIONS is an unsupported method', { tags: ['P19'] }, async () => {
  const options = await preflight(urls.closed, app)
  expect(options.statusLine).toBe('405 METHOD_NOT_ALLOWED')
  const answer = await transmit(urls.closed, 'PUT', path, { origin: app })
  for (const { headers } of [options, answer]) expect(headers).not.toHaveProperty('vary')
  expect([cors(options), cors(answer)]).toEqual([{}, {}])
})

it.each<[string[], ReturnType<typeof parseOrigins>]>([
  [[`${app},http://localhost:5173`], [app, 'http://localhost:5173']],
  [
    ['http://a.example:1, http://b.example', app],
    ['http://a.example:1', 'http://b.example', app],
  ],
  [[app, '*'], '*'],
])('the lists %j are the origins %j', (texts, origins) => {
  expect(parseOrigins(texts)).toEqual(origins)
})

it.each(['app.example', 'null', `${app}/`, `${app},`, 'HTTPS://app.example', 'file:///x'])(
  '%j is no origin',
  (origin) => {
    const message = `an origin must be like https://app.example, or * for any, not `
    expect(() => parseOrigins([origin])).toThrow(message)
  },
)
