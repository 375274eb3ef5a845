// Made from openapi.yaml by `npm run generate`. Do not edit.
import type { AccountDeletionRequest, DeleteIncidentErrors, DeleteIncidentResponses, DeletionRequest, IncidentId, ListDeletionRequestsData, ListDeletionRequestsErrors, ListDeletionRequestsResponses, LoginErrors, LoginRequest, LoginResponses, MonitorId, ResetMonitorStatsData, ResetMonitorStatsErrors, ResetMonitorStatsResponses, ResetServiceStatsData, ResetServiceStatsErrors, ResetServiceStatsResponses, ResolveIncidentErrors, ResolveIncidentResponses, ResolveRequest, ScheduleAccountDeletionErrors, ScheduleAccountDeletionResponses, ServiceId, SignupErrors, SignupRequest, SignupResponses } from './types.gen.ts'
import type { Call } from '../runtime/call.ts'
import type { Client } from '../runtime/client.ts'
import type { CallOptions } from '../runtime/options.ts'
import { type Paginated, paginate } from '../runtime/pagination.ts'

/** One function for each operation of the contract. */
export type Monitoring = {
  /** The client that sends the calls. Functions of other entries that get it share its session and retries. */
  readonly client: Client
  auth: {
    /**
     * Creates an account with e-mail and password, and with it a team of its own. Account and team appear together
     * or not at all. The new user owns the team, which starts on the free plan. (Service document, 4.1.)
     *
     * @param body The new user.
     * @param options The signal, headers, timeout and number of retries of this call.
     * @returns The account and its team exist; the caller is logged in.
     * @throws ApiError 400 `VALIDATION_ERROR`; 409 `EMAIL_ALREADY_REGISTERED`; 429 `RATE_LIMITED`.
     */
    signup(body: SignupRequest, options?: CallOptions): Call<SignupResponses, SignupErrors>
    /**
     * Exchanges e-mail and password for an access token and a refresh token. An unknown address, a wrong password
     * and an account without a password are refused alike. (Service document, 4.2.)
     *
     * @param body The credentials.
     * @param options The signal, headers, timeout and number of retries of this call.
     * @returns Logged in.
     * @throws ApiError 400 `VALIDATION_ERROR`; 401 `INVALID_CREDENTIALS`; 429 `RATE_LIMITED`.
     */
    login(body: LoginRequest, options?: CallOptions): Call<LoginResponses, LoginErrors>
  }
  incidents: {
    /**
     * Sets an incident to resolved and sets `resolvedAt`. A supplied cause is stored; without one a stored cause is
     * kept. A resolved incident never changes again. Needs write scope. (Service document, 4.3 and 3.1.)
     *
     * @param id The incident.
     * @param body Why it happened.
     * @param options The signal, headers, timeout and number of retries of this call.
     * @returns The incident is resolved.
     * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `INSUFFICIENT_SCOPE`; 404
     * `INCIDENT_NOT_FOUND`; 409 `INCIDENT_ALREADY_RESOLVED`.
     */
    resolve(id: IncidentId, body?: ResolveRequest, options?: CallOptions): Call<ResolveIncidentResponses, ResolveIncidentErrors>
    /**
     * Deletes an incident that was created by hand, resolved or not. Incidents of type `auto`, which were detected
     * automatically, cannot be deleted. Needs write scope. (Service document, 4.4.)
     *
     * @param id The incident.
     * @param options The signal, headers, timeout and number of retries of this call.
     * @returns The incident is gone.
     * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `INSUFFICIENT_SCOPE`; 404
     * `INCIDENT_NOT_FOUND`; 409 `AUTO_INCIDENT_NOT_DELETABLE`.
     */
    delete(id: IncidentId, options?: CallOptions): Call<DeleteIncidentResponses, DeleteIncidentErrors>
  }
  account: {
    /**
     * Schedules the deletion of the caller's account. All its data is permanently deleted 30 days later; until then
     * the account works. Users with a password confirm with it, OAuth users with a verification code. An owner of a
     * team that has other members cannot leave. Needs an access token. (Service document, 4.5.)
     *
     * @param body Proof that the caller is who the token says.
     * @param options The signal, headers, timeout and number of retries of this call.
     * @returns The deletion is scheduled.
     * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `WRONG_PASSWORD` or
     * `WRONG_VERIFICATION_CODE`; 409 `DELETION_ALREADY_REQUESTED` or `TEAM_HAS_OTHER_MEMBERS`; 429 `RATE_LIMITED`.
     */
    scheduleDeletion(body: AccountDeletionRequest, options?: CallOptions): Call<ScheduleAccountDeletionResponses, ScheduleAccountDeletionErrors>
  }
  admin: {
    /**
     * Lists users whose deletion is scheduled, page by page. The account that is deleted next comes first. A page
     * past the end is empty and has the right `total`. Needs the admin API key. (Service document, 4.6.)
     *
     * A `for await` over the call yields the records of this page and of all that follow; it may miss some if records are deleted meanwhile.
     *
     * @param query `page`: The page, counted from 1. `limit`: How many records a page holds.
     * @param options The signal, headers, timeout and number of retries of this call.
     * @returns One page of deletion requests.
     * @throws ApiError 400 `VALIDATION_ERROR`; 401 `INVALID_ADMIN_KEY`.
     */
    deletionRequests(query?: ListDeletionRequestsData['query'], options?: CallOptions): Call<ListDeletionRequestsResponses, ListDeletionRequestsErrors> & Paginated<DeletionRequest>
  }
  services: {
    /**
     * Deletes the daily statistics of all monitors linked to one service, of all time or of the days before a date.
     * Requires a paid plan, Pro or higher, and no particular scope. Needs an access token. (Service document, 4.7.)
     *
     * @param id The service.
     * @param query `before`: Only statistics before this date are deleted, by UTC dates; those of the day itself
     * stay. Without it, all are deleted.
     * @param options The signal, headers, timeout and number of retries of this call.
     * @returns The statistics are deleted.
     * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `PLAN_UPGRADE_REQUIRED` with
     * `detail.upgradeUrl`; 404 `SERVICE_NOT_FOUND`.
     */
    resetStats(id: ServiceId, query?: ResetServiceStatsData['query'], options?: CallOptions): Call<ResetServiceStatsResponses, ResetServiceStatsErrors>
  }
  monitors: {
    /**
     * Deletes the daily statistics of one monitor, of all time or of the days before a date. Requires a paid plan,
     * Pro or higher, and no particular scope. Needs an access token. (Service document, 4.8.)
     *
     * @param id The monitor.
     * @param query `before`: Only statistics before this date are deleted, by UTC dates; those of the day itself
     * stay. Without it, all are deleted.
     * @param options The signal, headers, timeout and number of retries of this call.
     * @returns The statistics are deleted.
     * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `PLAN_UPGRADE_REQUIRED` with
     * `detail.upgradeUrl`; 404 `MONITOR_NOT_FOUND`.
     */
    resetStats(id: MonitorId, query?: ResetMonitorStatsData['query'], options?: CallOptions): Call<ResetMonitorStatsResponses, ResetMonitorStatsErrors>
  }
}

