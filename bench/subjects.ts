/** The clients under test, each as its documentation says to call it, behind one shape. */
import ky from 'ky'
import createFetchClient from 'openapi-fetch'
import type { paths } from '../sdk/generated/paths.gen.ts'
import { createMonitoring } from '../sdk/index.ts'
import type { HeyApi } from './hey-api.ts'

/** What a call came to: thrown or handed back, an error is an error; a response is what the caller can see of it. */
export interface Outcome {
  failed: boolean
  data?: unknown
  error?: unknown
  response?: Response | undefined
}

export interface Asked {
  base: string
  operation: 'login' | 'resolve' | 'delete' | 'list'
  id: string
  signal: AbortSignal
  timeout: number | undefined
}

export interface Subject {
  name: string
  offers: { paths: boolean; timeout: boolean }
  call(asked: Asked): Promise<Outcome>
}

const credentials = { email: 'ada@example.com', password: 'correct horse' }
const adminHeaders = { 'X-Admin-Api-Key': 'admin-key' }
const userHeaders = { Authorization: 'Bearer token' }

/** For clients that throw. */
async function settle(call: Promise<unknown>): Promise<Outcome> {
  try {
    return { failed: false, data: await call }
  } catch (error) {
    return { failed: true, error, response: (error as { response?: Response } | null)?.response }
  }
}

/** For clients that hand errors back; told apart as they document it, by `error`. */
async function settleFields(call: Promise<{ data?: unknown; error?: unknown; response?: Response }>): Promise<Outcome> {
  try {
    const { data, error, response } = await call
    return { failed: error !== undefined, data, error, response }
  } catch (error) {
    return { failed: true, error }
  }
}

const ours: Subject = {
  name: 'ours',
  offers: { paths: true, timeout: true },
  call({ base, operation, id, signal, timeout }) {
    const session = { token: () => 'token' }
    const api = createMonitoring({ baseUrl: base, adminKey: 'admin-key', session, timeout })
    const calls = {
      login: () => api.auth.login(credentials, { signal }),
      resolve: () => api.incidents.resolve(id, {}, { signal }),
      delete: () => api.incidents.delete(id, { signal }),
      list: () => api.admin.deletionRequests({}, { signal }),
    }
    return settle(calls[operation]())
  },
}

const openapiFetch: Subject = {
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

const heyApi = (module: HeyApi): Subject => ({
  name: 'hey-api default',
  offers: { paths: true, timeout: false },
  call({ base, operation, id, signal }) {
    const on = { baseUrl: base, signal, auth: () => (operation === 'list' ? 'admin-key' : 'token') }
    const calls = {
      login: () => module.login({ ...on, body: credentials }),
      resolve: () => module.resolveIncident({ ...on, path: { id }, body: {} }),
      delete: () => module.deleteIncident({ ...on, path: { id } }),
      list: () => module.listDeletionRequests(on),
    }
    return settleFields(calls[operation]())
  },
})

/** It knows no paths and no operations: its caller writes the URL. */
const kyAlone: Subject = {
  name: 'ky',
  offers: { paths: false, timeout: true },
  call({ base, operation, id, signal, timeout = 10_000 }) {
    const on = { signal, timeout }
    const calls = {
      login: () => ky.post(`${base}/auth/login`, { ...on, json: credentials }),
      resolve: () => ky.put(`${base}/api/v1/incidents/${id}/resolve`, { ...on, json: {}, headers: userHeaders }),
      delete: () => ky.delete(`${base}/api/v1/incidents/${id}`, { ...on, headers: userHeaders }),
      list: () => ky.get(`${base}/admin/deletion-requests`, { ...on, headers: adminHeaders }),
    }
    return settle(calls[operation]().json())
  },
}

export function listSubjects(module: HeyApi): Subject[] {
  return [ours, openapiFetch, heyApi(module), kyAlone]
}
