/** The two clients that walk the scenarios: our SDK, and openapi-fetch, which shares no code with it. */
import { type OperationId, operations, type Scenario } from '@monitoring-service/contract'
import type { Credentials } from '@monitoring-service/mock/credentials'
import createClient from 'openapi-fetch'
import type { paths } from '../../sdk/generated/paths.gen.ts'
import { ApiError, createMonitoring, type Monitoring } from '../../sdk/index.ts'

export interface Call {
  scenario: Scenario
  baseUrl: string
  credentials: Credentials
  fetch: typeof fetch
}

/** Sends a scenario and tells what the caller's code gets: the data, or the body of the refusal. */
export type Client = (call: Call) => Promise<unknown>

export const clients: Record<'sdk' | 'openapi-fetch', Client> = {
  async sdk({ scenario, baseUrl, credentials: { token, adminKey }, fetch }) {
    const api = createMonitoring({ baseUrl, fetch, maxRetries: 0, session: { token: () => token }, adminKey })
    try {
      return await calls[scenario.operationId](api, scenario)
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

/** Scenarios send what types forbid, too, so the inputs are taken as they are. */
const calls: Record<OperationId, (api: Monitoring, scenario: Scenario) => Promise<unknown>> = {
  signup: (api, { body }) => api.auth.signup(body as never),
  login: (api, { body }) => api.auth.login(body as never),
  resolveIncident: (api, { path, body }) => api.incidents.resolve(path.id ?? '', body as never),
  deleteIncident: (api, { path }) => api.incidents.delete(path.id ?? ''),
  scheduleAccountDeletion: (api, { body }) => api.account.scheduleDeletion(body as never),
  listDeletionRequests: (api, { query }) => api.admin.deletionRequests(query),
  resetServiceStats: (api, { path, query }) => api.services.resetStats(path.id ?? '', query),
  resetMonitorStats: (api, { path, query }) => api.monitors.resetStats(path.id ?? '', query),
}
