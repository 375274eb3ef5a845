/** The log has one JSON object a line, and nothing that a caller wrote. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demo } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import { describe, expect, it, onTestFinished } from 'vitest'
import { secrets, start } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'
import { bearerOperations, ids, verificationCode } from '../support/server.ts'

const debug = { ...secrets, LOG_LEVEL: 'debug' }

interface Line {
  level: number
  requestId?: string
  operationId?: string
  status?: number
  code?: string
  cause?: string
}

/** The lines of requests. */
const linesOf = (stderr: string): Line[] =>
  stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'request')

/** A changed copy of the demo's data file. */
function dataFile(change: (data: { incidents: Record<string, unknown>[] }) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'server-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const data = JSON.parse(readFileSync(demoDataFile, 'utf8'))
  change(data)
  const file = join(folder, 'data.json')
  writeFileSync(file, JSON.stringify(data))
  return file
}

it('No secret is printed, after right and wrong requests to every operation', { tags: ['P76'] }, async () => {
  const server = await start(['--port', '0', '--data', demoDataFile], debug)
  const statusLines: string[] = []
  const printed = [secrets.TOKEN_SECRET, secrets.ADMIN_API_KEY, demo.password, verificationCode]
  const send = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const response = await transmit(server.url, method, path, headers, body)
    statusLines.push(response.statusLine)
    const { accessToken, refreshToken } = response.body
    if (accessToken && refreshToken) printed.push(accessToken, refreshToken)
    return response
  }
  const canary = 'canary-of-a-caller'
  const login = (email: string, password: string) => send('POST', '/auth/login', {}, { email, password })
  const member = (await login('member@acme.example', demo.password)).body.accessToken
  const viewer = (await login('viewer@acme.example', demo.password)).body.accessToken
  await send('POST', '/auth/signup', {}, { email: `${canary}@new.example`, password: canary, name: canary })
  await send('POST', '/auth/signup', {}, { email: `${canary}@new.example`, password: canary, name: canary })
  await send('POST', '/auth/signup', {}, { email: canary, password: canary })
  await send('POST', '/auth/signup', {}, `{"email":"${canary}`)
  await login('member@acme.example', canary)
  for (const token of [member, viewer, `${member}${canary}`, `${canary}.${canary}.${canary}`]) {
    const headers = { Authorization: `Bearer ${token}`, Cookie: canary, Referer: canary, 'User-Agent': canary }
    for (const [method, path] of bearerOperations.filter(([method]) => method !== 'POST')) {
      await send(method, path.replace('unknown', canary), headers)
      await send(method, `${path}?${canary}=${canary}`, headers)
    }
    await send('PUT', `/api/v1/incidents/${ids.manual}/resolve`, headers, { cause: `${canary}\r\n{"level":60}` })
    await send('POST', '/dashboard/account/delete', headers, { password: canary })
    await send('POST', '/dashboard/account/delete', headers, { verificationCode })
  }
  for (const key of [secrets.ADMIN_API_KEY, canary]) {
    await send('GET', '/admin/deletion-requests', { 'X-Admin-Api-Key': key, 'X-Request-Id': `${canary}!` })
    await send('GET', `/admin/deletion-requests?page=${canary}`, { 'X-Admin-Api-Key': key })
  }
  await send('POST', `/${canary}`, {}, 'x'.repeat(70_000))
  const { stdout, stderr } = await server.stop()
  const lines = linesOf(stderr)
  expect(lines).toHaveLength(statusLines.length)
  expect(lines.map(({ status, code = '' }) => `${status} ${code}`.trim()).sort()).toEqual(statusLines.toSorted())
  expect(new Set(statusLines.map((response) => response.slice(0, 3)))).toEqual(
    new Set(['200', '201', '400', '401', '403', '404', '409']),
  )
  for (const secret of [...printed, canary, 'Bearer']) expect(stdout + stderr).not.toContain(secret)
})

describe('A response that the contract does not allow', () => {
  it('is not sent, and is logged with the request id', async () => {
    const file = dataFile(({ incidents }) => Object.assign(incidents[0] ?? {}, { title: 'canary 4711', serviceId: '' }))
    const server = await start(['--port', '0', '--data', file], debug)
    const login = { email: 'member@acme.example', password: demo.password }
    const { accessToken } = (await transmit(server.url, 'POST', '/auth/login', {}, login)).body
    const path = `/api/v1/incidents/${ids.manual}/resolve`
    const response = await transmit(server.url, 'PUT', path, { Authorization: `Bearer ${accessToken}` })
    expect(response.statusLine).toBe('500 INTERNAL_ERROR')
    expect(Object.keys(response.body)).toEqual(['error'])
    expect(response.text).not.toMatch(/canary|4711|serviceId|validator|\/response| at /)
    const { stderr } = await server.stop()
    const line = linesOf(stderr).find(({ status }) => status === 500)
    expect(line).toMatchObject({
      level: 50,
      requestId: response.headers['x-request-id'],
      operationId: 'resolveIncident',
      code: 'INTERNAL_ERROR',
    })
    expect(line?.cause).toMatch(/serviceId/)
    expect(stderr).not.toContain('4711')
  })
})
