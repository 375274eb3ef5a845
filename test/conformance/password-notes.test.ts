/** The notes on passwords: how a wrong one that is accepted differs, and what is unusual about a right one that is refused. */
import { expect, test } from 'vitest'
import { describePassword } from '../../conformance/verdict/notes/passwords.ts'
import type { RunCall } from '../../conformance/verdict/notes/run-calls.ts'
import { acceptanceExpected } from '../../conformance/verdict/response.ts'
import { callsOf, toExchange } from './call-builders.ts'

const email = 'ada@example.com'
const refusalExpected = 'the call is refused: authentication failure'

function toCall(operationId: 'signup' | 'login', password: string, status: number) {
  const session = { accessToken: `of ${operationId}`, user: { email, teamId: 'one' } }
  return toExchange(operationId, { sent: { email, password }, status, body: status < 300 ? session : {} })
}

/** The note on the log-in with a password, after a sign-up with the right one. */
function noteOn(sent: string, right: string, status = 200, expected = refusalExpected): string | undefined {
  const steps = [toCall('signup', right, 201), toCall('login', sent, status)]
  const calls = callsOf({ steps })
  const finding = { basis: 'documented', expected, seen: `${status}`, step: 1 } as const
  return describePassword(calls.all[1] as RunCall, finding, calls)
}

test.each([
  ['kx7!-ABCDEFGH', 'Kx7!-abcdefgh', 'differs from the right one in case only'],
  [' Kx7!-abcdefgh ', 'Kx7!-abcdefgh', 'differs from the right one in the spaces around it only'],
  ['Kx7!-e\u0301tage', 'Kx7!-\u00e9tage', 'differs from the right one in its Unicode form (NFC) only'],
  ['Kx7!-\ufb01nish', 'Kx7!-finish', 'differs from the right one in its Unicode form (NFKC) only'],
  ['Kx7!-etage', 'Kx7!-\u00e9tage', 'differs from the right one in accents only'],
  ['Kx7!-abcdX', 'Kx7!-abcdefgh', 'is equal to the right one up to letter 9 of 13, and differs after that'],
  ['Kx7!-ab', 'Kx7!-abcdefgh', undefined],
  ['Kx7!-abcd', 'Kx7!-abcdefgh', 'is equal to the right one up to letter 9 of 13, and differs after that'],
  [
    'é'.repeat(36).concat('x'),
    'é'.repeat(40),
    'is equal to the right one up to letter 36 of 40 (byte 72), and differs after that',
  ],
  [
    'Kx7!-abc\ndefX',
    'Kx7!-abc\ndefg',
    'is equal to the right one up to letter 12 of 13, with U+000A as letter 9, and differs after that',
  ],
  ['Kx7!-abcdefghZ9', 'Kx7!-abcdefgh', 'is the right one and 2 letters more'],
  ['', 'Kx7!-abcdefgh', 'is empty'],
  ['Another-1', 'Kx7!-abcdefgh', undefined],
])('a wrong password %j that is accepted in place of %j is described', (sent, right, difference) => {
  expect(noteOn(sent, right)).toBe(difference && `the password that was sent ${difference}`)
})

test('no password is described that is the right one, that is refused, or whose finding is about something else', () => {
  const [sent, right] = ['KX7!-ABCDEFGH', 'Kx7!-abcdefgh']
  expect(noteOn(right, right)).toBeUndefined()
  expect(noteOn(sent, right, 401)).toBeUndefined()
  expect(noteOn(sent, right, 200, 'the status is 200')).toBeUndefined()
})

test('the letters beyond plain ones of a right password that is refused are named, but not the password', () => {
  const password = 'Kx7!- \u00e9\u{1f511}\u00e9'
  expect(noteOn(password, password, 401, acceptanceExpected)).toBe(
    'the password has 9 letters, 14 bytes, with U+0020, U+00E9, U+1F511',
  )
  // Refused for another reason, a plain one, and one of which every letter is unusual.
  expect(noteOn(password, password, 404, acceptanceExpected)).toBeUndefined()
  expect(noteOn('Kx7!-abcdefgh', 'Kx7!-abcdefgh', 401, acceptanceExpected)).toBeUndefined()
  expect(noteOn('пароль-и-слово', 'пароль-и-слово', 401, acceptanceExpected)).toBeUndefined()
})
