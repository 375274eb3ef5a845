/** The log says who did what, from where, when and with which outcome; what an audit needs is marked. */
import { readFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { demo } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import { expect, it } from 'vitest'
import manifest from '../../server/package.json' with { type: 'json' }
import { serveWith } from '../support/configured-server.ts'
import { folderOfTest } from '../support/folder-test.ts'
import { parseLog, run, secrets, start } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'
import { ids } from '../support/server.ts'
import { runLine } from './commands/operator.ts'

const withDemoData = ['--data', demoDataFile]

it('The life of the process is in the log, in order', { tags: ['P74'] }, async () => {
  const server = await start(['--port', '0', ...withDemoData], { ...secrets, INSTANCE: 'web-1' })
  const { stderr } = await server.stop()
  const lines = parseLog(stderr)
  const published = expect.stringMatching(/^the store has accounts of the demo, whose passwords are published: /)
  expect(lines.map(({ msg }) => msg)).toEqual([published, 'start', 'listen', 'drain', 'stop'])
  expect(lines[1]).toMatchObject({ store: 'memory', node: process.version })
  expect(lines[2]).toMatchObject({ url: server.url })
  for (const { time, instance, version } of lines) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect({ instance, version }).toEqual({ instance: 'web-1', version: manifest.version })
  }
})

it('Each request has its method, route, status, duration, ids, address and trace', { tags: ['P76'] }, async () => {
  const server = await serveWith(withDemoData, secrets)
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const login = { email: 'owner@acme.example', password: demo.password }
  const { body } = await transmit(server.url, 'POST', '/auth/login', { traceparent }, login)
  await transmit(server.url, 'GET', '/unknown/path', { traceparent: 'canary', 'X-Request-Id': 'mine' })
  const [first, second] = (await server.lines()).filter(({ msg }) => msg === 'request')
  expect(first).toMatchObject({
    ...{ method: 'POST', route: '/auth/login', operationId: 'login', status: 200, address: '127.0.0.1', traceparent },
    ...{ accountId: body.user?.id, requestId: expect.any(String), ms: expect.any(Number) },
  })
  expect(second).toMatchObject({ method: 'GET', status: 404, code: 'NOT_FOUND', requestId: 'mine' })
  for (const name of ['route', 'accountId', 'traceparent', 'audit']) expect(second).not.toHaveProperty(name)
})

it('Log-ins, refusals and deletions are audit events, with account and address', { tags: ['P76'] }, async () => {
  const server = await serveWith(withDemoData, secrets)
  const send = (method: string, path: string, headers = {}, body?: object) =>
    transmit(server.url, method, path, headers, body)
  const logIn = (email: string, password: string) => send('POST', '/auth/login', {}, { email, password })
  const tokenOf = async (name: string) => {
    const { user, accessToken } = (await logIn(`${name}@acme.example`, demo.password)).body
    return { id: user?.id, headers: { Authorization: `Bearer ${accessToken}` } }
  }
  const [viewer, owner] = [await tokenOf('viewer'), await tokenOf('owner')]
  await logIn('viewer@acme.example', 'wrong')
  await logIn('unknown@acme.example', 'wrong')
  for (let n = 0; n < 10; n++) await logIn('owner@acme.example', 'wrong')
  await logIn('owner@acme.example', demo.password)
  await send('PUT', `/api/v1/incidents/${ids.manual}/resolve`, viewer.headers)
  await send('DELETE', `/api/v1/incidents/${ids.manual}`, owner.headers)
  await send('GET', '/admin/deletion-requests', { 'X-Admin-Api-Key': secrets.ADMIN_API_KEY })
  await send('GET', '/admin/deletion-requests', { 'X-Admin-Api-Key': 'wrong' })
  const audited = (await server.lines()).flatMap(({ audit, accountId = '', address, id = '' }) =>
    audit === undefined ? [] : [[audit, accountId, address, id].join(' ').trimEnd()],
  )
  const at = '127.0.0.1'
  expect(audited).toEqual([
    `login ${viewer.id} ${at}`,
    `login ${owner.id} ${at}`,
    `login failed ${viewer.id} ${at}`,
    `login failed  ${at}`,
    ...Array(10).fill(`login failed ${owner.id} ${at}`),
    `attempts exceeded ${owner.id} ${at}`,
    `right refused ${viewer.id} ${at}`,
    `incident deleted ${owner.id} ${at} ${ids.manual}`,
    `deletion requests read operator ${at}`,
    `credential refused  ${at}`,
  ])
})