export const createCalls = (client: Client): Monitoring => ({
  client,
  auth: {
    signup: (body, options) =>
      client.send({ method: 'POST', path: '/auth/signup', body }, options),
    login: (body, options) =>
      client.send({ method: 'POST', path: '/auth/login', body }, options),
  },
  incidents: {
    resolve: (id, body, options) =>
      client.send({ method: 'PUT', path: '/api/v1/incidents/{id}/resolve', security: 'authorization', params: { id }, body }, options),
    delete: (id, options) =>
      client.send({ method: 'DELETE', path: '/api/v1/incidents/{id}', security: 'authorization', isEmpty: true, params: { id } }, options),
  },
  account: {
    scheduleDeletion: (body, options) =>
      client.send({ method: 'POST', path: '/dashboard/account/delete', security: 'authorization', body }, options),
  },
  admin: {
    deletionRequests: (query, options) =>
      paginate(client, { method: 'GET', path: '/admin/deletion-requests', security: 'x-admin-api-key', query }, options),
  },
  services: {
    resetStats: (id, query, options) =>
      client.send({ method: 'DELETE', path: '/api/v1/services/{id}/stats', security: 'authorization', params: { id }, query }, options),
  },
  monitors: {
    resetStats: (id, query, options) =>
      client.send({ method: 'DELETE', path: '/api/v1/monitors/{id}/stats', security: 'authorization', params: { id }, query }, options),
  },
})
