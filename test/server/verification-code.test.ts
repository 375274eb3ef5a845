/** Verification codes. */
import { expect, it } from 'vitest'
import { makeCode } from '../../server/auth/verification-code.ts'

it('A verification code has six digits, and another one each time', { tags: ['P44'] }, () => {
  const codes = Array.from({ length: 1_000 }, makeCode)
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  // A tenth of them begins with zero.
  expect(codes.some((code) => code.startsWith('0'))).toBe(true)
  expect(new Set(codes).size).toBeGreaterThan(900)
})
