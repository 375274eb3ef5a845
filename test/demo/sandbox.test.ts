/** `npm run sandbox` as a process: a stateful server with a reset to the demo data. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { demo } from '@monitoring-service/contract'
import { describe, expect, it, vi } from 'vitest'
import { credentialHeaders } from '../mock/send.ts'
import { usePort } from '../support/ports.ts'
import { commandAt, type Running } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'
import { ids } from '../support/server.ts'

const { run, start } = commandAt('demo/sandbox.ts')

const resolve = async ({ url }: Running, origin = 'https://app.example') => {
  const headers = { ...(await credentialHeaders('admin@acme.example')), origin }
  return transmit(url, 'PUT', `/api/v1/incidents/${ids.manual}/resolve`, headers)
}

const isReset = (sandbox: Running, times = 1) =>
  vi.waitFor(() => expect(sandbox.stdout().match(/^back to the demo data$/gm)).toHaveLength(times), { timeout: 10_000 })

describe('The sandbox', () => {
  it('starts with the demo data every time, keeps state, and accepts pages of any origin', async () => {
    for (let i = 0; i < 2; i++) {
      const sandbox = await start(['--port', '0'])
      const [first, second] = [await resolve(sandbox), await resolve(sandbox)]
      expect([first.statusLine, second.statusLine]).toEqual(['200', '409 INCIDENT_ALREADY_RESOLVED'])
      expect(first.headers['access-control-allow-origin']).toBe('https://app.example')
      const { code, stderr } = await sandbox.stop()
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    }
  })

  it('restores the demo data for "r" and "reset" on stdin, ignores other lines, and keeps running when stdin ends', async () => {
    const sandbox = await start(['--port', '0'])
    const account = { email: 'new@new.example', password: 'an-uncommon-password' }
    for (const [i, line] of ['r\n', 'reset\n', ' R \r\n', 'r\n'].entries()) {
      expect((await resolve(sandbox)).statusLine).toBe('200')
      expect((await transmit(sandbox.url, 'POST', '/auth/signup', {}, account)).statusLine).toBe('201')
      sandbox.child.stdin.write(line)
      await isReset(sandbox, i + 1)
      const login = await transmit(sandbox.url, 'POST', '/auth/login', {}, account)
      expect(login.statusLine).toBe('401 INVALID_CREDENTIALS')
    }
    expect((await resolve(sandbox)).statusLine).toBe('200')
    sandbox.child.stdin.end('\nready\nresetting\nr r\n')
    await once(sandbox.child.stdin, 'close')
    expect((await resolve(sandbox)).statusLine).toBe('409 INCIDENT_ALREADY_RESOLVED')
    await isReset(sandbox, 4)
  })

  it('reports a failed reset and keeps its records', async () => {
    // The data file can be read only once.
    const disk = `import fs from 'node:fs/promises'
      import { syncBuiltinESMExports } from 'node:module'
      const { readFile } = fs
      let reads = 0
      fs.readFile = async (file, ...how) => {
        if (String(file).endsWith('demo/data.json') && reads++ > 0) throw new Error('the disk is gone')
        return readFile(file, ...how)
      }
      syncBuiltinESMExports()`
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(disk)}` }
    const sandbox = await start(['--port', '0'], env)
    expect((await resolve(sandbox)).statusLine).toBe('200')
    sandbox.child.stdin.write('r\n')
    const message = 'not reset: the data file cannot be read: the disk is gone\n'
    await vi.waitFor(() => expect(sandbox.stderr()).toBe(message), { timeout: 10_000 })
    expect((await resolve(sandbox)).statusLine).toBe('409 INCIDENT_ALREADY_RESOLVED')
    expect((await sandbox.stop()).stdout).not.toContain('back to the demo data')
  })

  it('prints its address, the accounts, a command that works, and how to reset it; address, connections and tokens stay', async () => {
    const sandbox = await start(['--port', '0'])
    await vi.waitFor(() => expect(sandbox.stdout()).toContain('Ctrl-C'))
    const screen = sandbox.stdout()
    for (const word of [sandbox.url, `${sandbox.url}/docs`, demo.password, 'r and Enter'])
      expect(screen).toContain(word)
    const accounts = ['owner@acme', 'admin@acme', 'member@acme', 'viewer@acme', 'owner@solo', 'owner@globex']
    for (const account of accounts) expect(screen).toContain(`${account}.example `)
    expect(screen.split('\n').length).toBeLessThan(24)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: there must be none.
    expect(screen).not.toMatch(/\x1b/)
    const [, body] = /-d '(.*)'/.exec(screen) ?? []
    expect((await transmit(sandbox.url, 'POST', '/auth/login', {}, JSON.parse(body ?? ''))).statusLine).toBe('200')
    expect((await fetch(`${sandbox.url}/docs`)).status).toBe(200)

    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const headers = await credentialHeaders('owner@solo.example')
    const ports = new Set<number | undefined>()
    const call = async () => {
      const outgoing = request(`${sandbox.url}/api/v1/incidents/x`, { agent, method: 'DELETE', headers }).end()
      const [incoming] = await once(outgoing, 'response')
      ports.add(outgoing.socket?.localPort)
      await incoming.resume().toArray()
      return incoming.statusCode
    }
    expect(await call()).toBe(404)
    sandbox.child.stdin.write('r\n')
    await isReset(sandbox)
    expect(await call()).toBe(404)
    expect(ports.size).toBe(1)
    agent.destroy()
  })
})

describe('A sandbox that cannot start reports one line and ends with exit code 1:', () => {
  it('an unknown flag', async () => {
    const { code, stdout, stderr } = await run(['--bogus'])
    expect(stderr).toMatch(/^[^\n]*--bogus[^\n]*\n$/)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  })

  it('a port in use', async () => {
    const { port, release } = await usePort()
    const { code, stdout, stderr } = await run(['--port', String(port)])
    await release()
    expect(stderr).toBe(`port ${port} is in use; choose another with --port, or --port 0 for a free one\n`)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  })
})

it('--help prints the usage and ends with exit code 0', async () => {
  const { code, stdout, stderr } = await run(['--help'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('--port N')
})
