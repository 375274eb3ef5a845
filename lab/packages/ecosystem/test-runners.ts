/** Test runners, each running a test of a project of its own. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram, run } from './place.ts'

/** Runs a test whose text is given, in a new folder of a project. */
export type TestRunner = (folder: string, test: string) => Promise<void>

async function makeProject(folder: string, name: string, files: Record<string, string>): Promise<string> {
  const path = join(folder, name)
  await mkdir(path, { recursive: true })
  for (const [file, text] of Object.entries(files)) await writeFile(join(path, file), text)
  return path
}

async function expectOnePassed(output: Promise<string>): Promise<void> {
  const text = await output
  if (!/Tests:? +1 passed/.test(text)) throw new Error(text)
}

/** @param module with "type": "module" and Node's flag for it, as Jest's manual says; else Jest's own default, CommonJS */
const jest =
  (module: boolean): TestRunner =>
  async (folder, test) => {
    const manifest = module ? { type: 'module', jest: { transform: {} } } : {}
    // Without a transform of its own, CommonJS has no import statement.
    const text = module ? test : test.replace(/^ *import (.*) from (.*)$/gm, 'const $1 = require($2)')
    const files = { 'package.json': JSON.stringify(manifest), 'sdk.test.js': text }
    const path = await makeProject(folder, module ? 'jest-esm' : 'jest', files)
    const flags = module ? ['--experimental-vm-modules', '--no-warnings'] : []
    const program = findProgram('jest/bin/jest.js')
    await expectOnePassed(run(path, 'sh', ['-c', `"$0" "$@" 2>&1`, process.execPath, ...flags, program]))
  }

export const vitest: TestRunner = async (folder, test) => {
  const text = `import { expect, test } from 'vitest'\n${test}`
  const path = await makeProject(folder, 'vitest', { 'package.json': '{ "type": "module" }', 'some.test.js': text })
  await expectOnePassed(run(path, process.execPath, [findProgram('vitest/vitest.mjs'), 'run', '--root', '.']))
}

export const testRunners: Record<string, TestRunner> = { Jest: jest(false), 'Jest (ESM)': jest(true), Vitest: vitest }
