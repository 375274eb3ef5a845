/** The mock as a process: start, output and exit. */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demo } from '@monitoring-service/contract'
import { contractFile } from '@monitoring-service/contract/files'
import { createMock, type MockOptions } from '@monitoring-service/mock'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readSettings } from '../../mock/config.ts'
import { faults } from '../../mock/rules.ts'
import { commandAt } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'
import { sendUsual } from './send.ts'

const { run, start } = commandAt('mock/main.ts')

function temporary(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'mock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'contract.yaml')
  writeFileSync(file, text)
  return file
}

const text = readFileSync(contractFile, 'utf8')
const readme = readFileSync(new URL('../../mock/README.md', import.meta.url), 'utf8')

describe('A flag with an invalid value is rejected in one line:', () => {
  it.each<[string, string[], RegExp]>([
    ['a superfluous word', ['4010'], /4010/],
    ['a flag without its value', ['--port'], /--port/],
    ['a port that is not a number', ['--port', 'http'], /port must be a number from 0 to 65535, not "http"/],
    ['a port that is too large', ['--port', '65536'], /port.*"65536"/],
    ['an empty host', ['--host', ''], /--host must be a name or an address/],
    ['a delay that is not a number', ['--delay', 'soon'], /--delay must be milliseconds.*"soon"/],
    ['a delay range from more to less', ['--delay', '800-200'], /--delay.*"800-200"/],
    ['a negative delay', ['--delay=-5'], /--delay.*"-5"/],
    ['a fail rate in per cent', ['--fail-rate', '5%'], /--fail-rate must be a share from 0 to 1.*"5%"/],
    ['a fail rate above 1', ['--fail-rate', '5'], /--fail-rate.*"5"/],
    ['a seed that is not an integer', ['--seed', '1.5'], /--seed must be a whole number.*"1\.5"/],
    ['a seed that is too large', ['--seed', '4294967296'], /--seed.*"4294967296"/],
  ])('%s', (_, args, reason) => {
    expect(() => readSettings(args)).toThrow(reason)
    expect(() => readSettings(args)).toThrow(/^[^\n]+$/)
  })
})

describe('A mock that cannot start prints one line and exits with 1:', () => {
  const broken = text.replace('#/components/schemas/SignupRequest', '#/components/schemas/Signup')
  const dangling = /^\S+contract\.yaml:\d+:\d+: there is nothing at #\/components\/schemas\/Signup$/
  const reasons: [string, string[], RegExp][] = [
    ['an unknown flag', ['--bogus'], /--bogus/],
    ['a host that is not local', ['--host', '203.0.113.1'], /203\.0\.113\.1/],
    ['a contract that does not exist', ['--contract', 'no/such.yaml'], /^no\/such\.yaml cannot be read: there is no/],
    ['an invalid value', ['--delay', 'soon'], /--delay must be milliseconds.*"soon"/],
    ['a configuration that is not JSON', ['--config', 'README.md'], /^README\.md is not JSON: /],
    [
      'a configuration with an unknown key',
      ['--config', 'package.json'],
      /^package\.json has no name; it can have delay,/,
    ],
  ]
  it.concurrent.each(reasons)('%s', async (_, args, reason) => {
    const { code, stdout, stderr } = await run(['--port', '0', ...args])
    expect(stderr).toMatch(reason)
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr).not.toMatch(/Error:| at .*:\d+:\d+/)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  })

  it.each<[string, string | undefined, RegExp]>([
    ['a contract with an error', undefined, dangling],
    ['a contract that is a folder', 'mock', /^mock cannot be read: it is a folder/],
    ['an empty contract name', '', /cannot be read/],
    ['another kind of file', 'package.json', /^package\.json:1:1: the document must have required/],
  ])('%s', async (_, contract, reason) => {
    const settings = readSettings(['--port', '0', '--contract', contract ?? temporary(broken)]) as MockOptions
    const error = await createMock(settings).catch(({ message }) => message)
    expect(error).toMatch(reason)
    expect(error).toMatch(/^[^\n]+$/)
    expect(error).not.toMatch(/Error:| at .*:\d+:\d+/)
  })

  it('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await run(['--port', String(port)])
    other.close()
    expect([code, stderr]).toEqual([
      1,
      `port ${port} is in use; choose another with --port, or --port 0 for a free one\n`,
    ])
  })
})

