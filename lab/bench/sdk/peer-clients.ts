/** The peers of our SDK, each called as its documentation says, in the shape of `our-client.ts`. */
import ky from 'ky'
import createFetchClient from 'openapi-fetch'
import type { paths } from '../../../contract/generated/types.ts'
import type { HeyApi } from './hey-api.ts'
import { credentials, type Outcome, settleThrown, type TestedClient } from './our-client.ts'

const adminHeaders = { 'X-Admin-Api-Key': 'admin-key' }
const userHeaders = { Authorization: 'Bearer token' }

/** For clients that return errors in the documented field `error`. */
async function settleFields(call: Promise<{ data?: unknown; error?: unknown; response?: Response }>): Promise<Outcome> {
  try {
    const { data, error, response } = await call
    return { failed: error !== undefined, data, error, response }
  } catch (error) {
    return { failed: true, error }
  }
}

const openapiFetch: TestedClient = {
  name: 'openapi-fetch',
  offers: { paths: true, timeout: false },
  call({ base, operation, id, signal }) {
    const client = createFetchClient<paths>({ baseUrl: base })
    const params = { path: { id } }
    const calls = {
      login: () => client.POST('/auth/login', { body: credentials, signal }),
      resolve: () => client.PUT('/api/v1/incidents/{id}/resolve', { params, body: {}, headers: userHeaders, signal }),
      delete: () => client.DELETE('/api/v1/incidents/{id}', { params, headers: userHeaders, signal }),
      list: () => client.GET('/admin/deletion-requests', { headers: adminHeaders, signal }),
    }
    return settleFields(calls[operation]())
  },
}

const heyApi = (module: HeyApi): TestedClient => ({
  name: 'hey-api default',
  offers: { paths: true, timeout: false },
  call({ base, operation, id, signal }) {
    const options = { baseUrl: base, signal, auth: () => (operation === 'list' ? 'admin-key' : 'token') }
    const calls = {
      login: () => module.login({ ...options, body: credentials }),
      resolve: () => module.resolveIncident({ ...options, path: { id }, body: {} }),
      delete: () => module.deleteIncident({ ...options, path: { id } }),
      list: () => module.listDeletionRequests(options),
    }
    return settleFields(calls[operation]())
  },
})

/** ky knows no paths and no operations: its caller writes the URL. */
const kyAlone: TestedClient = {
  name: 'ky',
  offers: { paths: false, timeout: true },
  call({ base, operation, id, signal, timeout = 10_000 }) {
    const options = { signal, timeout }
    const calls = {
      login: () => ky.post(`${base}/auth/login`, { ...options, json: credentials }),
      resolve: () => ky.put(`${base}/api/v1/incidents/${id}/resolve`, { ...options, json: {}, headers: userHeaders }),
      delete: () => ky.delete(`${base}/api/v1/incidents/${id}`, { ...options, headers: userHeaders }),
      list: () => ky.get(`${base}/admin/deletion-requests`, { ...options, headers: adminHeaders }),
    }
    // A deletion returns nothing to parse.
    return settleThrown(operation === 'delete' ? calls.delete() : calls[operation]().json())
  },
}

export const listPeers = (module: HeyApi): TestedClient[] => [openapiFetch, heyApi(module), kyAlone]
