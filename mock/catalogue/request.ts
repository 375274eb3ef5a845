/** The request that plays a scenario at the mock, as it is sent. */
import { credentials as headerOf, type OperationEntry } from '@monitoring-service/contract'
import { queryOf, type Scenario } from '../book.ts'
import type { Credentials } from '../credentials.ts'

export interface ScenarioRequest {
  method: string
  /** Path and query. */
  target: string
  headers: Record<string, string>
  body?: string
}

export function requestOf(
  scenario: Scenario,
  operation: Pick<OperationEntry, 'method' | 'path'>,
  { token, adminKey }: Credentials,
): ScenarioRequest {
  const { name, given, send, path } = scenario
  const spell = send.raw ? String : encodeURIComponent
  const usual = operation.path.replace(/\{(\w+)\}/g, (_, name) => spell(path[name] ?? ''))
  const query = queryOf(scenario)
  const body = bodyOf(scenario)
  return {
    method: send.method ?? operation.method,
    target: `${send.path ?? usual}${query && `?${query}`}`,
    headers: {
      ...(token !== undefined && { [headerOf.bearerAuth]: `Bearer ${token}` }),
      ...(adminKey !== undefined && { [headerOf.adminApiKey]: adminKey }),
      ...(body !== undefined && { 'content-type': send.contentType ?? 'application/json' }),
      // What came before a request cannot be seen in it, so the mock is told.
      ...(Object.keys(given).length > 0 && { prefer: `example=${name}` }),
    },
    ...(body !== undefined && { body }),
  }
}

function bodyOf({ send, body }: Scenario): string | undefined {
  if (send.raw && typeof body === 'string') return body
  if (send.contentType) return 'plain text'
  if (send.bytes) return 'x'.repeat(send.bytes)
  return body === undefined ? undefined : JSON.stringify(body)
}
