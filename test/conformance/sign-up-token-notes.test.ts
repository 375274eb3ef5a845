/** The note on tokens of sign-ups that are rejected now and then. */
import { expect, test } from 'vitest'
import { createCheckRecord } from '../../conformance/assess/record.ts'
import { acceptanceExpected } from '../../conformance/assess/response.ts'
import { createRunCalls, type RunCall } from '../../conformance/attribution/notes/run-calls.ts'
import { describeSignUpToken } from '../../conformance/attribution/notes/sign-up-tokens.ts'
import type { Exchange } from '../../conformance/client/http.ts'
import type { CheckRun } from '../../conformance/dsl/check-run.ts'
import { exploreChecks } from '../../conformance/explore/explore-checks.ts'

const transport = { header: 'authorization', value: 'Bearer {token}' }
const settings = { auth: { token: transport, admin: { header: 'x-key', value: '{key}' } }, keepAlive: false }

function toExchange(operationId: 'signup' | 'resolveIncident', status: number, token: string): Exchange {
  const headers = { ...(operationId !== 'signup' && { authorization: `Bearer ${token}` }) }
  return {
    request: { operationId, method: 'POST', path: '/', url: '/', headers },
    response: { status, headers: {}, text: '' },
    ...{ body: { accessToken: token }, isJson: true, started: new Date(0), milliseconds: 1 },
  }
}

/** The note on the last call, which a token of a sign-up is rejected in. */
function noteAfter(more: [status: number, token: string][], seen = '401'): string | undefined {
  const sent: [number, string][] = [
    ...Array.from({ length: 20 }, (): [number, string] => [200, 'of-a-log-in']),
    ...more,
    ...[401, 200, 401, 401].map((status): [number, string] => [status, 'of-a-sign-up']),
  ]
  const steps = [
    toExchange('signup', 201, 'of-a-sign-up'),
    ...sent.map(([status, token]) => toExchange('resolveIncident', status, token)),
  ]
  const findings = steps.flatMap(({ response: { status } }, step) =>
    status === 401 ? [{ basis: 'documented' as const, expected: acceptanceExpected, seen, step }] : [],
  )
  const run: CheckRun = {
    check: exploreChecks.incidents,
    record: { ...createCheckRecord(), steps, findings },
    ...{ completion: { kind: 'ran' }, milliseconds: 1 },
  }
  const calls = createRunCalls([run], [], settings)
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
