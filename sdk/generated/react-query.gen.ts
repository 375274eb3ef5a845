// Made from openapi.yaml by `npm run generate`. Do not edit.
import type { DeleteIncidentData, DeleteIncidentErrors, DeleteIncidentResponses, ListDeletionRequestsData, ListDeletionRequestsErrors, ListDeletionRequestsResponses, LoginData, LoginErrors, LoginResponses, ResetMonitorStatsData, ResetMonitorStatsErrors, ResetMonitorStatsResponses, ResetServiceStatsData, ResetServiceStatsErrors, ResetServiceStatsResponses, ResolveIncidentData, ResolveIncidentErrors, ResolveIncidentResponses, ScheduleAccountDeletionData, ScheduleAccountDeletionErrors, ScheduleAccountDeletionResponses, SignupData, SignupErrors, SignupResponses } from './types.gen.ts'
import type { Options } from '../runtime/client.ts'
import { deleteIncident, listDeletionRequests, login, resetMonitorStats, resetServiceStats, resolveIncident, scheduleAccountDeletion, signup } from './operations.gen.ts'
import { type Infinite, type Mutation, type MutationDefaults, type Query, type QueryKey, toInfinite, toKey, toMutation, toQuery } from '../runtime/query-options.ts'

/**
 * Creates an account with e-mail and password, and with it a team of its own. Account and team appear together
 * or not at all. The new user owns the team, which starts on the free plan. (Service document, 4.1.)
 *
 * @param options `client`: The client. `body`: The new user.
 * @returns The account and its team exist; the caller is logged in.
 * @throws ApiError 400 `VALIDATION_ERROR`; 409 `EMAIL_ALREADY_REGISTERED`; 429 `RATE_LIMITED`.
 */
export const signupMutation = <Given extends keyof Options<SignupData> = 'client'>(options: MutationDefaults<Options<SignupData>, Given>): Mutation<SignupResponses, SignupErrors, Options<SignupData>, Given> =>
  toMutation('signup', signup, options)

/**
 * Exchanges e-mail and password for an access token and a refresh token. An unknown address, a wrong password
 * and an account without a password are refused alike. (Service document, 4.2.)
 *
 * @param options `client`: The client. `body`: The credentials.
 * @returns Logged in.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `INVALID_CREDENTIALS`; 429 `RATE_LIMITED`.
 */
export const loginMutation = <Given extends keyof Options<LoginData> = 'client'>(options: MutationDefaults<Options<LoginData>, Given>): Mutation<LoginResponses, LoginErrors, Options<LoginData>, Given> =>
  toMutation('login', login, options)

/**
 * Sets an incident to resolved and sets `resolvedAt`. A supplied cause is stored; without one a stored cause is
 * kept. A resolved incident never changes again. Needs write scope. (Service document, 4.3 and 3.1.)
 *
 * @param options `client`: The client. `path`: `id`: The incident. `body`: Why it happened.
 * @returns The incident is resolved.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `INSUFFICIENT_SCOPE`; 404
 * `INCIDENT_NOT_FOUND`; 409 `INCIDENT_ALREADY_RESOLVED`.
 */
export const resolveIncidentMutation = <Given extends keyof Options<ResolveIncidentData> = 'client'>(options: MutationDefaults<Options<ResolveIncidentData>, Given>): Mutation<ResolveIncidentResponses, ResolveIncidentErrors, Options<ResolveIncidentData>, Given> =>
  toMutation('resolveIncident', resolveIncident, options)

/**
 * Deletes an incident that was created by hand, resolved or not. Incidents of type `auto`, which were detected
 * automatically, cannot be deleted. Needs write scope. (Service document, 4.4.)
 *
 * @param options `client`: The client. `path`: `id`: The incident.
 * @returns The incident is gone.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `INSUFFICIENT_SCOPE`; 404
 * `INCIDENT_NOT_FOUND`; 409 `AUTO_INCIDENT_NOT_DELETABLE`.
 */
export const deleteIncidentMutation = <Given extends keyof Options<DeleteIncidentData> = 'client'>(options: MutationDefaults<Options<DeleteIncidentData>, Given>): Mutation<DeleteIncidentResponses, DeleteIncidentErrors, Options<DeleteIncidentData>, Given> =>
  toMutation('deleteIncident', deleteIncident, options)

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
export const scheduleAccountDeletionMutation = <Given extends keyof Options<ScheduleAccountDeletionData> = 'client'>(options: MutationDefaults<Options<ScheduleAccountDeletionData>, Given>): Mutation<ScheduleAccountDeletionResponses, ScheduleAccountDeletionErrors, Options<ScheduleAccountDeletionData>, Given> =>
  toMutation('scheduleAccountDeletion', scheduleAccountDeletion, options)

/** The key of a query of `listDeletionRequests`. */
export const listDeletionRequestsQueryKey = (options: Options<ListDeletionRequestsData>): QueryKey => toKey('listDeletionRequests', options)

/**
 * Lists users whose deletion is scheduled, page by page. The account that is deleted next comes first. A page
 * past the end is empty and has the right `total`. Needs the admin API key. (Service document, 4.6.)
 *
 * @param options `client`: The client. `query`: `page`: The page, counted from 1. `limit`: How many records a
 * page holds.
 * @returns One page of deletion requests.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `INVALID_ADMIN_KEY`.
 */
export const listDeletionRequestsOptions = (options: Options<ListDeletionRequestsData>): Query<ListDeletionRequestsResponses, ListDeletionRequestsErrors> => toQuery('listDeletionRequests', listDeletionRequests, options)

/** The key of a query for all pages of `listDeletionRequests`. */
export const listDeletionRequestsInfiniteQueryKey = (options: Options<ListDeletionRequestsData>): QueryKey => toKey('listDeletionRequests', options, true)

/**
 * Lists users whose deletion is scheduled, page by page. The account that is deleted next comes first. A page
 * past the end is empty and has the right `total`. Needs the admin API key. (Service document, 4.6.)
 *
 * @param options `client`: The client. `query`: `page`: The page, counted from 1. `limit`: How many records a
 * page holds.
 * @returns One page of deletion requests.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `INVALID_ADMIN_KEY`.
 */
export const listDeletionRequestsInfiniteOptions = (options: Options<ListDeletionRequestsData>): Infinite<ListDeletionRequestsResponses, ListDeletionRequestsErrors> => toInfinite('listDeletionRequests', listDeletionRequests, options)

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
export const resetServiceStatsMutation = <Given extends keyof Options<ResetServiceStatsData> = 'client'>(options: MutationDefaults<Options<ResetServiceStatsData>, Given>): Mutation<ResetServiceStatsResponses, ResetServiceStatsErrors, Options<ResetServiceStatsData>, Given> =>
  toMutation('resetServiceStats', resetServiceStats, options)

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
export const resetMonitorStatsMutation = <Given extends keyof Options<ResetMonitorStatsData> = 'client'>(options: MutationDefaults<Options<ResetMonitorStatsData>, Given>): Mutation<ResetMonitorStatsResponses, ResetMonitorStatsErrors, Options<ResetMonitorStatsData>, Given> =>
  toMutation('resetMonitorStats', resetMonitorStats, options)
