/** What contract and demo have to say about properties and parameters, by their names. */
import { demo, scenarios } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }

/** The values of a name in the examples of requests that are refused as not valid, or of all others. */
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
