/** A consumer of the packed SDK: uses all its entries and tells what came of it; the same in every runtime. */
import { ApiError, createMonitoring, ResponseError } from '@monitoring-service/sdk'
import { createFetch } from '@monitoring-service/sdk/fetch'
import { createClient, resolveIncident } from '@monitoring-service/sdk/operations'
import { listDeletionRequestsOptions, nextPage } from '@monitoring-service/sdk/react-query'
import { validate, vIncident } from '@monitoring-service/sdk/validators'
import { QueryClient } from '@tanstack/react-query'
import { safeParse } from 'valibot'

const [open, resolved] = ['01J0000000000001NC1DENT001', '01J0000000000001NC1DENT003']
const path = '/api/v1/incidents/{id}/resolve'

/** Calls the service in every way that the SDK offers. */
export async function walk({ baseUrl, password, adminKey, page }) {
  const keep = {}
  const options = { baseUrl, adminKey, session: { token: () => keep.token }, validate, maxRetries: 0 }
  const monitoring = createMonitoring(options)
  const { user, accessToken } = await monitoring.auth.login({ email: 'owner@acme.example', password })
  keep.token = accessToken
  const { incident } = await monitoring.incidents.resolve(open, { cause: 'A full disk' })
  const refusal = await monitoring.incidents.resolve(resolved).catch((error) => error)
  const leaving = []
  for await (const { email } of monitoring.admin.deletionRequests({ page })) leaving.push(email)

  const client = createClient(options)
  const operation = await resolveIncident({ client, path: { id: resolved } }).result()
  const byPath = await createFetch(options).PUT(path, { params: { path: { id: resolved } } })
  const last = await new QueryClient().fetchQuery(listDeletionRequestsOptions({ client, query: { page: 3 } }))
  return {
    role: user.role,
    status: incident.status,
    isValid: safeParse(vIncident, incident).success && !safeParse(vIncident, {}).success,
    refusal: [refusal instanceof ApiError, refusal.status, refusal.code, typeof refusal.requestId],
    leaving: [leaving.length, leaving[0]],
    operation: [operation.ok, operation.status, operation.error instanceof ApiError],
    byPath: [byPath.response.status, byPath.error.error.code],
    query: [last.data.length, nextPage(last) === undefined],
  }
}

/** Makes one call that is refused, and tells what can be read of the refusal. */
export async function meet({ baseUrl, headers, adminKey }) {
  const { admin } = createMonitoring({ baseUrl, headers, adminKey, maxRetries: 0 })
  const error = await admin.deletionRequests().catch((error) => error)
  const { name, code, status, requestId, retryAfter } = error
  return { name, code, status, requestId, retryAfter, isResponseError: error instanceof ResponseError }
}