it('--help exits with 0; help and README name every flag and every preference', async () => {
  const { code, stdout, stderr } = await run(['--help'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const names = 'port host contract delay fail-rate seed verbose config stateful explain json'
  const flags = names.split(' ').map((name) => `--${name}`)
  const preferences = ['example=', 'code=', 'dynamic=true', 'delay=']
  for (const word of [...flags, '/_mock/scenarios', ...preferences]) {
    expect(stdout).toContain(word)
    expect(readme).toContain(word)
  }
  expect(stdout).toContain(`fault=${faults.join('|')}`)
  for (const fault of faults) expect(readme).toContain(`fault=${fault}`)
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)
})

it('prints only its address, for any request', async () => {
  const mock = await start(['--port', '0'])
  expect((await sendUsual(mock.url, 'login')).statusLine).toBe('200')
  expect((await transmit(mock.url, 'GET', '/nowhere', {})).statusLine).toBe('404 NOT_FOUND')
  await sendUsual(mock.url, 'login', { prefer: 'fault=reset' }).catch(() => {})
  expect(await mock.stop()).toEqual({ code: 0, stdout: `listening on ${mock.url}\n`, stderr: '' })
})

it('--verbose prints a line on stderr for each request, without headers and bodies', async () => {
  const mock = await start(['--port', '0', '--verbose'])
  await sendUsual(mock.url, 'login')
  await transmit(mock.url, 'GET', '/admin/deletion-requests?page=2', { 'x-admin-api-key': demo.adminApiKey })
  await transmit(mock.url, 'GET', '/nowhere', {})
  await sendUsual(mock.url, 'login', { prefer: 'fault=429' })
  await sendUsual(mock.url, 'login', { prefer: 'fault=reset' }).catch(() => {})
  const { stdout, stderr } = await mock.stop()
  expect(stdout).toBe(`listening on ${mock.url}\n`)
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^POST \/auth\/login 200 login \d+ ms$/),
    expect.stringMatching(/^GET \/admin\/deletion-requests\?page=2 200 (\w+ )?\d+ ms$/),
    expect.stringMatching(/^GET \/nowhere 404 \d+ ms$/),
    expect.stringMatching(/^POST \/auth\/login 429 fault=429 \d+ ms$/),
    expect.stringMatching(/^POST \/auth\/login no answer fault=reset \d+ ms$/),
  ])
  for (const secret of [demo.password, demo.adminApiKey, 'Bearer']) expect(stderr).not.toContain(secret)
})

it('--explain adds the reason, and --json makes each line an object', async () => {
  const [explained, json] = [await start(['--port', '0', '--explain']), await start(['--port', '0', '--json'])]
  for (const { url } of [explained, json]) await sendUsual(url, 'login')
  const reason = 'the request of this scenario'
  expect((await explained.stop()).stderr).toMatch(new RegExp(`^POST /auth/login 200 login \\d+ ms \\(${reason}\\)\n$`))
  const { stderr } = await json.stop()
  const exchange = { number: 1, operationId: 'login', method: 'POST', status: 200, scenario: 'login', reason }
  expect(JSON.parse(stderr)).toMatchObject(exchange)
  expect(stderr).not.toContain(demo.password)
})

