/** openapi-typescript with openapi-fetch. */
import createClient from 'openapi-fetch'
import { admin, bearer, type Connect } from './calls.ts'
import type { paths } from './generated/schema.ts'

type Refusal = paths['/api/v1/incidents/{id}/resolve']['put']['responses'][409]
export type Code = Refusal['content']['application/json']['error']['code']

export const connect: Connect = (baseUrl) => {
  const api = createClient<paths>({ baseUrl })
  const reply = async (call: Promise<{ data?: unknown; error?: unknown; response: Response }>) => {
    const { data, error, response } = await call
    return { status: response.status, body: data ?? error }
  }
  return {
    signup: (body) => reply(api.POST('/auth/signup', { body })),
    login: (body) => reply(api.POST('/auth/login', { body })),
    resolveIncident: (id, body, token) =>
      reply(api.PUT('/api/v1/incidents/{id}/resolve', { params: { path: { id } }, body, headers: bearer(token) })),
    deleteIncident: (id, token) =>
      reply(api.DELETE('/api/v1/incidents/{id}', { params: { path: { id } }, headers: bearer(token) })),
    scheduleAccountDeletion: (body, token) =>
      reply(api.POST('/dashboard/account/delete', { body, headers: bearer(token) })),
    listDeletionRequests: (query, key) =>
      reply(api.GET('/admin/deletion-requests', { params: { query }, headers: admin(key) })),
    resetServiceStats: (id, query, token) =>
      reply(api.DELETE('/api/v1/services/{id}/stats', { params: { path: { id }, query }, headers: bearer(token) })),
    resetMonitorStats: (id, query, token) =>
      reply(api.DELETE('/api/v1/monitors/{id}/stats', { params: { path: { id }, query }, headers: bearer(token) })),
  }
}
