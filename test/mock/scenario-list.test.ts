/** The list of scenarios: what it serves to whom, and that each command line plays its scenario. */
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

/** What the words of a command line are, and what is piped into it, as a shell sees them. */
async function parse(line: string): Promise<{ words: string[]; input: string }> {
  const curl = `curl() { printf '%s\\0' "$@"; case "$*" in *@-*) cat;; esac; }`
  const { stdout } = await run('sh', ['-c', `${curl}\n${line}`], { maxBuffer: 2 ** 20 })
  const words = stdout.split('\0')
  return { words, input: words.pop() ?? '' }
}

describe.each([...new Set(scenarios.map(({ operationId }) => operationId))])('%s', (operationId) => {
  const ours = scenarios.filter((scenario) => scenario.operationId === operationId)
  const named = ours.map((scenario) => [scenario.name, scenario.code ?? scenario.status, scenario] as const)
  const answer = ({ status, response }: Scenario) => ({
    status,
    error: (response as { error?: unknown } | undefined)?.error,
  })

  it.skipIf(!hasCurl).each(named)(
    `%s: its line, pasted into a shell, is answered %s${hasCurl ? '' : ' (there is no curl here)'}`,
    async (_, __, scenario) => {
      const { stdout } = await run('sh', ['-c', lineOf(scenario)])
      const [head = '', body = ''] = stdout.slice(stdout.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n')
      const status = Number(head.split(' ')[1])
      expect({ status, error: body ? JSON.parse(body).error : undefined }).toEqual(answer(scenario))
    },
  )

  it.each(named)('%s: a shell takes its line for the request that is answered %s', async (_, __, scenario) => {
    const { words, input } = await parse(lineOf(scenario))
    expect(words.shift()).toBe('-i')
    const method = words[0] === '-X' ? words.splice(0, 2)[1] : 'GET'
    const target = words.shift()?.slice(mock.url.length) ?? ''
    const headers: Record<string, string> = {}
    let sent: string | undefined
    for (const [option, value = ''] of words.map((word, i) => [word, words[i + 1]]).filter((_, i) => i % 2 === 0)) {
      if (option === '-H') headers[value.split(': ')[0] ?? ''] = value.slice(value.indexOf(': ') + 2)
      else sent = { '--data-raw': value, '--data-binary': input }[option ?? ''] ?? expect.fail(option)
    }
    const { statusLine, text, body, ...told } = await transmit(mock.url, method ?? '', target, headers, sent)
    expect({ status: Number(statusLine.split(' ')[0]), error: text ? body.error : undefined }).toEqual(answer(scenario))
    // What is refused before its content counts is nobody's scenario.
    const { credential, send } = scenario
    const isRead = credential === 'valid' && !send.method && !send.path && !send.contentType && !send.bytes && !send.raw
    expect(told.headers['mock-scenario']).toBe(isRead ? scenario.name : undefined)
  })
})

describe('A command line', () => {
  it.each([`it's`, '"$HOME" `ls` $(ls) \\ !! #', 'two\nlines\n', '@file', '', '*?~[a]{b,c}', 'ä ✓', '-X', '%zz'])(
    'keeps %j from the shell',
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
    `sends %s letter by letter${hasCurl ? '' : ' (there is no curl here)'}`,
    async (target) => {
      const line = toCurl({ options: ['-i'], base: mock.url, target, headers: {} })
      const { stderr } = await run('sh', ['-c', `${line} -v`])
      expect(stderr).toContain(`> GET ${target} HTTP/1.1`)
    },
  )
})

describe('The list of scenarios', () => {
  const ask = (headers: Record<string, string> = {}, method = 'GET') => fetch(mock.url + path, { method, headers })
  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

  it('has every scenario, as JSON for programs', async () => {
    for (const accept of ['application/json', '*/*', 'text/csv']) {
      const response = await ask({ accept, 'x-request-id': 'mine' })
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(response.headers.get('x-request-id')).toBe('mine')
      const listed: ScenarioEntry[] = await response.json()
      expect(listed.map(({ curl, ...scenario }) => scenario)).toEqual(scenarios)
    }
  })

  it('is a page for browsers, the same address for all', async () => {
    const response = await ask(browser)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('vary')).toBe('Origin, Accept')
    expect(await response.text()).toMatch(/^<!doctype html>/)
  })

  it('can be asked for its head, and is not to be changed', async () => {
    const head = await ask(browser, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const method of ['POST', 'DELETE', 'OPTIONS']) {
      const response = await ask({}, method)
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      expect((await response.json()).error).toMatchObject({ code: 'METHOD_NOT_ALLOWED', status: 405 })
    }
  })

  it('can be read by pages of any origin', async () => {
    const origin = 'https://app.example'
    const asked = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-request-id' }
    const preflight = await transmit(mock.url, 'OPTIONS', path, asked)
    expect(preflight).toMatchObject({ statusLine: '204', headers: { 'access-control-allow-origin': origin } })
    const answer = await transmit(mock.url, 'GET', path, { origin })
    expect(answer).toMatchObject({ statusLine: '200', headers: { 'access-control-allow-origin': origin } })
  })

  it.each([
    ['localhost:80', 'http://localhost:80'],
    ['[::1]:4010', 'http://[::1]:4010'],
    [`x"><script>'$(ls)`, undefined],
    ['user@elsewhere.example', undefined],
  ])('speaks to a caller who knows the mock as %s', async (host, known) => {
    const { text } = await transmit(mock.url, 'GET', path, { host })
    const [{ curl }] = JSON.parse(text)
    expect(curl).toContain(`curl -i -X POST ${known ? quoteIfNeeded(known) : `${mock.url}/auth`}`)
  })

  it('has lines that name their scenario where another one has the same request', async () => {
    const contract = readContract()
    const body = {
      schema: { type: 'object' },
      examples: { busy: { value: { busy: true } }, idle: { value: { busy: false } }, late: { value: { busy: null } } },
    }
    contract.paths['/state'] = {
      get: {
        operationId: 'readState',
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
    const lines = listed.filter(({ operationId }) => String(operationId) === 'readState').map(({ curl }) => curl)
    const url = `${other.url}/state`
    expect(lines).toEqual([
      `curl -i ${url}`,
      `curl -i ${url} -H 'Prefer: example=idle'`,
      `curl -i '${url}?at=midnight'`,
    ])
    expect((await transmit(other.url, 'GET', '/state', { prefer: 'example=idle' })).text).toBe('{"busy":false}')
  })

  it('stays up with callers that nobody knows, and shows names that are markup as text', async () => {
    const contract = readContract()
    const examples = contract.paths['/auth/login']?.post?.requestBody?.content['application/json']?.examples ?? {}
    const evil = `</code><img src=x onerror="alert('1')">`
    for (const example of Object.values(examples))
      Object.assign(example, { summary: evil, 'x-caller': 'ghost@x.example' })
    const other = await createMock({ contract })
    onTestFinished(() => other.close(0))
    const page = await (await fetch(other.url + path, { headers: browser })).text()
    expect(page).toContain('ghost@x.example')
    expect(page).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;')
    expect(page).not.toContain('<img')
  })
})

/** Only an address with brackets needs quotes. */
function quoteIfNeeded(url: string): string {
  return url.includes('[') ? `'${url}/auth` : `${url}/auth`
}
