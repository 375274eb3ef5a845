/** Builds the HTTP request of a scenario. */
import type { Contract } from '../derive/contract.ts'
import type { Scenario } from '../derive/scenarios.ts'

/** Tokens and keys, or the variables of a tool that hold them. */
export interface Credentials {
  token?: string
  adminKey?: string
}

export interface ScenarioRequest {
  method: string
  /** Path and query. */
  target: string
  headers: Record<string, string>
  body?: string
}

/**
 * @param isNamed whether a Prefer header, which the mock follows, names the scenario.
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

/** The query string of a scenario's request. */
export function queryOf({ query, send }: Scenario): string {
  return (
    send.query ?? new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  )
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
