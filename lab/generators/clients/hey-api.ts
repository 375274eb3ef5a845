/** @hey-api/openapi-ts with its client for fetch. */
import { admin, bearer, type Connect } from './calls.ts'
import { createClient } from './generated/client/index.ts'
import * as api from './generated/sdk.gen.ts'
import type { ResolveIncidentErrors } from './generated/types.gen.ts'

export type Code = ResolveIncidentErrors[409]['error']['code']

export const connect: Connect = (baseUrl) => {
  const client = createClient({ baseUrl })
  const reply = async (call: Promise<{ data?: unknown; error?: unknown; response?: Response }>) => {
    const { data, error, response } = await call
    return { status: response?.status ?? 0, body: data ?? error }
  }
  return {
    signup: (body) => reply(api.signup({ client, body })),
    login: (body) => reply(api.login({ client, body })),
    resolveIncident: (id, body, token) =>
      reply(api.resolveIncident({ client, path: { id }, body, headers: bearer(token) })),
    deleteIncident: (id, token) => reply(api.deleteIncident({ client, path: { id }, headers: bearer(token) })),
    scheduleAccountDeletion: (body, token) =>
      reply(api.scheduleAccountDeletion({ client, body, headers: bearer(token) })),
    listDeletionRequests: (query, key) => reply(api.listDeletionRequests({ client, query, headers: admin(key) })),
    resetServiceStats: (id, query, token) =>
      reply(api.resetServiceStats({ client, path: { id }, query, headers: bearer(token) })),
    resetMonitorStats: (id, query, token) =>
      reply(api.resetMonitorStats({ client, path: { id }, query, headers: bearer(token) })),
  }
}
