/** Example values of properties and parameters by name, from the contract and the demo data. */
import { demo, scenarios } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }

/** The values in request examples: those of valid requests, or those that are rejected with 400. */
export function examplesOf(name: string, valid: boolean): unknown[] {
  const sent = scenarios
    .filter(({ status }) => (status !== 400) === valid)
    .flatMap(({ query, body }) => [query, (body ?? {}) as Record<string, unknown>])
    .filter((values) => typeof values === 'object' && Object.hasOwn(values, name))
    .map((values) => values[name])
  return [...new Set([...(valid ? demoValues(name) : []), ...sent])]
}

function demoValues(name: string): string[] {
  if (name === 'email') return demoData.users.map(({ email }) => email)
  return name === 'password' ? [demo.password] : []
}
