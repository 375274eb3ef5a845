/** The list of scenarios, as a page for browsers and as JSON for programs. */
import { scenarios } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import type { RunningServer } from '@monitoring-service/http/node'
import { createMock } from '@monitoring-service/mock'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ScenarioEntry } from '../../mock/scenario-page/page.ts'
import { transmit } from '../support/raw-http.ts'

const path = '/_mock/scenarios'
let mock: RunningServer
beforeAll(async () => {
  mock = await createMock()
})
afterAll(() => mock.close(0))

describe('The list of scenarios', () => {
  const list = (headers: Record<string, string> = {}, method = 'GET') => fetch(mock.url + path, { method, headers })
  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

  it('is JSON with every scenario for programs', async () => {
    for (const accept of ['application/json', '*/*', 'text/csv']) {
      const response = await list({ accept, 'x-request-id': 'mine' })
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(response.headers.get('x-request-id')).toBe('mine')
      const entries: ScenarioEntry[] = await response.json()
      expect(entries.map(({ curl, ...scenario }) => scenario)).toEqual(scenarios)
    }
  })

  it('is a page at the same address for browsers', async () => {
    const response = await list(browser)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('vary')).toBe('Origin, Accept')
    expect(await response.text()).toMatch(/^<!doctype html>/)
  })

  it('supports HEAD and rejects methods that write', async () => {
    const head = await list(browser, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const method of ['POST', 'DELETE', 'OPTIONS']) {
      const response = await list({}, method)
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      expect((await response.json()).error).toMatchObject({ code: 'METHOD_NOT_ALLOWED', status: 405 })
    }
  })

  it('allows pages of any origin', async () => {
    const origin = 'https://app.example'
    const headers = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-request-id' }
    const preflight = await transmit(mock.url, 'OPTIONS', path, headers)
    expect(preflight).toMatchObject({ statusLine: '204', headers: { 'access-control-allow-origin': origin } })
    const response = await transmit(mock.url, 'GET', path, { origin })
    expect(response).toMatchObject({ statusLine: '200', headers: { 'access-control-allow-origin': origin } })
  })

  it.each([
    ['localhost:80', 'http://localhost:80'],
    ['[::1]:4010', 'http://[::1]:4010'],
    [`x"><script>'$(ls)`, undefined],
    ['user@elsewhere.example', undefined],
  ])('uses the Host header %s in command lines if it is valid', async (host, known) => {
    const { text } = await transmit(mock.url, 'GET', path, { host })
    const [{ curl }] = JSON.parse(text)
    expect(curl).toContain(`curl -i -X POST ${known ? quoteIfNeeded(known) : `${mock.url}/auth`}`)
  })

  it('names the scenario in the command line if an earlier one has the same request', async () => {
    const contract = readContract()
    const body = {
      schema: { type: 'object' },
      examples: { busy: { value: { busy: true } }, idle: { value: { busy: false } }, late: { value: { busy: null } } },
    }
    contract.paths['/test-only/state'] = {
      get: {
        operationId: 'testOnlyReadState',
        parameters: [
          { name: 'at', in: 'query', schema: { type: 'string' }, examples: { late: { value: 'midnight' } } },
        ],
        responses: { 200: { content: { 'application/json': body } } },
      },
    } as unknown as (typeof contract.paths)[string]
    const other = await createMock({ contract })
    onTestFinished(() => other.close(0))
    const listed: ScenarioEntry[] = await (await fetch(other.url + path)).json()
    const lines = listed
      .filter(({ operationId }) => String(operationId) === 'testOnlyReadState')
      .map(({ curl }) => curl)
    const url = `${other.url}/test-only/state`
    expect(lines).toEqual([
      `curl -i ${url}`,
      `curl -i ${url} -H 'Prefer: example=idle'`,
      `curl -i '${url}?at=midnight'`,
    ])
    expect((await transmit(other.url, 'GET', '/test-only/state', { prefer: 'example=idle' })).text).toBe(
      '{"busy":false}',
    )
  })

  it('accepts unknown callers, and escapes markup in names', async () => {
    const contract = readContract()
    const examples = contract.paths['/auth/login']?.post?.requestBody?.content['application/json']?.examples ?? {}
    const markup = `</code><img src=x onerror="alert('1')">`
    for (const example of Object.values(examples))
      Object.assign(example, { summary: markup, 'x-caller': 'ghost@x.example' })
    const other = await createMock({ contract })
    onTestFinished(() => other.close(0))
    const page = await (await fetch(other.url + path, { headers: browser })).text()
    expect(page).toContain('ghost@x.example')
    expect(page).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;')
    expect(page).not.toContain('<img')
  })
})

/** An address with brackets needs quotes. */
function quoteIfNeeded(url: string): string {
  return url.includes('[') ? `'${url}/auth` : `${url}/auth`
}

it.each([
  ['a browser is led from / to the live view', 'text/html,application/xhtml+xml,*/*;q=0.8', 303, '/_mock'],
  ['a program gets 404 for /', 'application/json', 404, null],
  ['a program that accepts everything gets 404 for /', '*/*', 404, null],
])('%s', async (_, accept, status, location) => {
  const response = await fetch(mock.url, { headers: { accept }, redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([status, location])
  if (status === 404) expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND', status } })
})
