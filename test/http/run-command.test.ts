/** A command that fails prints one line on stderr, and ends with exit code 1. */
import { ApiError } from '@monitoring-service/http'
import { runCommand } from '@monitoring-service/http/node'
import { expect, it, onTestFinished, vi } from 'vitest'

const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' })

it.each([
  [
    'of which the code is a number',
    new DOMException('the wait was ended\nat a line', 'AbortError'),
    'the wait was ended',
  ],
  ['of the contract is printed by its cause', new ApiError('UNAVAILABLE', { cause: refused }), refused.message],
  ['of several addresses is that of the first', new AggregateError([refused, refused]), refused.message],
])('An error %s, in one line', async (_, error, line) => {
  const { exitCode } = process
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => {
    process.exitCode = exitCode
    print.mockRestore()
  })
  await runCommand(async () => {
    throw error
  })
  expect(print.mock.calls).toEqual([[line]])
  expect(process.exitCode).toBe(1)
})
