/** What is published: packed and unpacked into an empty folder, where nothing of this project is. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import kit from '../../conformance/package.json' with { type: 'json' }
import { type Reference, startReference } from './reference.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const execute = promisify(execFile)
let reference: Reference
let folder: string
let installed: string

beforeAll(async () => {
  reference = await startReference()
  folder = await mkdtemp(join(tmpdir(), 'packed-'))
  installed = join(folder, 'node_modules', kit.name)
  await mkdir(installed, { recursive: true })
  await execute('npm', ['pack', join(root, 'conformance'), '--silent'], { cwd: folder })
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
  await execute('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components=1'])
  // What the registry would bring, without a network.
  for (const name of Object.keys(kit.dependencies)) {
    const own = join(root, 'conformance/node_modules', name)
    await symlink(existsSync(own) ? own : join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
})
afterAll(async () => {
  await reference?.close()
  await rm(folder, { recursive: true })
})

const bin = () => join(installed, kit.bin['monitoring-conformance'])
const start = (...args: string[]) => execute(process.execPath, [bin(), ...args], { cwd: folder })
const ended = (started: ReturnType<typeof start>) =>
  started.then(
    (printed) => ({ code: 0, ...printed }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
const run = (...args: string[]) => ended(start(...args))

test('The packed command line judges a target, and says so by its exit code.', async () => {
  const { code, stdout, stderr } = await run(reference.url, '--only', 'LOGIN', '--report', 'reports')
  expect(stdout).toMatch(/is conformant at the level documented \(profile: conformant\)/)
  expect(stdout + stderr).not.toContain('\u001b')
  expect(code).toBe(0)
  expect(await readdir(join(folder, 'reports'))).toContain('report.html')
  const wrong = await run(reference.url, '--only', 'NOTHING')
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/no check is meant by "NOTHING"/) })
})

test('The packed kit tests itself: it brings the faulty implementations along.', async () => {
  const { code, stdout } = await run('self-test', 'token-any-case')
  expect(stdout).toMatch(/survivors without a reason: 0\nfalse alarms: 0/)
  expect(code).toBe(0)
})

test('Ctrl-C ends a run with what was seen until then, and the rest unverified.', async () => {
  const started = start(reference.url, '--hook', reference.hookUrl, '--jobs', '1')
  // The first line of progress tells that checks are running.
  started.child.stderr?.once('data', () => started.child.kill('SIGINT'))
  const { code, stdout } = await ended(started)
  expect(stdout).toMatch(/the run was interrupted\n/)
  expect(stdout).toMatch(/is conformant as far as could be seen/)
  expect(code).toBe(130)
})
