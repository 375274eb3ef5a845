/** Kubb with its client for fetch, which sends a body as text without the media type. */
import { admin, bearer, type Connect, replyOf } from './calls.ts'
import { setConfig } from './generated/.kubb/fetch.ts'
import * as api from './generated/index.ts'

export type Code = api.ResolveIncident409['error']['code']

const json = { 'Content-Type': 'application/json' }

export const connect: Connect = (baseUrl) => {
  setConfig({ baseURL: baseUrl })
  const none = undefined
  return {
    signup: (body) => replyOf(api.signup(body, none, { headers: json })),
    login: (body) => replyOf(api.login(body, none, { headers: json })),
    resolveIncident: (id, body, token) =>
      replyOf(api.resolveIncident(id, body, none, { headers: { ...json, ...bearer(token) } })),
    deleteIncident: (id, token) => replyOf(api.deleteIncident(id, none, { headers: bearer(token) })),
    scheduleAccountDeletion: (body, token) =>
      replyOf(api.scheduleAccountDeletion(body, none, { headers: { ...json, ...bearer(token) } })),
    listDeletionRequests: (query, key) => replyOf(api.listDeletionRequests(query, none, { headers: admin(key) })),
    resetServiceStats: (id, query, token) =>
      replyOf(api.resetServiceStats(id, query, none, { headers: bearer(token) })),
    resetMonitorStats: (id, query, token) =>
      replyOf(api.resetMonitorStats(id, query, none, { headers: bearer(token) })),
  }
}
