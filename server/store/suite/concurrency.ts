/** Concurrent calls and rejections. */
import { expect } from 'vitest'
import type { Store } from '../store.ts'

/** Makes concurrent calls on open connections: opening a connection takes longer than most calls, and hides races. */
export async function callConcurrently<T>(store: Store, times: number, call: (i: number) => Promise<T>): Promise<T[]> {
  const numbers = Array.from({ length: times }, (_, i) => i)
  await Promise.all(numbers.map(() => store.findUser('unknown@example.com')))
  return Promise.all(numbers.map(call))
}

/** Resolves with the result, or with the error code of a rejection. */
export function resultOrCode<T>(outcome: Promise<T>): Promise<T | string> {
  return outcome.catch((error) => error.code)
}

/** Resolves with the error of a call that must be rejected in one line. */
export async function rejectionOf(outcome: Promise<unknown>): Promise<Error> {
  const error: Error = await outcome.then(
    () => expect.fail('the call succeeded'),
    (error) => error,
  )
  expect(error.message).not.toContain('\n')
  return error
}
