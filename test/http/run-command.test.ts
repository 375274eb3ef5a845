/** A command that fails prints one line on stderr, and ends with exit code 1. */
import { runCommand } from '@monitoring-service/http/node'
import { expect, it, onTestFinished, vi } from 'vitest'

it('An error whose code is a number is printed in one line', async () => {
  const { exitCode } = process
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => {
    process.exitCode = exitCode
    print.mockRestore()
  })
  await runCommand(async () => {
    throw new DOMException('the wait was ended\nat a line of the code', 'AbortError')
  })
  expect(print.mock.calls).toEqual([['the wait was ended']])
  expect(process.exitCode).toBe(1)
})