it.each([
  [{ TRUST_PROXY: '127.0.0.0/8' }, '198.51.100.7', 0],
  [{}, '127.0.0.1', 1],
])('With the settings %j, log and audit have the address %s of forwarded requests, and %i warning', async (...row) => {
  const [settings, address, warnings] = row
  const server = await serveWith([], { ...secrets, ...settings })
  const headers = { 'X-Forwarded-For': '203.0.113.5, 198.51.100.7' }
  await transmit(server.url, 'POST', '/auth/login', headers, { email: 'unknown@acme.example', password: 'wrong' })
  await transmit(server.url, 'GET', '/unknown', headers)
  const lines = await server.lines()
  expect(lines.filter(({ msg }) => /^X-Forwarded-For is ignored.* TRUST_PROXY/.test(String(msg)))).toHaveLength(
    warnings,
  )
  const requests = lines.filter(({ msg }) => msg === 'request')
  expect(requests).toMatchObject([{ address, audit: 'login failed' }, { address }])
})

it('What a trusted proxy sends in place of an address is named once', async () => {
  const server = await serveWith([], { ...secrets, TRUST_PROXY: '127.0.0.1' })
  for (const entry of ['203.0.113.7:1', 'unknown', 'none'])
    await transmit(server.url, 'GET', '/unknown', { 'X-Forwarded-For': entry })
  const lines = await server.lines()
  expect(lines.filter(({ level }) => Number(level) > 30)).toEqual([
    expect.objectContaining({ level: 40, msg: expect.stringMatching(/^X-Forwarded-For .*no address.*: "unknown"$/) }),
  ])
  const requests = lines.filter(({ msg }) => msg === 'request')
  expect(requests.map(({ address }) => address)).toEqual(['203.0.113.7', 'unknown', 'unknown'])
})

it('An operator command is in the file of AUDIT_LOG, without the URL of its store', async () => {
  const folder = await folderOfTest()
  const [env, store] = [{ AUDIT_LOG: folder.at('audit.log') }, `sqlite:${folder.at('store.db')}`]
  await runLine(`add-oauth-user --email ada@acme.example --store=${store}`, { env })
  await runLine(`set-plan pro --team unknown --store ${store}`, { env })
  expect(parseLog(readFileSync(env.AUDIT_LOG, 'utf8'))).toMatchObject([
    { command: 'add-oauth-user', args: ['--email', 'ada@acme.example'], result: 'done', user: userInfo().username },
    { command: 'set-plan', args: ['pro', '--team', 'unknown'], result: 'failed', host: hostname() },
  ])
})

it('A command that AUDIT_LOG cannot take is not run, or says that it was done', async () => {
  const folder = await folderOfTest()
  const add = (email: string, AUDIT_LOG: string) =>
    runLine(`add-oauth-user --email ${email} --store=sqlite:${folder.at('store.db')}`, { env: { AUDIT_LOG } })
  const unopened = /^AUDIT_LOG cannot be opened, so the command was not run: ENOENT[^\n]*audit\.log[^\n]*\n$/
  const missing = await add('ada@acme.example', folder.at('no/audit.log'))
  expect(missing).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(unopened) })
  const full = await add('ada@acme.example', '/dev/full')
  const unwritten =
    /^the command was done: do not repeat it; but it was not logged to AUDIT_LOG \/dev\/full: ENOSPC[^\n]*\n$/
  const done = expect.stringMatching(/^added owner ada@/)
  expect(full).toEqual({ code: 1, stdout: done, stderr: expect.stringMatching(unwritten) })
  const failed = await add('ada@acme.example', '/dev/full')
  const both = /^ada@acme\.example has an account already; this was not logged to AUDIT_LOG[^\n]*\n$/
  expect(failed).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(both) })
})

it('A user without a name, as in a container, is in AUDIT_LOG by number', async () => {
  const folder = await folderOfTest()
  const script = `import os from 'node:os'
    os.userInfo = () => { throw new Error('uv_os_get_passwd returned ENOENT') }
    process.getBuiltinModule('node:module').syncBuiltinESMExports()`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(script)}`
  const AUDIT_LOG = folder.at('audit.log')
  const { code } = await run(['migrate', 'up', `--store=sqlite:${folder.at('store.db')}`], { AUDIT_LOG, NODE_OPTIONS })
  const uid = process.getuid?.()
  expect({ code, ...JSON.parse(readFileSync(AUDIT_LOG, 'utf8')) }).toMatchObject({ code: 0, user: String(uid), uid })
})
