/** The notes on values of which only some meet a pattern. */
import { expect, test } from 'vitest'
import type { RunCall } from '../../conformance/verdict/notes/run-calls.ts'
import { describeOtherValue, describeSeen } from '../../conformance/verdict/notes/values.ts'
import { bodyExpected } from '../../conformance/verdict/response.ts'
import { callsOf, toExchange } from './call-builders.ts'

/** The notes on the first of two sign-ups, whose id is no ULID. */
function notesOn(id: string, right: string): (string | undefined)[] {
  const toSignUp = (one: string) => toExchange('signup', { status: 201, body: { user: { id: one } } })
  const seen = 'user.id must match the pattern of a ULID'
  const finding = { basis: 'documented' as const, expected: bodyExpected, seen, step: 0 }
  const calls = callsOf(
    { steps: [toSignUp(id)], findings: [finding] },
    { steps: [toSignUp(right)], met: new Map([[bodyExpected, new Set([0])]]) },
  )
  return [describeSeen, describeOtherValue].map((describe) => describe(calls.all[0] as RunCall, finding, calls))
}

test('names the letters that no ULID has, and not other random ids that lack them by chance', () => {
  expect(notesOn('01M85RMT0E49M9VIR84OCLT800', '01M85RMT02FPB54EME9PQ44Q9X')).toEqual([
    'user.id is "01M85RMT0E49M9VIR84OCLT800": no ULID has I or L or O',
    undefined,
  ])
})

test('names an id of another form that is right', () => {
  const [seen, other] = notesOn('0b8f5a3e-1f7c-4d2b-9e60-5a1c3d2e4f60', '01M85RMT02FPB54EME9PQ44Q9X')
  expect(seen).toBe('user.id is "0b8f5a3e-1f7c-4d2b-9e60-5a1c3d2e4f60"')
  expect(other).toMatch(/^1 other call of .* had it right.*"01M85RMT02FPB54EME9PQ44Q9X"/)
})
