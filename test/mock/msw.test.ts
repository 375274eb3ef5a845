/** The MSW handlers on Node return the same responses as the mock on a port. */
import { contract, operations, type Scenario, scenarios } from '@monitoring-service/contract'
import { toRequest } from '@monitoring-service/contract/requests'
import type { RunningServer } from '@monitoring-service/http/node'
import { createMock } from '@monitoring-service/mock'
import { credentialsOf } from '@monitoring-service/mock/credentials'
import { createHandlers } from '@monitoring-service/mock/msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credentialHeaders } from './send.ts'

const baseUrl = 'https://api.example/service'
const server = setupServer(...createHandlers({ baseUrl }))
let mock: RunningServer
beforeAll(async () => {
  mock = await createMock()
  // The names of MSW 2 and MSW 3.
  const unhandled = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const
  server.listen(unhandled)
})
afterAll(async () => {
  server.close()
  await mock.close(0)
})

/** The parts of a response that depend neither on the connection nor on the time. */
async function comparable(url: string, target: string, init: RequestInit) {
  const response = await fetch(url + target, { ...init, headers: { 'x-request-id': 'twice', ...init.headers } })
  const ignored = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'vary']
  const headers = [...response.headers].filter(([name]) => !ignored.includes(name))
  return { status: response.status, headers, text: await response.text() }
}

/** Fetch cannot send a body with GET. A request with another path or method is no call of the contract, and passes. */
const canBeFetched = ({ operationId, send, status, code }: Scenario) =>
  (operations[operationId].method !== 'GET' || (!send.bytes && !send.contentType)) &&
  status !== 405 &&
  code !== 'NOT_FOUND'

it.each(scenarios.filter(canBeFetched).map((scenario) => [scenario.operationId, scenario.name, scenario] as const))(
  '%s, %s: the handlers return what the mock on a port returns',
  async (_, __, scenario) => {
    const { target, ...request } = toRequest(scenario, contract, await credentialsOf(scenario, new Date()))
    const init = { ...request, body: request.body ?? null }
    const [expected, received] = await Promise.all([mock.url, baseUrl].map((url) => comparable(url, target, init)))
    // Each session has ids and tokens of its own.
    const stable = (text = '') => text.replace(/"(?:id|teamId|\w+Token)":"[^"]*"/g, '')
    expect({ ...received, text: stable(received?.text) }).toEqual({ ...expected, text: stable(expected?.text) })
    expect(expected?.status).toBe(scenario.status)
  },
)

describe('The handlers return the same response as the mock on a port', () => {
  const open = '/api/v1/incidents/01J0000000000001NC1DENT001/resolve'
  const resolved = '/api/v1/incidents/01J0000000000001NC1DENT003/resolve'
  const json = { 'content-type': 'application/json' }
  const post = (body: string, headers: Record<string, string> = json) => ({ method: 'POST', body, headers })
  const put = (prefer: string) => ({ method: 'PUT', headers: { prefer } })
  const requests: [name: string, target: string, init: RequestInit, caller?: string | undefined][] = [
    ['HEAD on a path that has GET', '/admin/deletion-requests', { method: 'HEAD' }],
    ['a fragment', '/auth/login#else', post('{}')],
    ['a lone percent sign', '/api/v1/incidents/%', { method: 'DELETE' }],
    ['malformed JSON', '/auth/login', post('{"email":')],
    ['a body that is not UTF-8', '/auth/login', { ...post(''), body: new Uint8Array([34, 0xff, 34]) }],
    ['an empty body', '/auth/login', post('')],
    ['an invalid Content-Type', '/auth/login', post('{}', { 'content-type': 'garbage' })],
    ['a Content-Encoding', '/auth/login', post('{}', { ...json, 'content-encoding': 'gzip' })],
    ['an invalid request id', '/auth/login', post('{}', { ...json, 'x-request-id': 'a b' })],
    ['a page of another origin', '/auth/login', post('{}', { ...json, origin: 'https://page.example' })],
    [
      'a preflight',
      '/admin/deletion-requests',
      { method: 'OPTIONS', headers: { origin: 'null', 'access-control-request-method': 'GET' } },
    ],
    ['a wrong password', '/auth/login', post('{"email":"owner@acme.example","password":"another one"}')],
    ['an example by name', open, put('example=storeUnavailable'), 'member@acme.example'],
    ['an example that does not exist', open, put('example=nope'), 'member@acme.example'],
    ['the first example of a status', open, put('code=409'), 'member@acme.example'],
    ['a status that is not declared', open, put('code=418'), 'member@acme.example'],
    ['a misspelt preference', resolved, put('respond-async, exampel=login'), 'member@acme.example'],
    ['an exact scenario with a delay', resolved, put('delay=1'), 'member@acme.example'],
    ['503 on request', open, put('fault=503, delay=1'), 'member@acme.example'],
    ['429 on request', open, put('fault=429')],
    ['garbage on request', open, put('fault=garbage')],
    [
      'garbage in place of an empty body',
      open.replace('/resolve', ''),
      { method: 'DELETE', headers: { prefer: 'fault=garbage' } },
      'member@acme.example',
    ],
    ['an incident that is in no example', '/api/v1/incidents/unheard-of/resolve', put(''), 'owner@globex.example'],
    ['a page that is in no example', '/admin/deletion-requests?page=5&limit=7', {}, 'operator'],
  ]
  it.each(requests)('to %s: %s', async (_, target, init, caller) => {
    const credentials = (await credentialHeaders(caller ?? 'anonymous')) as Record<string, string>
    const request = { ...init, headers: { ...credentials, ...init.headers } }
    const expected = await comparable(mock.url, target, request)
    const { headers, ...statusLine } = await comparable(baseUrl, target, request)
    const isReplaced = expected.headers.some(([name, value]) => name === 'x-request-id' && value !== 'twice')
    const kept = (list: string[][]) => list.filter(([name]) => !isReplaced || name !== 'x-request-id')
    expect(statusLine).toEqual({ status: expected.status, text: expected.text })
    expect(kept(headers)).toEqual(kept(expected.headers))
  })
})
