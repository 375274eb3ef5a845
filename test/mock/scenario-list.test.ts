/** The list of scenarios as page and JSON, and the command line of each scenario. */
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { type Scenario, scenarios } from '@monitoring-service/contract'
import { toCurl } from '@monitoring-service/contract/curl'
import { readContract } from '@monitoring-service/contract/files'
import type { RunningServer } from '@monitoring-service/http/node'
import { createMock } from '@monitoring-service/mock'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ScenarioEntry } from '../../mock/scenario-page/page.ts'
import { transmit } from '../support/raw-http.ts'

const path = '/_mock/scenarios'
const hasCurl = spawnSync('curl', ['--version']).status === 0
const withoutCurl = hasCurl ? '' : ' (skipped: curl is not installed)'
const run = promisify(execFile)

let mock: RunningServer
let entries: Map<string, ScenarioEntry>
beforeAll(async () => {
  mock = await createMock()
  const listed: ScenarioEntry[] = await (await fetch(mock.url + path)).json()
  entries = new Map(listed.map((entry) => [nameOf(entry), entry]))
})
afterAll(() => mock.close(0))

const nameOf = ({ operationId, name }: { operationId: string; name: string }) => `${operationId} ${name}`
const lineOf = (scenario: Scenario) => entries.get(nameOf(scenario))?.curl ?? ''

/** Lets a shell split a command line; returns curl's arguments and its standard input. */
async function parse(line: string): Promise<{ words: string[]; input: string }> {
  const curl = `curl() { printf '%s\\0' "$@"; case "$*" in *@-*) cat;; esac; }`
  const { stdout } = await run('sh', ['-c', `${curl}\n${line}`], { maxBuffer: 2 ** 20 })
  const words = stdout.split('\0')
  return { words, input: words.pop() ?? '' }
}

describe.each([...new Set(scenarios.map(({ operationId }) => operationId))])('%s', (operationId) => {
  const own = scenarios.filter((scenario) => scenario.operationId === operationId)
  const expected = ({ status, response }: Scenario) => ({
    status,
    error: (response as { error?: unknown } | undefined)?.error,
  })

  it.skipIf(!hasCurl)(`each command line returns its scenario in a shell${withoutCurl}`, async () => {
    // One shell for all lines: starting a shell for each takes longer than its request.
    const { stdout } = await run('sh', ['-c', own.map((scenario) => `${lineOf(scenario)}\nprintf '\\0'`).join('\n')])
    const outputs = stdout.split('\0').slice(0, -1)
    const received = outputs.map((output) => {
      const [head = '', body = ''] = output.slice(output.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n')
      return { status: Number(head.split(' ')[1]), error: body ? JSON.parse(body).error : undefined }
    })
    const named = <T>(list: T[]) => list.map((result, i) => [own[i]?.name, result])
    expect(named(received)).toEqual(named(own.map(expected)))
  })

  const named = own.map((scenario) => [scenario.name, scenario.code ?? scenario.status, scenario] as const)
  it.each(named)('%s: the words of the command line are the request that returns %s', async (_, __, scenario) => {
    const { words, input } = await parse(lineOf(scenario))
    expect(words.shift()).toBe('-i')
    const method = words[0] === '-X' ? words.splice(0, 2)[1] : 'GET'
    const target = words.shift()?.slice(mock.url.length) ?? ''
    const headers: Record<string, string> = {}
    let body: string | undefined
    for (const [option, value = ''] of words.map((word, i) => [word, words[i + 1]]).filter((_, i) => i % 2 === 0)) {
      if (option === '-H') headers[value.split(': ')[0] ?? ''] = value.slice(value.indexOf(': ') + 2)
      else body = { '--data-raw': value, '--data-binary': input }[option ?? ''] ?? expect.fail(option)
    }
    const response = await transmit(mock.url, method ?? '', target, headers, body)
    const error = response.text ? response.body.error : undefined
    expect({ status: Number(response.statusLine.split(' ')[0]), error }).toEqual(expected(scenario))
    // A request that is rejected before its content is read belongs to no scenario.
    const { credential, send } = scenario
    const isRead = credential === 'valid' && !send.method && !send.path && !send.contentType && !send.bytes && !send.raw
    expect(response.headers['mock-scenario']).toBe(isRead ? scenario.name : undefined)
  })
})

describe('A command line', () => {
  it.each([`it's`, '"$HOME" `ls` $(ls) \\ !! #', 'two\nlines\n', '@file', '', '*?~[a]{b,c}', 'ä ✓', '-X', '%zz'])(
    'protects %j from the shell',
    async (odd) => {
      const line = toCurl({
        options: ['-i', '-X', 'PUT'],
        base: 'http://x',
        target: `/${odd}`,
        headers: { 'X-Odd': odd },
        body: odd,
      })
      const { words } = await parse(line)
      expect(words.filter((word) => !/^--(?:globoff|path-as-is)$/.test(word))).toEqual([
        '-i',
        '-X',
        'PUT',
        `http://x/${odd}`,
        '-H',
        `X-Odd: ${odd}`,
        '--data-raw',
        odd,
      ])
    },
  )

  it.skipIf(!hasCurl).each(['/a/../b/./c/..', '/a/[1-3]/{x,y}', '/a?b=[1]&b={2,3}'])(
    `sends %s verbatim${withoutCurl}`,
    async (target) => {
      const line = toCurl({ options: ['-i'], base: mock.url, target, headers: {} })
      const { stderr } = await run('sh', ['-c', `${line} -v`])
      expect(stderr).toContain(`> GET ${target} HTTP/1.1`)
    },
  )
})

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
          {
            name: 'at',
            in: 'query',
            schema: { type: 'string' },
            examples: { late: { value: 'midnight' } },
          },
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
