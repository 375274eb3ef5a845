/** The two clients that send the scenarios: the SDK, and openapi-fetch, which shares no code with it. */
import { operations, type Scenario } from '@monitoring-service/contract'
import type { Credentials } from '@monitoring-service/contract/requests'
import createClient from 'openapi-fetch'
import type { paths } from '../../contract/generated/types.ts'
import { ApiError, createMonitoring, type Monitoring } from '../../sdk/index.ts'

export interface Call {
  scenario: Scenario
  baseUrl: string
  credentials: Credentials
  fetch: typeof fetch
}

/** Sends a scenario and returns the value that the client gives to its caller: the data, or the error's body. */
export type Client = (call: Call) => Promise<unknown>

export const clients: Record<'sdk' | 'openapi-fetch', Client> = {
  async sdk({ scenario, baseUrl, credentials: { token, adminKey }, fetch }) {
    const api = createMonitoring({ baseUrl, fetch, maxRetries: 0, session: { token: () => token }, adminKey })
    try {
      return await call(api, scenario)
    } catch (error) {
      if (error instanceof ApiError) return { error: error.detail }
      throw error
    }
  },

  async 'openapi-fetch'({ scenario, baseUrl, credentials: { token, adminKey }, fetch }) {
    const client = createClient<paths>({ baseUrl, fetch })
    const { method, path } = operations[scenario.operationId]
    const init = {
      params: { path: scenario.path, query: scenario.query },
      ...(scenario.body !== undefined && { body: scenario.body }),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(adminKey && { 'x-admin-api-key': adminKey }) },
    }
    const request = client.request as (...call: unknown[]) => Promise<{ data?: unknown; error?: unknown }>
    const { data, error } = await request(method.toLowerCase(), path, init)
    return data ?? error
  },
}

/** Some scenarios violate the types, so the inputs are passed without types. */
function call(api: Monitoring, { operationId, path, query, body }: Scenario): Promise<unknown> {
  const [group = '', name = ''] = operations[operationId].sdk.split('.')
  const found = (api as unknown as Record<string, Record<string, (...input: unknown[]) => Promise<unknown>>>)[group]?.[
    name
  ]
  if (!found) throw new Error(`the SDK has no ${group}.${name}`)
  return found(...Object.values(path), operations[operationId].body === null ? query : body)
}
