/** The packed conformance kit, installed in an empty folder outside this project. */
import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { load } from 'js-yaml'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import kit from '../../conformance/package.json' with { type: 'json' }
import { type Reference, startReference } from '../../test/conformance/reference-server.ts'
import { installLinked, type Project } from '../../test/support/packages/install.ts'

// Runs of the whole kit are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const execute = promisify(execFile)
let reference: Reference
let project: Project
let folder: string
let installed: string

beforeAll(async () => {
  reference = await startReference()
  project = await installLinked('conformance')
  ;({ folder, packageFolder: installed } = project)
})
afterAll(async () => {
  await reference?.close()
  await project?.remove()
})

const bin = () => join(folder, 'node_modules/.bin/monitoring-conformance')
const start = (...args: string[]) => execute(process.execPath, [bin(), ...args], { cwd: folder })
const ended = (started: ReturnType<typeof start>) =>
  started.then(
    (printed) => ({ code: 0, ...printed }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
const run = (...args: string[]) => ended(start(...args))

test('The packed command reports its verdict on a target by the exit code.', { tags: ['P77'] }, async () => {
  const { code, stdout, stderr } = await run(
    reference.url,
    '--only',
    'LOGIN',
    '--allow-unverified',
    '--report',
    'reports',
  )
  expect(stdout).toMatch(
    /is conformant as far as \d+ of \d+ checks can tell (?:\(\d+ unverified\) )?at the level sound \(documented: partial, profile: partial\): 0 failures, 0 hardening gaps, 0 warnings\n$/,
  )
  expect(stdout + stderr).not.toContain('\u001b')
  expect(code).toBe(0)
  expect(await readdir(join(folder, 'reports'))).toContain('report.html')
  const wrong = await run(reference.url, '--only', 'NOTHING')
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/no check is meant by "NOTHING"/) })
})

test('The package contains the files of a run, samples of hooks and a workflow, and the licence.', async () => {
  const files = [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'config.schema.json',
    'dist',
    'examples',
    'package.json',
    'report.schema.json',
  ]
  expect((await readdir(installed)).sort()).toEqual(files)
  const samples = ['Hook.java', 'hook.go', 'hook.php', 'hook.py']
  expect((await readdir(join(installed, 'examples/hooks'))).sort()).toEqual(samples)
  expect(await readdir(join(installed, 'examples/ci'))).toEqual(['conformance.yml'])
})

test('The package does not contain the self-test with its faulty implementations.', async () => {
  for (const file of await readdir(join(installed, 'dist'), { recursive: true, withFileTypes: true })) {
    if (file.isFile())
      expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toContain('resolve-twice-auto')
  }
})

test('The command prints its version, its help, and with --json nothing but the result.', async () => {
  expect(await run('--version')).toMatchObject({ code: 0, stdout: `${kit.version}\n` })
  expect((await run('-h')).stdout).toBe((await run('--help')).stdout)
  const { code, stdout } = await run(reference.url, '--only', 'LOGIN-01', '--json', '--report', 'others')
  expect(JSON.parse(stdout)).toMatchObject({ selection: { checks: 1 }, verdict: { documented: 'partial' } })
  expect(code).toBe(0)
  const address = await run('localhost:3910')
  expect(address).toMatchObject({
    code: 2,
    stderr: 'unknown argument "localhost:3910": an address begins with http:// or https://\n',
  })
})

test('The template lists all fixtures that the checks need.', async () => {
  const make = async (kind: string, fields: object) => {
    const request = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const answer = await fetch(reference.hookUrl, { ...request, body: JSON.stringify({ kind, fields }) })
    return (await answer.json()) as Record<string, string>
  }
  const { stdout } = await run('template')
  const lists = load(stdout) as Record<string, Record<string, unknown>[]>
  // Of the accounts, the owners of the objects are made.
  lists.accounts = []
  const teamIds = new Map<unknown, string>()
  for (const { id, plan } of lists.teams ?? []) {
    if (!/writer|stranger|freeCaller/.test(String(id))) continue
    const { id: teamId = '' } = await make('team', { plan })
    teamIds.set(id, teamId)
    const { email, password } = await make('account', { teamId, owner: true })
    lists.accounts.push({ teamId, owner: true, scope: 'write', email, password })
  }
  for (const record of Object.values(lists).flat()) {
    record.id = teamIds.get(record.id) ?? record.id
    record.teamId = teamIds.get(record.teamId) ?? record.teamId
  }
  await writeFile(join(folder, 'fixtures.yaml'), JSON.stringify(lists))
  const doctor = await run('doctor', reference.url, '--fixtures', 'fixtures.yaml', '--only', 'INC,SERVICE,MONITOR')
  const missing = doctor.stdout.match(/✗ .*/g) ?? []
  expect(missing.filter((line) => !/the admin API key|reader|admin|member/.test(line))).toEqual([])
  expect(doctor.stdout).toMatch(/✓ \d+ × service with 2 monitors of 3 days/)
})

test('Ctrl-C ends a run with the results so far; the other checks are unverified.', async () => {
  const started = start(reference.url, '--hook', reference.hookUrl, '--admin-key', reference.adminKey, '--jobs', '1')
  // The first count shows that a check has a result.
  started.child.stderr?.on(
    'data',
    (text) => !started.child.killed && /\d+ of \d+ /.test(String(text)) && started.child.kill('SIGINT'),
  )
  const { code, stdout } = await ended(started)
  expect(stdout).toMatch(/the run was interrupted\n/)
  expect(stdout).toMatch(/is conformant as far as could be seen/)
  expect(code).toBe(130)
})

test('Ctrl-C ends a run that has no result yet.', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const started = start(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, '--timeout', '60')
  server.once('request', () => started.child.kill('SIGINT'))
  const { code, stdout } = await ended(started)
  server.close().closeAllConnections()
  expect(stdout).toMatch(/the run was interrupted\n[\s\S]*is not judged: nothing could be seen/)
  expect(code).toBe(130)
})
