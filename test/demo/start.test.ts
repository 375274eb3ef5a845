/** `npm start` as a process: the welcome screen, whose addresses, accounts and commands all work. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { usePort } from '../support/ports.ts'
import { commandAt } from '../support/process.ts'

const { run, start } = commandAt('demo/start.ts')
const root = fileURLToPath(new URL('../..', import.meta.url))
const patience = 120_000

async function startAll(args: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'start-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const data = join(folder, 'monitoring.json')
  const both = await start(['--port', '0', '--mock-port', '0', '--store', `file:${data}`, ...args])
  await vi.waitFor(() => expect(both.stdout()).toContain('Ctrl-C'))
  return { ...both, screen: both.stdout() }
}

/** The lines of the screen's section with this label. */
function below(screen: string, word: string): string[] {
  const [, text = ''] = new RegExp(`^${word} +([^]*?)\n\n`, 'm').exec(screen) ?? []
  return text.split('\n').map((line) => line.trim())
}

describe('npm start', { timeout: patience }, () => {
  it('prints addresses that answer and accounts that can log in, without colours when stdout is no terminal', async () => {
    const { screen, url, stop } = await startAll()
    expect(screen.split('\n').length).toBeLessThan(28)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: there must be none.
    expect(screen).not.toMatch(/\x1b/)
    const addresses = below(screen, 'Look').map((line) => line.split(' ', 1)[0] ?? '')
    expect(addresses).toHaveLength(3)
    for (const address of addresses) {
      const response = await fetch(address, { headers: { accept: 'text/html' } })
      expect([address, response.status, response.headers.get('content-type')]).toEqual([
        address,
        200,
        expect.stringMatching(/^text\/html/),
      ])
    }
    const [passwords = '', ...accounts] = below(screen, 'Log in')
    const password = passwords.split(' ').at(-1)
    expect(accounts).toHaveLength(7)
    for (const [email] of accounts.map((line) => line.split(' ', 1))) {
      const body = JSON.stringify({ email, password })
      const headers = { 'content-type': 'application/json' }
      expect((await fetch(`${url}/auth/login`, { method: 'POST', headers, body })).status).toBe(200)
    }
    const { code, stderr } = await stop()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  it('prints three commands that work in a shell in the root folder, and the URL of the metrics with --ops-port', async () => {
    const { screen } = await startAll(['--ops-port', '0'])
    const [metrics = ''] = below(screen, 'Watch').map((line) => line.split(' ', 1)[0] ?? '')
    expect(await (await fetch(metrics)).text()).toContain('monitoring_http_connections 0')
    const lines = below(screen, 'Paste')
    expect(lines.map((line) => /\b(?:curl|example|conformance)\b/.exec(line)?.[0])).toEqual([
      'curl',
      'example',
      'conformance',
    ])
    const paste = async (line: string) => (await promisify(execFile)('sh', ['-c', line], { cwd: root })).stdout
    const [curl = '', example = '', kit = ''] = lines
    expect(JSON.parse(await paste(curl)).accessToken).toMatch(/^eyJ/)
    expect(await paste(example)).toMatch(/^01J0000000000001NC1DENT004 {2}resolved at /)
    // Some checks show that the command works; the whole run is a test of the kit.
    expect(await paste(`${kit} --only INC-01,ADMIN-01`)).toMatch(/\bconformant\b/)
  })

  it('reports in one line why it cannot start, and leaves nothing running', async () => {
    const { code, stdout, stderr } = await run(['--port', '0', '--store', 'redis:'])
    expect(stderr).toBe('the store must be memory:, file:PATH, sqlite:PATH or postgres://…\n')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  })

  it('names all ports that are in use at once', async () => {
    const used = await Promise.all([usePort(), usePort(), usePort()])
    const [first, second, third] = used.map(({ port }) => String(port)) as [string, string, string]
    const { code, stderr } = await run(['--port', first, '--mock-port', second, '--ops-port', third])
    await Promise.all(used.map(({ release }) => release()))
    expect({ code, lines: stderr.split('\n') }).toEqual({
      code: 1,
      lines: [
        `port ${first} is in use; choose another with --port, or --port 0 for a free one`,
        `port ${second} is in use; choose another with --mock-port, or --mock-port 0 for a free one`,
        `port ${third} is in use; choose another with --ops-port, or --ops-port 0 for a free one`,
        '',
      ],
    })
  })

  it.each([
    ['--port', '--mock-port'],
    ['--mock-port', '--ops-port'],
  ])('refuses one port for both %s and %s', async (first, second) => {
    const { code, stderr } = await run(['--port', '0', '--mock-port', '0', first, '4017', second, '4017'])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `port 4017 is that of ${first}, too; choose another with ${second}\n`,
    })
  })
})
