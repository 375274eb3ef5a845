/** `npm start` as a process: the welcome screen, whose addresses and accounts work. */
import { describe, expect, it } from 'vitest'
import { usePort } from '../support/ports.ts'
import { below, run, startAll } from './screen.ts'

const patience = 120_000

describe('npm start', { timeout: patience }, () => {
  it('prints addresses that answer and accounts that can log in, without colours when stdout is no terminal', async () => {
    const { screen, url, stop } = await startAll()
    expect(screen.split('\n').length).toBeLessThan(28)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: there must be none.
    expect(screen).not.toMatch(/\x1b/)
    const addresses = below(screen, 'Look').map((line) => line.split(' ', 1)[0] ?? '')
    expect(addresses).toHaveLength(2)
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

  it('reports in one line why it cannot start, and leaves nothing running', async () => {
    const { code, stdout, stderr } = await run(['--port', '0', '--mock-port', '0', '--store', 'redis:'])
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
