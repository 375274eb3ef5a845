/** feTS, which generates nothing: it infers the types from the document. */
import { createClient, type NormalizeOAS } from 'fets'
import { admin, bearer, type Connect } from './calls.ts'
import type { document } from './generated/document.ts'

/** It infers no literal from `const`. */
export type Code = string

export const connect: Connect = (endpoint) => {
  const api = createClient<NormalizeOAS<typeof document>>({ endpoint })
  const reply = async (call: PromiseLike<unknown>) => {
    const response = (await call) as Response
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined }
  }
  return {
    signup: (json) => reply(api['/auth/signup'].post({ json })),
    login: (json) => reply(api['/auth/login'].post({ json })),
    resolveIncident: (id, json, token) =>
      reply(api['/api/v1/incidents/{id}/resolve'].put({ params: { id }, json, headers: bearer(token) })),
    deleteIncident: (id, token) =>
      reply(api['/api/v1/incidents/{id}'].delete({ params: { id }, headers: bearer(token) })),
    scheduleAccountDeletion: (json, token) =>
      reply(api['/dashboard/account/delete'].post({ json, headers: bearer(token) })),
    listDeletionRequests: (query, key) => reply(api['/admin/deletion-requests'].get({ query, headers: admin(key) })),
    resetServiceStats: (id, query, token) =>
      reply(api['/api/v1/services/{id}/stats'].delete({ params: { id }, query, headers: bearer(token) })),
    resetMonitorStats: (id, query, token) =>
      reply(api['/api/v1/monitors/{id}/stats'].delete({ params: { id }, query, headers: bearer(token) })),
  }
}
