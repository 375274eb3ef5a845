/** The note on tokens of sign-ups that are rejected now and then. */
import { expect, test } from 'vitest'
import type { RunCall } from '../../conformance/verdict/notes/run-calls.ts'
import { describeSignUpToken } from '../../conformance/verdict/notes/sign-up-tokens.ts'
import { acceptanceExpected } from '../../conformance/verdict/response.ts'
import { callsOf, toExchange } from './call-builders.ts'

const toCall = (operationId: 'signup' | 'resolveIncident', status: number, token: string) =>
  toExchange(operationId, { status, body: { accessToken: token }, ...(operationId !== 'signup' && { token }) })

/** The note on the last call, which a token of a sign-up is rejected in. */
function noteAfter(more: [status: number, token: string][], seen = '401'): string | undefined {
  const sent: [number, string][] = [
    ...Array.from({ length: 20 }, (): [number, string] => [200, 'of-a-log-in']),
    ...more,
    ...[401, 200, 401, 401].map((status): [number, string] => [status, 'of-a-sign-up']),
  ]
  const steps = [
    toCall('signup', 201, 'of-a-sign-up'),
    ...sent.map(([status, token]) => toCall('resolveIncident', status, token)),
  ]
  const findings = steps.flatMap(({ response: { status } }, step) =>
    status === 401 ? [{ basis: 'documented' as const, expected: acceptanceExpected, seen, step }] : [],
  )
  const calls = callsOf({ steps, findings })
  return describeSignUpToken(calls.all.at(-1) as RunCall, findings.at(-1) as (typeof findings)[number], calls)
}

test('says how often tokens of sign-ups are rejected, if other tokens never are', () => {
  expect(noteAfter([])).toBe(
    'its token comes from a sign-up: such tokens were wrongly rejected in 3 of 4 calls, each on a connection of its own, others in none of 20; 1 of these tokens was accepted in other calls: does a process not know the tokens of another?',
  )
  expect(noteAfter([[401, 'of-a-log-in']])).toBeUndefined()
  // A right refusal with a wrong code.
  expect(noteAfter([], '"OTHER_CODE"')).toBeUndefined()
})
