/** Constant work: response times reveal nothing, shown by the work done and not by a clock. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { availableParallelism } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { checkAdminKey } from '../../../server/auth/admin-key.ts'
import { createPasswords } from '../../../server/auth/passwords.ts'

it('A user without a password costs as much work as one with a password', { tags: ['P34'] }, async () => {
  const passwords = createPasswords(8)
  onTestFinished(passwords.close)
  const hash = await passwords.hash('the-password')
  let done = 0
  const others = Array.from({ length: availableParallelism() }, async () => {
    await passwords.matches('not-the-password', hash)
    done += 1
  })
  // While every thread is busy, a comparison without work would finish first.
  expect(await passwords.matches('not-the-password', undefined)).toBe(false)
  expect(done).toBeGreaterThan(0)
  await Promise.all(others)
})

it('A key is compared as a whole with every key, regardless of its length and of a match', { tags: ['P47'] }, () => {
  const { timingSafeEqual } = crypto
  const lengths: number[] = []
  crypto.timingSafeEqual = (a, b) => {
    lengths.push(a.byteLength, b.byteLength)
    return timingSafeEqual(a, b)
  }
  syncBuiltinESMExports()
  onTestFinished(() => {
    crypto.timingSafeEqual = timingSafeEqual
    syncBuiltinESMExports()
  })
  const keys = ['the-key-of-the-operators', 'the-one-from-before'] as const
  for (const given of ['', 't', keys[0], keys[1], 'x'.repeat(10_000)]) {
    lengths.length = 0
    try {
      checkAdminKey(given, ...keys)
    } catch {}
    expect(lengths).toEqual([32, 32, 32, 32])
  }
})
