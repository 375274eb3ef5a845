/** oazapfts. */
import { admin, bearer, type Connect, replyOf } from './calls.ts'
import * as api from './generated/client.ts'

export type Code = Extract<Awaited<ReturnType<typeof api.resolveIncident>>, { status: 409 }>['data']['error']['code']

export const connect: Connect = (baseUrl) => {
  api.defaults.baseUrl = baseUrl
  return {
    signup: (body) => replyOf(api.signup(body)),
    login: (body) => replyOf(api.login(body)),
    resolveIncident: (id, body, token) => replyOf(api.resolveIncident(id, body, {}, { headers: bearer(token) })),
    deleteIncident: (id, token) => replyOf(api.deleteIncident(id, {}, { headers: bearer(token) })),
    scheduleAccountDeletion: (body, token) =>
      replyOf(api.scheduleAccountDeletion(body, {}, { headers: bearer(token) })),
    listDeletionRequests: (query, key) => replyOf(api.listDeletionRequests(query, { headers: admin(key) })),
    resetServiceStats: (id, query, token) => replyOf(api.resetServiceStats(id, query, { headers: bearer(token) })),
    resetMonitorStats: (id, query, token) => replyOf(api.resetMonitorStats(id, query, { headers: bearer(token) })),
  }
}
