/** The command that stands in for the shell's `exec` on Windows. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('../../demo/exec.ts', import.meta.url))

it('runs a command with its arguments and ends with its exit code, so that scripts start without the exec of a shell', () => {
  const code = 'console.log(process.argv.slice(1).join()); process.exitCode = 3'
  const { status, stdout } = spawnSync(process.execPath, [program, 'node', '--eval', code, '--', '--port', '0'])
  expect([status, `${stdout}`]).toEqual([3, '--port,0\n'])
})
