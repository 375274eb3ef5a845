/** The command line of each scenario sends its request. */
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { type Scenario, scenarios } from '@monitoring-service/contract'
import { toCurl } from '@monitoring-service/contract/requests'
import type { RunningServer } from '@monitoring-service/http/node'
import { createMock } from '@monitoring-service/mock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScenarioEntry } from '../../mock/scenario-page/page.ts'

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

/** Lets a shell split a command line; returns curl's arguments. */
async function parse(line: string): Promise<string[]> {
  const { stdout } = await run('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${line}`])
  return stdout.split('\0').slice(0, -1)
}

describe.each([...new Set(scenarios.map(({ operationId }) => operationId))])('%s', (operationId) => {
  const own = scenarios.filter((scenario) => scenario.operationId === operationId)
  /** A request that is rejected before its content is read belongs to no scenario. */
  const isRead = ({ credential, send }: Scenario) =>
    credential === 'valid' && !send.method && !send.path && !send.contentType && !send.bytes && !send.raw

  it.skipIf(!hasCurl)(`each command line returns its scenario in a shell${withoutCurl}`, async () => {
    // One shell for all lines: starting a shell for each takes longer than its request.
    const { stdout } = await run('sh', ['-c', own.map((scenario) => `${lineOf(scenario)}\nprintf '\\0'`).join('\n')])
    const outputs = stdout.split('\0').slice(0, -1)
    const received = outputs.map((output) => {
      const [head = '', body = ''] = output.slice(output.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n')
      const [, scenario] = /^mock-scenario: (.*?)\r?$/im.exec(head) ?? []
      return [Number(head.split(' ')[1]), body ? JSON.parse(body).error : undefined, scenario]
    })
    const expected = own.map((scenario) => {
      const { error } = (scenario.response ?? {}) as { error?: unknown }
      return [scenario.status, error, isRead(scenario) ? scenario.name : undefined]
    })
    const named = (list: unknown[][]) => list.map((result, i) => [own[i]?.name, ...result])
    expect(named(received)).toEqual(named(expected))
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
      const words = await parse(line)
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
