/** swagger-typescript-api. */
import { admin, bearer, type Connect } from './calls.ts'
import { Api, type IncidentAlreadyResolved } from './generated/client.ts'

export type Code = IncidentAlreadyResolved['error']['code']

export const connect: Connect = (baseUrl) => {
  const { auth, api, dashboard, admin: operator } = new Api({ baseUrl })
  // It throws the response of an error, and parses no body where the success has none.
  const reply = async (call: Promise<Response & { data?: unknown; error?: unknown }>) => {
    const response = await call.catch((thrown: Response & { data?: unknown; error?: unknown }) => thrown)
    return { status: response.status, body: response.data ?? response.error }
  }
  return {
    signup: (body) => reply(auth.signup(body)),
    login: (body) => reply(auth.login(body)),
    resolveIncident: (id, body, token) => reply(api.resolveIncident(id, body, { headers: bearer(token) })),
    deleteIncident: (id, token) => reply(api.deleteIncident(id, { headers: bearer(token) })),
    scheduleAccountDeletion: (body, token) =>
      reply(dashboard.scheduleAccountDeletion(body, { headers: bearer(token) })),
    listDeletionRequests: (query, key) => reply(operator.listDeletionRequests(query, { headers: admin(key) })),
    resetServiceStats: (id, query, token) => reply(api.resetServiceStats(id, query, { headers: bearer(token) })),
    resetMonitorStats: (id, query, token) => reply(api.resetMonitorStats(id, query, { headers: bearer(token) })),
  }
}
