/** The notes on texts of requests that are wrongly refused. */
import { expect, test } from 'vitest'
import type { RunCall } from '../../conformance/verdict/notes/run-calls.ts'
import { describeTexts } from '../../conformance/verdict/notes/texts.ts'
import { acceptanceExpected } from '../../conformance/verdict/response.ts'
import { callsOf, toExchange } from './call-builders.ts'

/** The note on the last of several calls; those that are refused are findings. */
function noteOn(
  sent: [body: object, status: number][],
  operationId: 'signup' | 'login' = 'signup',
): string | undefined {
  const steps = sent.map(([body, status]) => toExchange(operationId, { sent: body, status }))
  const findings = steps.flatMap(({ response: { status } }, step) =>
    status < 300 ? [] : [{ basis: 'documented' as const, expected: acceptanceExpected, seen: `${status}`, step }],
  )
  const calls = callsOf({ steps, findings })
  return describeTexts(calls.all.at(-1) as RunCall, findings.at(-1) as (typeof findings)[number], calls)
}

const named = (name: string, status = 201): [object, number] => [{ name, password: 'secret-1!' }, status]
const usual = ['Ada', 'Zoë 100 % <b>', '"Łuk"', '0', 'x-y'].map((name) => named(name))

test('names the character that all texts of a server error have, and no accepted one has', () => {
  const errors = [named("O'Neill; 50 %", 500), named("<b>O'Neill</b> 😀", 500)]
  expect(noteOn([...usual, ...errors])).toBe(
    "the name of all 2 calls answered so has ', which is in none of the 5 calls that succeeded",
  )
  expect(noteOn([...usual, named("it's"), ...errors])).toBeUndefined()
  expect(noteOn([...usual.slice(1), ...errors])).toBeUndefined()
})

test('names no character where another text without it had the same error', () => {
  expect(noteOn([...usual, named('Ada', 500), named("O'Neill", 500)])).toBeUndefined()
})

test('names the length of a password, not its characters', () => {
  const logIn = (length: number, status: number): [object, number] => [{ password: 'é#'.padEnd(length, 'x') }, status]
  const accepted = [20, 30, 40, 50, 60].map((length) => logIn(length, 200))
  expect(noteOn([...accepted, logIn(70, 401), logIn(72, 401)], 'login')).toBe(
    'the password of all 2 calls answered so has 70 to 72 characters, more than each (at most 60) of the 5 calls that succeeded',
  )
  expect(noteOn([...accepted, logIn(200, 200), logIn(70, 401)], 'login')).toBeUndefined()
  expect(noteOn([...accepted, [{ password: '&&&' }, 401]], 'login')).toBeUndefined()
})
