// Made from openapi.yaml by `npm run generate`. Do not edit.
import type { DeleteIncidentData, DeleteIncidentErrors, DeleteIncidentResponses, DeletionRequest, ListDeletionRequestsData, ListDeletionRequestsErrors, ListDeletionRequestsResponses, LoginData, LoginErrors, LoginResponses, ResetMonitorStatsData, ResetMonitorStatsErrors, ResetMonitorStatsResponses, ResetServiceStatsData, ResetServiceStatsErrors, ResetServiceStatsResponses, ResolveIncidentData, ResolveIncidentErrors, ResolveIncidentResponses, ScheduleAccountDeletionData, ScheduleAccountDeletionErrors, ScheduleAccountDeletionResponses, SignupData, SignupErrors, SignupResponses } from './types.gen.ts'
import type { Call } from '../runtime/call.ts'
import type { Options } from '../runtime/client.ts'
import { type Paginated, paginate } from '../runtime/pagination.ts'

/**
 * Creates an account with e-mail and password, and with it a team of its own. Account and team appear together
 * or not at all. The new user owns the team, which starts on the free plan. (Service document, 4.1.)
 *
 * @param options `client`: The client. `body`: The new user.
 * @returns The account and its team exist; the caller is logged in.
 * @throws ApiError 400 `VALIDATION_ERROR`; 409 `EMAIL_ALREADY_REGISTERED`; 429 `RATE_LIMITED`.
 */
export const signup = (options: Options<SignupData>): Call<SignupResponses, SignupErrors> =>
  options.client.send({ method: 'POST', path: '/auth/signup', body: options.body }, options)

/**
 * Exchanges e-mail and password for an access token and a refresh token. An unknown address, a wrong password
 * and an account without a password are refused alike. (Service document, 4.2.)
 *
 * @param options `client`: The client. `body`: The credentials.
 * @returns Logged in.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `INVALID_CREDENTIALS`; 429 `RATE_LIMITED`.
 */
export const login = (options: Options<LoginData>): Call<LoginResponses, LoginErrors> =>
  options.client.send({ method: 'POST', path: '/auth/login', body: options.body }, options)

/**
 * Sets an incident to resolved and sets `resolvedAt`. A supplied cause is stored; without one a stored cause is
 * kept. A resolved incident never changes again. Needs write scope. (Service document, 4.3 and 3.1.)
 *
 * @param options `client`: The client. `path`: `id`: The incident. `body`: Why it happened.
 * @returns The incident is resolved.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `INSUFFICIENT_SCOPE`; 404
 * `INCIDENT_NOT_FOUND`; 409 `INCIDENT_ALREADY_RESOLVED`.
 */
export const resolveIncident = (options: Options<ResolveIncidentData>): Call<ResolveIncidentResponses, ResolveIncidentErrors> =>
  options.client.send({ method: 'PUT', path: '/api/v1/incidents/{id}/resolve', security: 'authorization', params: options.path, body: options.body }, options)

/**
 * Deletes an incident that was created by hand, resolved or not. Incidents of type `auto`, which were detected
 * automatically, cannot be deleted. Needs write scope. (Service document, 4.4.)
 *
 * @param options `client`: The client. `path`: `id`: The incident.
 * @returns The incident is gone.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `INSUFFICIENT_SCOPE`; 404
 * `INCIDENT_NOT_FOUND`; 409 `AUTO_INCIDENT_NOT_DELETABLE`.
 */
export const deleteIncident = (options: Options<DeleteIncidentData>): Call<DeleteIncidentResponses, DeleteIncidentErrors> =>
  options.client.send({ method: 'DELETE', path: '/api/v1/incidents/{id}', security: 'authorization', isEmpty: true, params: options.path }, options)

/**
 * Schedules the deletion of the caller's account. All its data is permanently deleted 30 days later; until then
 * the account works. Users with a password confirm with it, OAuth users with a verification code. An owner of a
 * team that has other members cannot leave. Needs an access token. (Service document, 4.5.)
 *
 * @param options `client`: The client. `body`: Proof that the caller is who the token says.
 * @returns The deletion is scheduled.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `WRONG_PASSWORD` or
 * `WRONG_VERIFICATION_CODE`; 409 `DELETION_ALREADY_REQUESTED` or `TEAM_HAS_OTHER_MEMBERS`; 429 `RATE_LIMITED`.
 */
export const scheduleAccountDeletion = (options: Options<ScheduleAccountDeletionData>): Call<ScheduleAccountDeletionResponses, ScheduleAccountDeletionErrors> =>
  options.client.send({ method: 'POST', path: '/dashboard/account/delete', security: 'authorization', body: options.body }, options)

/**
 * Lists users whose deletion is scheduled, page by page. The account that is deleted next comes first. A page
 * past the end is empty and has the right `total`. Needs the admin API key. (Service document, 4.6.)
 *
 * A `for await` over the call yields the records of this page and of all that follow; it may miss some if records are deleted meanwhile.
 *
 * @param options `client`: The client. `query`: `page`: The page, counted from 1. `limit`: How many records a
 * page holds.
 * @returns One page of deletion requests.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `INVALID_ADMIN_KEY`.
 */
export const listDeletionRequests = (options: Options<ListDeletionRequestsData>): Call<ListDeletionRequestsResponses, ListDeletionRequestsErrors> & Paginated<DeletionRequest> =>
  paginate(options.client, { method: 'GET', path: '/admin/deletion-requests', security: 'x-admin-api-key', query: options.query }, options)

/**
 * Deletes the daily statistics of all monitors linked to one service, of all time or of the days before a date.
 * Requires a paid plan, Pro or higher, and no particular scope. Needs an access token. (Service document, 4.7.)
 *
 * @param options `client`: The client. `path`: `id`: The service. `query`: `before`: Only statistics before this
 * date are deleted, by UTC dates; those of the day itself stay. Without it, all are deleted.
 * @returns The statistics are deleted.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `PLAN_UPGRADE_REQUIRED` with
 * `detail.upgradeUrl`; 404 `SERVICE_NOT_FOUND`.
 */
export const resetServiceStats = (options: Options<ResetServiceStatsData>): Call<ResetServiceStatsResponses, ResetServiceStatsErrors> =>
  options.client.send({ method: 'DELETE', path: '/api/v1/services/{id}/stats', security: 'authorization', params: options.path, query: options.query }, options)

/**
 * Deletes the daily statistics of one monitor, of all time or of the days before a date. Requires a paid plan,
 * Pro or higher, and no particular scope. Needs an access token. (Service document, 4.8.)
 *
 * @param options `client`: The client. `path`: `id`: The monitor. `query`: `before`: Only statistics before this
 * date are deleted, by UTC dates; those of the day itself stay. Without it, all are deleted.
 * @returns The statistics are deleted.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `PLAN_UPGRADE_REQUIRED` with
 * `detail.upgradeUrl`; 404 `MONITOR_NOT_FOUND`.
 */
export const resetMonitorStats = (options: Options<ResetMonitorStatsData>): Call<ResetMonitorStatsResponses, ResetMonitorStatsErrors> =>
  options.client.send({ method: 'DELETE', path: '/api/v1/monitors/{id}/stats', security: 'authorization', params: options.path, query: options.query }, options)
