/** The mock as a running process: output, reload and exit. */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { demo } from '@monitoring-service/contract'
import { contractFile } from '@monitoring-service/contract/files'
import { createMock } from '@monitoring-service/mock'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { it } from '../support/folder-test.ts'
import { commandAt } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'
import { sendUsual } from './send.ts'

const { start } = commandAt('mock/main.ts')
const text = readFileSync(contractFile, 'utf8')

it('prints only its address, for any request', async () => {
  const mock = await start(['--port', '0'])
  expect((await sendUsual(mock.url, 'login')).statusLine).toBe('200')
  expect((await transmit(mock.url, 'GET', '/nowhere', {})).statusLine).toBe('404 NOT_FOUND')
  await sendUsual(mock.url, 'login', { prefer: 'fault=reset' }).catch(() => {})
  expect(await mock.stop()).toEqual({ code: 0, stdout: `listening on ${mock.url}\n`, stderr: '' })
})

it('--verbose prints a line on stderr for each request, in printable characters and without headers and bodies', async () => {
  const mock = await start(['--port', '0', '--verbose'])
  await sendUsual(mock.url, 'login')
  await transmit(mock.url, 'GET', '/admin/deletion-requests?page=2', { 'x-admin-api-key': demo.adminApiKey })
  await transmit(mock.url, 'GET', '/nowhere', {})
  await sendUsual(mock.url, 'login', { prefer: 'fault=429' })
  await sendUsual(mock.url, 'login', { prefer: 'fault=reset' }).catch(() => {})
  const socket = connect(Number(new URL(mock.url).port), '127.0.0.1')
  socket.end('GET /\x9b31mred\xc3\xa9 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 'latin1')
  await once(socket.resume(), 'close')
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

it('--explain adds the reason, and --json makes each line an object, reports of a reload included', async ({
  folder,
}) => {
  const file = folder.at('mock.json')
  writeFileSync(file, '{}')
  const explained = await start(['--port', '0', '--explain'])
  const json = await start(['--port', '0', '--json', '--config', file])
  for (const { url } of [explained, json]) await sendUsual(url, 'login')
  const reason = 'the request of this scenario'
  expect((await explained.stop()).stderr).toMatch(new RegExp(`^POST /auth/login 200 login \\d+ ms \\(${reason}\\)\n$`))
  writeFileSync(file, '{ "delay": 1 }')
  await vi.waitFor(() => expect(json.stderr()).toContain('the new configuration is used'), { timeout: 10_000 })
  const [line = '', reload = ''] = (await json.stop()).stderr.split('\n')
  const exchange = { number: 1, operationId: 'login', method: 'POST', status: 200, scenario: 'login', reason }
  expect(JSON.parse(line)).toMatchObject(exchange)
  expect(line).not.toContain(demo.password)
  expect(JSON.parse(reload).message).toBe(`${file} has changed; the new configuration is used`)
})

it('--stateful keeps changes, and --config reads rules and follows the file', async ({ folder }) => {
  const file = folder.at('mock.json')
  writeFileSync(file, JSON.stringify({ rules: [{ operation: 'login', fault: '429' }] }))
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

it('--seed repeats the failures of --fail-rate, in another process too', async () => {
  const mock = await createMock({ failRate: 0.4, seed: 3 })
  onTestFinished(() => mock.close(0))
  const other = await start(['--port', '0', '--fail-rate', '0.4', '--seed', '3'])
  for (let i = 0; i < 20; i++) {
    const [expected, received] = [await sendUsual(mock.url, 'login'), await sendUsual(other.url, 'login')]
    expect(received.statusLine).toBe(expected.statusLine)
  }
})

it('reloads its contract, reports it on stderr, and keeps running with an invalid contract', async ({ folder }) => {
  const file = folder.at('contract.yaml')
  writeFileSync(file, text)
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
