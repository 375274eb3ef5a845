import { demo } from '@monitoring-service/contract'
import { contractFile } from '@monitoring-service/contract/files'
import { describe, expect, it } from 'vitest'
import { readSettings, type Settings } from '../../server/read-settings.ts'
import { startServer } from '../../server/start.ts'
import { usePort } from '../support/ports.ts'
import { type Environment, run, secrets, start } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'

const member = 'member@acme.example'
const key = { 'X-Admin-Api-Key': demo.adminApiKey }

describe('A failed start prints one line and exits with 1:', () => {
  type Mistake = [string, string[], Environment, RegExp]
  const inSettings: Mistake[] = [
    ['a flag without its value', ['--port'], secrets, /--port/],
    ['an invalid port', ['--port', 'http'], secrets, /^PORT must.*"http"/],
    ['a port that is too large', ['--port', '65536'], secrets, /^PORT must.*"65536"/],
    ['a bad PORT', [], { ...secrets, PORT: '-1' }, /^PORT must.*"-1"/],
    ['a bad OPS_PORT', [], { ...secrets, OPS_PORT: 'abc' }, /^OPS_PORT must.*"abc"/],
    ['an unknown store', ['--store', 'redis://x'], secrets, /store.*"redis"/],
    ['a store without its scheme', ['--store', 'canary@127.0.0.1'], secrets, /the store must be memory:/],
    [
      'a store with two schemes',
      ['--store', 'sqlite:postgres://u:canary@h/d'],
      secrets,
      /the store must be .* a mistake/,
    ],
    ['a store without path', ['--store', 'file:'], secrets, /store/],
    [
      'a password with characters of a URL',
      ['--store', 'postgres://u:ab@canary/w@h/d'],
      secrets,
      /special characters in user and password must be escaped, such as @ by %40/,
    ],
    [
      'two secrets in quotes',
      [],
      { ...secrets, TOKEN_SECRET: `"${secrets.TOKEN_SECRET}"`, ADMIN_API_KEY: `'${secrets.ADMIN_API_KEY}'` },
      /^TOKEN_SECRET has quotes.*; ADMIN_API_KEY has quotes/,
    ],
    ['a line end of Windows', [], { ...secrets, STORE_URL: 'memory:\r' }, /^STORE_URL has .* line end: remove them/],
    ['an invalid UPGRADE_URL', [], { ...secrets, UPGRADE_URL: 'here' }, /UPGRADE_URL/],
    ['a GRACE that is no number', [], { ...secrets, GRACE: '5s' }, /GRACE.*"5s"/],
    ['an unknown LOG_LEVEL', [], { ...secrets, LOG_LEVEL: 'loud' }, /LOG_LEVEL.*"loud"/],
    ['a store that is another file', ['--store', `file:${contractFile}`], secrets, /openapi\.yaml.*left as it is/],
    ['a missing data file', ['--data', '/no/such/file'], secrets, /data file.*\/no\/such\/file/],
    ['an invalid data file', ['--data', contractFile], secrets, /openapi\.yaml is not well-formed JSON/],
  ]
  it.each(inSettings)('%s', { tags: ['P47'] }, async (_, args, env, why) => {
    const open = async () => startServer((await readSettings(args, { PORT: '0', ...env })) as Settings)
    const message = await open().then(String, ({ message }: Error) => message)
    expect(message).toMatch(why)
    expect(message).toMatch(/^[^\n]+$/)
    expect(message).not.toMatch(/canary/)
  })

  const mistakes: Mistake[] = [
    ['an unknown flag', ['--bogus'], secrets, /--bogus/],
    ['a host that is no name', [], { ...secrets, HOST: '0.0.0.0x' }, /^0\.0\.0\.0x is no address .* --host$/m],
    [
      'a host of another machine for health and metrics',
      ['--ops-port', '39090'],
      { ...secrets, OPS_HOST: '192.0.2.1' },
      /^192\.0\.2\.1 is no address .* --ops-host$/m,
    ],
    [
      'a database that stays away',
      ['--store', 'postgres://canary@127.0.0.1:9/d'],
      { ...secrets, STORE_WAIT: '1', LOG_LEVEL: 'error' },
      /the database cannot be used/,
    ],
  ]
  it.concurrent.each(mistakes)('%s', { tags: ['P47'] }, async (_, args, env, why) => {
    const { code, stdout, stderr } = await run(args, { PORT: '0', ...env })
    expect(stderr).toMatch(why)
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr).not.toMatch(/canary|Error:| at .*:\d+:\d+/)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  })

  it('a port in use', async () => {
    const { port, release } = await usePort()
    const { code, stderr } = await run(['--demo', '--port', String(port)])
    await release()
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr).toContain(`port ${port} is in use`)
    expect(code).toBe(1)
  })
})

it('Without --demo the server has neither the demo’s data nor its secrets, and prints its URL', {
  tags: ['P78'],
}, async () => {
  const server = await start(['--port', '0'], { ...secrets, LOG_LEVEL: 'silent' })
  const login = { email: member, password: demo.password }
  expect((await transmit(server.url, 'POST', '/auth/login', {}, login)).statusLine).toBe('401 INVALID_CREDENTIALS')
  expect((await transmit(server.url, 'GET', '/admin/deletion-requests', key)).statusLine).toBe('401 INVALID_ADMIN_KEY')
  const ours = { 'X-Admin-Api-Key': secrets.ADMIN_API_KEY }
  expect((await transmit(server.url, 'GET', '/admin/deletion-requests', ours)).body.pagination?.total).toBe(0)
  expect(await server.stop()).toEqual({ code: 0, stdout: `listening on ${server.url}\n`, stderr: '' })
})