it('--stateful keeps changes, and --config reads rules and follows the file', async () => {
  const file = temporary(JSON.stringify({ rules: [{ operation: 'login', fault: '429' }] }))
  const mock = await start(['--port', '0', '--stateful', '--config', file])
  const statusLine = async (operationId: 'login' | 'resolveIncident') =>
    (await sendUsual(mock.url, operationId)).statusLine
  expect([await statusLine('resolveIncident'), await statusLine('resolveIncident')]).toEqual([
    '200',
    '409 INCIDENT_ALREADY_RESOLVED',
  ])
  expect(await statusLine('login')).toBe('429 RATE_LIMITED')
  const printed = (pattern: RegExp) => vi.waitFor(() => expect(mock.stderr()).toMatch(pattern), { timeout: 10_000 })
  writeFileSync(file, JSON.stringify({ rules: [{ operation: 'logni', fault: '429' }] }))
  await printed(/there is no operation logni; there are .*; the previous configuration is still used\n$/)
  writeFileSync(file, '{}')
  await printed(/has changed; the new configuration is used\n$/)
  expect(await statusLine('login')).toBe('200')
  await mock.stop()
})

it('--verbose prints only printable characters', async () => {
  const mock = await start(['--port', '0', '--verbose'])
  await transmit(mock.url, 'GET', '/', {})
  const socket = connect(Number(new URL(mock.url).port), '127.0.0.1')
  socket.end('GET /\x9b31mred\xc3\xa9 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 'latin1')
  await once(socket.resume(), 'close')
  const { stderr } = await mock.stop()
  expect(stderr).toMatch(/^[ -~\n]+$/)
})

it('a seed repeats failures in another process', async () => {
  const failuresOf = async ({ url }: { url: string }) => {
    const statusLines: string[] = []
    for (let i = 0; i < 20; i++) statusLines.push((await sendUsual(url, 'login')).statusLine)
    return statusLines
  }
  const inProcess = async (seed: number) => {
    const mock = await createMock({ failRate: 0.4, seed })
    onTestFinished(() => mock.close(0))
    return failuresOf(mock)
  }
  const other = await start(['--port', '0', '--fail-rate', '0.4', '--seed', '3'])
  const failures = await failuresOf(other)
  expect(failures).toEqual(await inProcess(3))
  expect(failures).not.toEqual(await inProcess(4))
})

it('reloads its contract, reports it on stderr, and keeps running with an invalid contract', async () => {
  const file = temporary(text)
  const mock = await start(['--port', '0', '--contract', file])
  const printed = (pattern: RegExp) => vi.waitFor(() => expect(mock.stderr()).toMatch(pattern), { timeout: 10_000 })
  writeFileSync(file, text.replace('\npaths:', '\n paths: ['))
  await printed(/contract\.yaml:\d+:\d+: .*; the previous contract is still used\n$/)
  writeFileSync(file, text.replaceAll('name: Olivia Owner', 'name: Ada'))
  await printed(/contract\.yaml has changed; the new contract is used\n$/)
  expect((await sendUsual(mock.url, 'login')).body.user?.name).toBe('Ada')
  const { code, stdout } = await mock.stop()
  expect([code, stdout]).toEqual([0, `listening on ${mock.url}\n`])
})

describe('The process exits with 0', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('on %s, despite a hanging request and an idle connection', async (name) => {
    const mock = await start(['--port', '0'])
    const hanging = sendUsual(mock.url, 'login', { prefer: 'fault=hang' }).catch(({ code }) => code)
    await fetch(`${mock.url}/nowhere`).then((response) => response.text())
    mock.signal(name)
    expect((await mock.ended).code).toBe(0)
    expect(await hanging).toBe('ECONNRESET')
  })

  it('after the response in progress', async () => {
    const mock = await start(['--port', '0', '--verbose'])
    const response = sendUsual(mock.url, 'login', { prefer: 'delay=200' })
    const other = sendUsual(mock.url, 'login')
    await other
    mock.signal('SIGTERM')
    expect((await response).statusLine).toBe('200')
    expect((await mock.ended).code).toBe(0)
  })
})
