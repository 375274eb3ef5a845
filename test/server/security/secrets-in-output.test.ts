/** Neither a secret nor what a caller wrote appears in output, even while the database is unavailable. */
import { readdir, readFile } from 'node:fs/promises'
import { demo } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { makeDatabase } from '../../support/postgres/database.ts'
import { openTcpProxy } from '../../support/postgres/tcp-proxy.ts'
import { parseLog, secrets, start } from '../../support/process.ts'
import { type RawResponse, sendRaw, transmit } from '../../support/raw-http.ts'
import { bearerOperations, ids, verificationCode } from '../../support/server.ts'
import { folder, runLine } from '../commands/operator.ts'

const canary = 'canary-of-the-database'
const written = 'canary-of-a-caller'

/** A database with a secret password, behind a proxy that can close. */
async function openDatabase() {
  const { url, remove } = await makeDatabase()
  const client = new pg.Client(inject('postgres'))
  await client.connect()
  const role = `canary_${process.pid}`
  await client.query(`create role ${role} superuser login password '${canary}'`)
  onTestFinished(async () => {
    await remove()
    await client.query(`drop role ${role}`).finally(() => client.end())
  })
  return openTcpProxy(Object.assign(new URL(url), { username: role, password: canary }).href)
}

it('No secret is in the log or in an error response', { tags: ['P04', 'P76'], timeout: 120_000 }, async () => {
  const line = await openDatabase()
  const env = { ...secrets, LOG_LEVEL: 'trace' }
  const server = await start(['--port', '0', '--store', line.url, '--data', demoDataFile], env)
  const issued: string[] = []
  const refusals: RawResponse[] = []
  const statusLines: string[] = []
  const send = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const response = await transmit(server.url, method, path, headers, body)
    statusLines.push(response.statusLine)
    const { accessToken, refreshToken, error } = response.body
    if (accessToken && refreshToken) issued.push(accessToken, refreshToken)
    if (error) refusals.push(response)
    return response
  }
  const login = async (email: string) =>
    (await send('POST', '/auth/login', {}, { email, password: demo.password })).body.accessToken
  const [member, owner] = [await login('member@acme.example'), await login('owner@acme.example')]
  const forged = `x@new.example\r\n{"level":60,"msg":"${written}"}`

  async function goRound(): Promise<void> {
    for (const token of [member, owner, `${member}x`, `${written}.${written}.${written}`]) {
      const credential = { Authorization: `Bearer ${token}`, Cookie: `session=${token}` }
      const headers = { ...credential, Referer: written, 'User-Agent': written }
      for (const [method, path] of bearerOperations.slice(0, 2)) await send(method, `${path}?token=${token}`, headers)
      for (const [method, path] of bearerOperations.filter(([method]) => method === 'DELETE'))
        await send(method, path.replace('unknown', written), headers)
      await send('PUT', `/api/v1/incidents/${ids.manual}/resolve`, headers, { cause: forged })
      for (const proof of [
        { password: demo.password },
        { verificationCode },
        { password: demo.password, verificationCode },
        { password: [demo.password] },
      ]) {
        await send('POST', '/dashboard/account/delete', headers, proof)
      }
      await send('GET', `/${token}?${written}=${written}`, headers)
    }
    for (const body of [
      { email: `${written}@new.example`, password: written, name: written },
      { email: written, password: written },
      { email: forged, password: demo.password },
      { email: 'unknown@new.example', password: demo.password },
      { email: 'unknown@new.example', password: { $ne: demo.password } },
      `{"email":"unknown@new.example","password":${demo.password}`,
    ]) {
      await send('POST', '/auth/login', {}, body)
      await send('POST', '/auth/signup', {}, body)
    }
    for (const key of [secrets.ADMIN_API_KEY, `${secrets.ADMIN_API_KEY}x`]) {
      await send('GET', `/admin/deletion-requests?page=${key}`, { 'X-Admin-Api-Key': key })
      await send('GET', '/admin/deletion-requests', { 'X-Admin-Api-Key': key, 'X-Request-Id': `${key}!` })
    }
    const [raw] = await sendRaw(server.url, `GET / HTTP/1.1\r\nAuthorization : Bearer ${member}\r\n\r\n`)
    if (!raw) return
    refusals.push(raw)
    statusLines.push(raw.statusLine)
  }

  await goRound()
  await line.close()
  await goRound()
  const { stdout, stderr } = await server.stop()
  const statuses = new Set(refusals.map(({ statusLine }) => statusLine.slice(0, 3)))
  expect([...statuses].sort()).toEqual(['400', '401', '403', '404', '409', '503'])
  const lines = parseLog(stderr)
  // One line per request, and none forged by a caller.
  const requests = lines.filter(({ msg }) => msg === 'request')
  expect(requests.map(({ status, code = '' }) => `${status} ${code}`.trim()).sort()).toEqual(statusLines.sort())
  const events = lines.filter(({ msg }) => msg !== 'request' && msg !== 'purge').map(({ msg }) => msg)
  expect(events).toEqual([
    expect.stringMatching(/^the store has accounts of the demo/),
    'start',
    'listen',
    'drain',
    'stop',
  ])
  const away = requests.filter(({ status }) => status === 503)
  expect(away.length).toBeGreaterThan(0)
  for (const { level, cause } of away) expect([level, cause]).toEqual([50, expect.stringMatching(/^\w*Error: [^\n]+$/)])
  const output = stdout + stderr + refusals.map(({ text, headers }) => text + JSON.stringify(headers)).join()
  expect(issued.length).toBeGreaterThan(2)
  const all = [
    canary,
    secrets.TOKEN_SECRET,
    secrets.ADMIN_API_KEY,
    demo.password,
    verificationCode,
    'Bearer ey',
    written,
    ...issued,
  ]
  for (const secret of all) expect(output.includes(secret), secret).toBe(false)
})

it('No secret is in any file that a command writes', { tags: ['P76'] }, async () => {
  const [{ at, path }, { url, close }] = [await folder(), await openDatabase()]
  onTestFinished(close)
  const env = { ...secrets, STORE_URL: `file:${at('data.json')}`, AUDIT_LOG: at('audit.log') }
  const call = async (line: string, stdin?: string) => {
    const { code, stdout, stderr } = await runLine(`${line} --json`, { env, stdin })
    expect({ code, stderr }, line).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  const { teamId } = await call('add-oauth-user --email ada@acme.example')
  const { code } = await call('issue-code --email ada@acme.example')
  const { password } = await call(`add-member --team ${teamId} --role admin --email bob@acme.example`)
  const { password: another } = await call('set-password --email bob@acme.example')
  await call('set-password --email bob@acme.example --password-stdin', written)
  await call(`backup ${at('backup.json')}`)
  await call(`restore ${at('backup.json')} --store sqlite:${at('restored.db')}`)
  await call(`restore ${at('backup.json')} --store ${url}`)
  await call(`backup ${at('of-database.json')} --store=${url}`)

  const files = await readdir(path)
  const expected = ['audit.log', 'backup.json', 'data.json', 'of-database.json', 'restored.db']
  expect(files).toEqual(expect.arrayContaining(expected))
  for (const file of files) {
    const text = await readFile(at(file), 'latin1')
    for (const secret of [code, password, another, written, canary, secrets.TOKEN_SECRET, secrets.ADMIN_API_KEY]) {
      expect(text.includes(secret), `${file}: ${secret}`).toBe(false)
    }
  }
})
