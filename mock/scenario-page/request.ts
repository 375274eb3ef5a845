/** Builds the request that selects a scenario at the mock. */
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
 * @param isNamed whether a Prefer header names the scenario.
 * @throws Error if the contract does not have the scenario's operation.
 */
export function toRequest(
  scenario: Scenario,
  {
    operations,
    credentialHeaders: { bearerAuth = '', adminApiKey = '' },
  }: Pick<Contract, 'operations' | 'credentialHeaders'>,
  { token, adminKey }: Credentials,
  isNamed = hasPreconditions(scenario),
): ScenarioRequest {
  const { operationId, name, send, path } = scenario
  const operation = operations[operationId]
  if (!operation) throw new Error(`the contract has no operation ${operationId}`)
  const encode = send.raw ? String : encodeURIComponent
  const usualPath = operation.path.replace(/\{(\w+)\}/g, (_, name) => encode(path[name] ?? ''))
  const query = queryOf(scenario)
  const body = bodyOf(scenario)
  return {
    method: send.method ?? operation.method,
    target: `${send.path ?? usualPath}${query && `?${query}`}`,
    headers: {
      ...(token !== undefined && { [capitalize(bearerAuth)]: `Bearer ${token}` }),
      ...(adminKey !== undefined && { [capitalize(adminApiKey)]: adminKey }),
      ...(body !== undefined && { 'Content-Type': send.contentType ?? 'application/json' }),
      ...(isNamed && { Prefer: `example=${name}` }),
    },
    ...(body !== undefined && { body }),
  }
}

/** Whether a scenario depends on earlier requests or on the store, which its request does not show. */
export function hasPreconditions({ given }: Scenario): boolean {
  return Object.keys(given).length > 0
}

function bodyOf({ send, body }: Scenario): string | undefined {
  if (send.raw && typeof body === 'string') return body
  if (send.contentType) return 'plain text'
  if (send.bytes) return 'x'.repeat(send.bytes)
  return body === undefined ? undefined : JSON.stringify(body)
}

function capitalize(header: string): string {
  return header.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
