/** A consumer of the packed SDK, the same in every runtime: uses all entries and returns the results. */
import { ApiError, createMonitoring, ResponseError } from '@monitoring-service/sdk'
import { createFetch } from '@monitoring-service/sdk/fetch'
import { createClient, resolveIncident } from '@monitoring-service/sdk/operations'
import { listDeletionRequestsOptions, nextPage } from '@monitoring-service/sdk/react-query'
import { createTestMonitoring, serviceError } from '@monitoring-service/sdk/testing'
import { validate, vIncident } from '@monitoring-service/sdk/validators'
import { QueryClient } from '@tanstack/react-query'
import { safeParse } from 'valibot'

const [open, resolved] = ['01J0000000000001NC1DENT001', '01J0000000000001NC1DENT003']
const path = '/api/v1/incidents/{id}/resolve'

/** Calls the service through every entry of the SDK. */
export async function callEverything({ baseUrl, password, adminKey, page }) {
  const stored = {}
  const options = { baseUrl, adminKey, session: { token: () => stored.token }, validate, maxRetries: 0 }
  const monitoring = createMonitoring(options)
  const { user, accessToken } = await monitoring.auth.login({ email: 'owner@acme.example', password })
  stored.token = accessToken
  const { incident } = await monitoring.incidents.resolve(open, { cause: 'A full disk' })
  const error = await monitoring.incidents.resolve(resolved).catch((reason) => reason)
  const leaving = []
  for await (const { email } of monitoring.admin.deletionRequests({ page })) leaving.push(email)

  const client = createClient(options)
  const operation = await resolveIncident({ client, path: { id: resolved } }).result()
  const byPath = await createFetch(options).PUT(path, { params: { path: { id: resolved } } })
  const refuse = () => {
    throw serviceError('AUTO_INCIDENT_NOT_DELETABLE')
  }
  const double = await createTestMonitoring({ incidents: { delete: refuse } })
    .incidents.delete(open)
    .result()
  const last = await new QueryClient().fetchQuery(listDeletionRequestsOptions({ client, query: { page: 3 } }))
  return {
    role: user.role,
    status: incident.status,
    isValid: safeParse(vIncident, incident).success && !safeParse(vIncident, {}).success,
    error: [error instanceof ApiError, error.status, error.code, typeof error.requestId],
    leaving: [leaving.length, leaving[0]],
    operation: [operation.ok, operation.status, operation.error instanceof ApiError],
    byPath: [byPath.response.status, byPath.error.error.code],
    double: [double.status, double.error instanceof ApiError],
    query: [last.data.length, nextPage(last) === undefined],
  }
}

/** Makes one call that fails and returns the readable parts of its error. */
export async function readError({ baseUrl, headers, adminKey }) {
  const { admin } = createMonitoring({ baseUrl, headers, adminKey, maxRetries: 0 })
  const error = await admin.deletionRequests().catch((error) => error)
  const { name, code, status, requestId, retryAfter } = error
  return { name, code, status, requestId, retryAfter, isResponseError: error instanceof ResponseError }
}
