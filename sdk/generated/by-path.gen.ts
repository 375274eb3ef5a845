// Made from openapi.yaml by `npm run generate`. Do not edit.
import type { AccountDeletionRequest, DeleteIncidentData, DeleteIncidentErrors, DeleteIncidentResponses, ListDeletionRequestsData, ListDeletionRequestsErrors, ListDeletionRequestsResponses, LoginErrors, LoginRequest, LoginResponses, ResetMonitorStatsData, ResetMonitorStatsErrors, ResetMonitorStatsResponses, ResetServiceStatsData, ResetServiceStatsErrors, ResetServiceStatsResponses, ResolveIncidentData, ResolveIncidentErrors, ResolveIncidentResponses, ResolveRequest, ScheduleAccountDeletionErrors, ScheduleAccountDeletionResponses, SignupErrors, SignupRequest, SignupResponses } from './types.gen.ts'
import type { FetchResult } from '../runtime/fetch-result.ts'
import type { CallOptions } from '../runtime/options.ts'

/** One signature for each operation of the contract. */
export interface FetchClient {
  /**
   * Creates an account with e-mail and password, and with it a team of its own. Account and team appear together
   * or not at all. The new user owns the team, which starts on the free plan. (Service document, 4.1.)
   *
   * @param path The path template.
   * @param options `body`: The new user.
   * @returns The account and its team exist; the caller is logged in.
   * The error may be 400 `VALIDATION_ERROR`; 409 `EMAIL_ALREADY_REGISTERED`; 429 `RATE_LIMITED`.
   */
  POST(path: '/auth/signup', options: CallOptions & { body: SignupRequest }): Promise<FetchResult<SignupResponses, SignupErrors>>
  /**
   * Exchanges e-mail and password for an access token and a refresh token. An unknown address, a wrong password
   * and an account without a password are refused alike. (Service document, 4.2.)
   *
   * @param path The path template.
   * @param options `body`: The credentials.
   * @returns Logged in.
   * The error may be 400 `VALIDATION_ERROR`; 401 `INVALID_CREDENTIALS`; 429 `RATE_LIMITED`.
   */
  POST(path: '/auth/login', options: CallOptions & { body: LoginRequest }): Promise<FetchResult<LoginResponses, LoginErrors>>
  /**
   * Sets an incident to resolved and sets `resolvedAt`. A supplied cause is stored; without one a stored cause is
   * kept. A resolved incident never changes again. Needs write scope. (Service document, 4.3 and 3.1.)
   *
   * @param path The path template.
   * @param options `params.path`: `id`: The incident. `body`: Why it happened.
   * @returns The incident is resolved.
   * The error may be 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `INSUFFICIENT_SCOPE`; 404
   * `INCIDENT_NOT_FOUND`; 409 `INCIDENT_ALREADY_RESOLVED`.
   */
  PUT(path: '/api/v1/incidents/{id}/resolve', options: CallOptions & { params: { path: ResolveIncidentData['path'] }; body?: ResolveRequest }): Promise<FetchResult<ResolveIncidentResponses, ResolveIncidentErrors>>
  /**
   * Deletes an incident that was created by hand, resolved or not. Incidents of type `auto`, which were detected
   * automatically, cannot be deleted. Needs write scope. (Service document, 4.4.)
   *
   * @param path The path template.
   * @param options `params.path`: `id`: The incident.
   * @returns The incident is gone.
   * The error may be 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `INSUFFICIENT_SCOPE`; 404
   * `INCIDENT_NOT_FOUND`; 409 `AUTO_INCIDENT_NOT_DELETABLE`.
   */
  DELETE(path: '/api/v1/incidents/{id}', options: CallOptions & { params: { path: DeleteIncidentData['path'] } }): Promise<FetchResult<DeleteIncidentResponses, DeleteIncidentErrors>>
  /**
   * Schedules the deletion of the caller's account. All its data is permanently deleted 30 days later; until then
   * the account works. Users with a password confirm with it, OAuth users with a verification code. An owner of a
   * team that has other members cannot leave. Needs an access token. (Service document, 4.5.)
   *
   * @param path The path template.
   * @param options `body`: Proof that the caller is who the token says.
   * @returns The deletion is scheduled.
   * The error may be 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `WRONG_PASSWORD` or
   * `WRONG_VERIFICATION_CODE`; 409 `DELETION_ALREADY_REQUESTED` or `TEAM_HAS_OTHER_MEMBERS`; 429 `RATE_LIMITED`.
   */
  POST(path: '/dashboard/account/delete', options: CallOptions & { body: AccountDeletionRequest }): Promise<FetchResult<ScheduleAccountDeletionResponses, ScheduleAccountDeletionErrors>>
  /**
   * Lists users whose deletion is scheduled, page by page. The account that is deleted next comes first. A page
   * past the end is empty and has the right `total`. Needs the admin API key. (Service document, 4.6.)
   *
   * @param path The path template.
   * @param options `params.query`: `page`: The page, counted from 1. `limit`: How many records a page holds.
   * @returns One page of deletion requests.
   * The error may be 400 `VALIDATION_ERROR`; 401 `INVALID_ADMIN_KEY`.
   */
  GET(path: '/admin/deletion-requests', options?: CallOptions & { params?: { query?: ListDeletionRequestsData['query'] } }): Promise<FetchResult<ListDeletionRequestsResponses, ListDeletionRequestsErrors>>
  /**
   * Deletes the daily statistics of all monitors linked to one service, of all time or of the days before a date.
   * Requires a paid plan, Pro or higher, and no particular scope. Needs an access token. (Service document, 4.7.)
   *
   * @param path The path template.
   * @param options `params.path`: `id`: The service. `params.query`: `before`: Only statistics before this date
   * are deleted, by UTC dates; those of the day itself stay. Without it, all are deleted.
   * @returns The statistics are deleted.
   * The error may be 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `PLAN_UPGRADE_REQUIRED` with
   * `detail.upgradeUrl`; 404 `SERVICE_NOT_FOUND`.
   */
  DELETE(path: '/api/v1/services/{id}/stats', options: CallOptions & { params: { path: ResetServiceStatsData['path']; query?: ResetServiceStatsData['query'] } }): Promise<FetchResult<ResetServiceStatsResponses, ResetServiceStatsErrors>>
  /**
   * Deletes the daily statistics of one monitor, of all time or of the days before a date. Requires a paid plan,
   * Pro or higher, and no particular scope. Needs an access token. (Service document, 4.8.)
   *
   * @param path The path template.
   * @param options `params.path`: `id`: The monitor. `params.query`: `before`: Only statistics before this date
   * are deleted, by UTC dates; those of the day itself stay. Without it, all are deleted.
   * @returns The statistics are deleted.
   * The error may be 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `PLAN_UPGRADE_REQUIRED` with
   * `detail.upgradeUrl`; 404 `MONITOR_NOT_FOUND`.
   */
  DELETE(path: '/api/v1/monitors/{id}/stats', options: CallOptions & { params: { path: ResetMonitorStatsData['path']; query?: ResetMonitorStatsData['query'] } }): Promise<FetchResult<ResetMonitorStatsResponses, ResetMonitorStatsErrors>>
}
