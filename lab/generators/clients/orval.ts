/** orval with its client for fetch. */
import { admin, bearer, type Connect, replyOf } from './calls.ts'
import * as api from './generated/client.ts'

export type Code = api.resolveIncidentResponse409['data']['error']['code']

export const connect: Connect = () => {
  return {
    signup: (body) => replyOf(api.signup(body)),
    login: (body) => replyOf(api.login(body)),
    resolveIncident: (id, body, token) => replyOf(api.resolveIncident(id, body, { headers: bearer(token) })),
    deleteIncident: (id, token) => replyOf(api.deleteIncident(id, { headers: bearer(token) })),
    scheduleAccountDeletion: (body, token) => replyOf(api.scheduleAccountDeletion(body, { headers: bearer(token) })),
    listDeletionRequests: (query, key) => replyOf(api.listDeletionRequests(query, { headers: admin(key) })),
    resetServiceStats: (id, query, token) => replyOf(api.resetServiceStats(id, query, { headers: bearer(token) })),
    resetMonitorStats: (id, query, token) => replyOf(api.resetMonitorStats(id, query, { headers: bearer(token) })),
  }
}
