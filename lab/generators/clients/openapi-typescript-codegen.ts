/** openapi-typescript-codegen, with its client for fetch. */
import type { Connect } from './calls.ts'
import * as api from './generated/index.ts'

export type Code = api.IncidentAlreadyResolved['error']['code']

export const connect: Connect = (baseUrl) => {
  api.OpenAPI.BASE = baseUrl
  const reply = async (
    success: number,
    call: () => Promise<unknown>,
    headers: { token?: string; key?: string } = {},
  ) => {
    api.OpenAPI.TOKEN = headers.token
    if (headers.key) api.OpenAPI.HEADERS = { 'X-Admin-Api-Key': headers.key }
    try {
      return { status: success, body: await call() }
    } catch (error) {
      if (error instanceof api.ApiError) return { status: error.status, body: error.body }
      throw error
    }
  }
  const { AccountsService, AdministrationService, IncidentsService, StatisticsService } = api
  return {
    signup: (body) => reply(201, () => AccountsService.signup(body)),
    login: (body) => reply(200, () => AccountsService.login(body)),
    resolveIncident: (id, body, token) =>
      reply(200, () => IncidentsService.resolveIncident(id, undefined, body), { token }),
    deleteIncident: (id, token) => reply(204, () => IncidentsService.deleteIncident(id), { token }),
    scheduleAccountDeletion: (body, token) =>
      reply(200, () => AccountsService.scheduleAccountDeletion(body), { token }),
    listDeletionRequests: ({ page, limit }, key) =>
      reply(200, () => AdministrationService.listDeletionRequests(page, limit), { key }),
    resetServiceStats: (id, { before }, token) =>
      reply(200, () => StatisticsService.resetServiceStats(id, before), { token }),
    resetMonitorStats: (id, { before }, token) =>
      reply(200, () => StatisticsService.resetMonitorStats(id, before), { token }),
  }
}
