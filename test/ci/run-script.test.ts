/** Commands of npm and of packages start where the project's path has a space. */
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { quote, runScript } from '../../build/run-script.ts'
import { createFolder } from '../support/packages/install.ts'

test('An argument with a space is quoted for cmd.exe, which takes one text for all, and for no other shell', () => {
  const path = 'C:\\Users\\Jane Doe\\project'
  expect(['win32', 'linux', 'darwin'].map((platform) => quote(path, platform))).toEqual([`"${path}"`, path, path])
  expect(quote('--json', 'win32')).toBe('--json')
})

test('A command below a path with a space gets its arguments as they are', async () => {
  const parent = await createFolder()
  onTestFinished(() => rm(parent, { recursive: true }))
  const folder = join(parent, 'Jane Doe')
  await mkdir(folder)
  const program = join(folder, 'print')
  await writeFile(program, '#!/usr/bin/env node\nconsole.log(JSON.stringify(process.argv.slice(2)))\n')
  await chmod(program, 0o755)
  expect(JSON.parse(runScript(program, ['two words', '$HOME']))).toEqual(['two words', '$HOME'])
})
