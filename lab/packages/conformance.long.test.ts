/** The packed conformance kit, installed in an empty folder outside this project. */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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
const run = (...args: string[]) =>
  execute(process.execPath, [bin(), ...args], { cwd: folder }).then(
    (printed) => ({ code: 0, ...printed }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )

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
