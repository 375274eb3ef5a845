/** What is published: built JavaScript that brings its contract along. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startReference } from './reference.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const run = promisify(execFile)

test('The built command line judges a target, and says so by its exit code.', async () => {
  await run(process.execPath, [here('../../conformance/build.ts')])
  const reference = await startReference()
  const command = [here('../../conformance/dist/bin/main.js'), reference.url]
  const { stdout, stderr } = await run(process.execPath, [...command, '--only', 'LOGIN'])
  const wrong = await run(process.execPath, [...command, '--only', 'NOTHING']).catch((error) => error)
  await reference.close()
  expect(stdout).toMatch(/is conformant at the level documented \(profile: conformant\)/)
  expect(stdout + stderr).not.toContain('\u001b')
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/no check is meant by "NOTHING"/) })
})
