/** The request that plays a scenario at the mock, as it is sent. */
import type { Contract } from '@monitoring-service/contract'
import type { Credentials } from '../credentials.ts'
import { queryOf, type Scenario } from '../scenario-index.ts'

export interface ScenarioRequest {
  method: string
  /** Path and query. */
  target: string
  headers: Record<string, string>
  body?: string
}

/**
 * @param isNamed whether it must say by name which scenario it plays.
 * @throws Error if the contract does not have the scenario's operation.
 */
export function toRequest(
  scenario: Scenario,
  { operations, credentials: { bearerAuth = '', adminApiKey = '' } }: Pick<Contract, 'operations' | 'credentials'>,
  { token, adminKey }: Credentials,
  isNamed = hasPreconditions(scenario),
): ScenarioRequest {
  const { operationId, name, send, path } = scenario
  const operation = operations[operationId]
  if (!operation) throw new Error(`the contract has no operation ${operationId}`)
  const spell = send.raw ? String : encodeURIComponent
  const usual = operation.path.replace(/\{(\w+)\}/g, (_, name) => spell(path[name] ?? ''))
  const query = queryOf(scenario)
  const body = bodyOf(scenario)
  return {
    method: send.method ?? operation.method,
    target: `${send.path ?? usual}${query && `?${query}`}`,
    headers: {
      ...(token !== undefined && { [bearerAuth]: `Bearer ${token}` }),
      ...(adminKey !== undefined && { [adminApiKey]: adminKey }),
      ...(body !== undefined && { 'content-type': send.contentType ?? 'application/json' }),
      ...(isNamed && { prefer: `example=${name}` }),
    },
    ...(body !== undefined && { body }),
  }
}

/** Whether something came before the request, which cannot be seen in it. */
export function hasPreconditions({ given }: Scenario): boolean {
  return Object.keys(given).length > 0
}

function bodyOf({ send, body }: Scenario): string | undefined {
  if (send.raw && typeof body === 'string') return body
  if (send.contentType) return 'plain text'
  if (send.bytes) return 'x'.repeat(send.bytes)
  return body === undefined ? undefined : JSON.stringify(body)
}
