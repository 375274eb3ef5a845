/** What a run says beside its findings: progress, operations that are not there yet, warnings and redacted headers. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createProgress } from '../../conformance/report/progress.ts'
import { createHarness, json, runKit } from './kit-harness.ts'

const kit = createHarness()
const readReport = (name: string) => readFile(join(kit.folder, name), 'utf8')

test('progress counts the failures at the level that decides', async () => {
  const url = await kit.proxy(() => false, { response: (status, text) => [status === 201 ? 200 : status, text] })
  const documented = await runKit(url, '--only', 'SIGN-01')
  expect(documented).toMatchObject({ code: 0, err: expect.not.stringMatching(/failed/) })
  expect(documented.out).toContain('profile: not conformant; see --level profile for SIGN-01)')
  const profile = await runKit(url, '--only', 'SIGN-01', '--level', 'profile')
  const failure = /^first failure: SIGN-01 [^\n]+\n1 of 1 checks, 1 failed: Sign-up\n$/
  expect(profile).toMatchObject({ code: 1, err: expect.stringMatching(failure) })
})

test('progress begins before the first request, and estimates the time left', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const terminal = { out: () => {}, err: (text: string) => void lines.push(text), isStyled: false }
  const progress = createProgress(terminal, 10)
  progress.say('checking target')
  for (const id of ['A-1', 'B-1', 'C-1']) {
    progress.update({ id, part: id, title: 'A title.' }, id === 'A-1' ? 'pass' : 'fail')
    vi.advanceTimersByTime(5000)
  }
  expect(lines).toEqual([
    'checking target\n',
    '1 of 10 checks: A-1\n',
    'first failure: B-1 A title.\n',
    '2 of 10 checks, 1 failed, about 20 s left: B-1\n',
    '3 of 10 checks, 2 failed, about 25 s left: C-1\n',
  ])
})

test('of a target that is being built, the first line says which operations answer and which are not there yet', async () => {
  const url = await kit.proxy((path, _, response) => {
    const isBuilt = path.startsWith('/auth/')
    if (!isBuilt) response.writeHead(404, json).end('{"error":{"code":"NOT_FOUND","message":"","status":404}}')
    return !isBuilt
  })
  const line =
    /^2 of 8 operations answer; resolveIncident, deleteIncident, listDeletionRequests, resetServiceStats, resetMonitorStats, scheduleAccountDeletion: not there yet \(404, 405 or 501\)\. `--only login,signup --no-explore` runs/
  expect((await runKit(url, '--only', 'LOGIN-03')).err).toMatch(line)
  expect((await runKit('doctor', url, '--only', 'LOGIN-03')).out).toMatch(
    new RegExp(line.source.replace('^', '^! '), 'm'),
  )
  expect((await runKit(kit.reference.url, '--only', 'LOGIN-03')).err).not.toContain('not there yet')
})

test('checks of operations that are not there yet have not failed, and the others are judged', async () => {
  const url = await kit.proxy((path, _, response) => {
    const isMissing = path.startsWith('/api/v1/monitors/')
    if (isMissing) response.writeHead(404, json).end('{"error":{"code":"NOT_FOUND","message":"","status":404}}')
    return isMissing
  })
  const run = (only: string, ...flags: string[]) =>
    runKit(url, '--hook', kit.reference.hookUrl, '--only', only, '--allow-unverified', ...flags)
  const { code, out, err } = await run('MONITOR-01,MONITOR-02,LOGIN-03')
  expect(err).not.toMatch(/failure|failed/)
  expect(out).toMatch(
    /^Not there yet:\n +resetMonitorStats: not there yet; each call is answered 404, 405 or 501\n +MONITOR-01/m,
  )
  expect(out).toMatch(/conformant as far as 3 of \d+ checks can tell \(2 not there yet\)/)
  expect(code).toBe(3)
  const { checks } = JSON.parse((await run('MONITOR-01,LOGIN-03', '--json')).out)
  expect(checks.map((check: { outcome: { sound: string } }) => check.outcome.sound)).toEqual(['pass', 'missing'])
})

test.each([
  ['signup', '4.1'],
  ['resolve', '4.3'],
  ['/auth/login', '4.2'],
  ['/api/v1/incidents/{id}', '4.4'],
  ['/api/v1/monitors/mon_1/stats', '4.8'],
])('--only %s selects the checks of section %s', async (name, section) => {
  const selected = (await runKit('list', '--only', name)).out
  expect(selected).toBe((await runKit('list', '--only', section)).out)
  expect(selected).not.toBe('')
})

test('--fail-on warn says that warnings decide', async () => {
  // Two tokens alike are unsound, which is a warning at documented.
  const response = (status: number, text: string): [number, string] => {
    const { accessToken } = JSON.parse(text || '{}')
    return [status, text.replace(/"refreshToken":"[^"]*"/, `"refreshToken":"${accessToken}"`)]
  }
  const url = await kit.proxy(() => false, { response })
  const flags = [url, '--only', 'SIGN-01', '--level', 'documented']
  expect(await runKit(...flags)).toMatchObject({ code: 0, err: expect.not.stringContaining('--fail-on') })
  const { code, err } = await runKit(...flags, '--fail-on', 'warn')
  expect(err).toMatch(/\n1 check with warnings or hardening gaps: by --fail-on warn, that is exit code 1\n$/)
  expect(code).toBe(1)
})

test('an error condition counts as seen only where the permitted caller succeeds', async () => {
  const url = await kit.proxy((path, { method }, response) => {
    if (method !== 'DELETE' || !path.includes('/incidents/')) return false
    const error = { code: 'UNAUTHENTICATED', message: 'no', status: 401 }
    response.writeHead(401, json).end(JSON.stringify({ error }))
    return true
  })
  const { code, out } = await runKit(url, '--hook', kit.reference.hookUrl, '--only', 'AUTH-02')
  expect(out).toMatch(/✗ AUTH-02 [\s\S]*conditions of part 7 seen: 0 of 14\n/)
  expect(code).toBe(1)
})

test('--header is sent with each request and redacted in every report', async () => {
  const gateway = await kit.proxy((_, { headers }, response) => {
    if (headers['x-gateway'] === 'open-sesame-1') return false
    response.writeHead(403).end('closed')
    return true
  })
  const through = [gateway, '--header', 'X-Gateway: open-sesame-1', '--header', 'X-Tenant: acme']
  expect((await runKit(gateway, '--only', 'LOGIN-01')).code).toBe(4)
  const { code, out } = await runKit(...through, '--only', 'LOGIN-01,SIGN-08', '--report', kit.folder)
  expect(code).toBe(0)
  expect(out).not.toContain('open-sesame')
  const report = await readReport('report.json')
  expect(report).not.toContain('open-sesame')
  const replayed = await runKit('replay', 'LOGIN-01', ...through)
  expect(replayed.out).toContain(`x-gateway: '"$KIT_X_GATEWAY"'`)
  expect(replayed.out).not.toContain('open-sesame')
})
