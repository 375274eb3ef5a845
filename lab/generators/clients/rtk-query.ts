/** @rtk-query/codegen-openapi with Redux Toolkit. Its types know no error responses. */
import { configureStore } from '@reduxjs/toolkit'
import type { Calls, Connect, Reply } from './calls.ts'
import { credentials } from './generated/base.ts'
import { api, type IncidentAlreadyResolved } from './generated/client.ts'

export type Code = IncidentAlreadyResolved['error']['code']

export const connect: Connect = (baseUrl) => {
  credentials.baseUrl = baseUrl
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  const { endpoints } = api
  const reply = async (
    success: number,
    headers: Record<string, string>,
    dispatch: () => PromiseLike<unknown>,
  ): Promise<Reply> => {
    credentials.headers = headers
    const { data, error } = (await dispatch()) as { data?: unknown; error?: { status: number; data: unknown } }
    return error ? { status: error.status, body: error.data } : { status: success, body: data }
  }
  const as = (token: string) => ({ authorization: `Bearer ${token}` })
  const calls: Calls = {
    signup: (signupRequest) => reply(201, {}, () => store.dispatch(endpoints.signup.initiate({ signupRequest }))),
    login: (loginRequest) => reply(200, {}, () => store.dispatch(endpoints.login.initiate({ loginRequest }))),
    resolveIncident: (id, resolveRequest, token) =>
      reply(200, as(token), () => store.dispatch(endpoints.resolveIncident.initiate({ id, resolveRequest }))),
    deleteIncident: (id, token) =>
      reply(204, as(token), () => store.dispatch(endpoints.deleteIncident.initiate({ id }))),
    scheduleAccountDeletion: (accountDeletionRequest, token) =>
      reply(200, as(token), () =>
        store.dispatch(endpoints.scheduleAccountDeletion.initiate({ accountDeletionRequest })),
      ),
    listDeletionRequests: (query, key) =>
      reply(200, { 'x-admin-api-key': key }, () =>
        store.dispatch(endpoints.listDeletionRequests.initiate(query, { forceRefetch: true })),
      ),
    resetServiceStats: (id, query, token) =>
      reply(200, as(token), () => store.dispatch(endpoints.resetServiceStats.initiate({ id, ...query }))),
    resetMonitorStats: (id, query, token) =>
      reply(200, as(token), () => store.dispatch(endpoints.resetMonitorStats.initiate({ id, ...query }))),
  }
  return calls
}
