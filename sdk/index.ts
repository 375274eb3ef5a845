/** A client of the monitoring service: one function for each operation of its contract, which returns data or throws. */
import type { Call } from './call.ts'
import {
  deleteIncident,
  listDeletionRequests,
  login,
  resetMonitorStats,
  resetServiceStats,
  resolveIncident,
  scheduleAccountDeletion,
  signup,
} from './generated/sdk.gen.ts'
import type {
  AccountDeletionRequest,
  DeleteIncidentErrors,
  DeleteIncidentResponses,
  DeletionRequest,
  ListDeletionRequestsData,
  ListDeletionRequestsErrors,
  ListDeletionRequestsResponses,
  LoginErrors,
  LoginRequest,
  LoginResponses,
  ResetMonitorStatsData,
  ResetMonitorStatsErrors,
  ResetMonitorStatsResponses,
  ResetServiceStatsData,
  ResetServiceStatsErrors,
  ResetServiceStatsResponses,
  ResolveIncidentErrors,
  ResolveIncidentResponses,
  ResolveRequest,
  ScheduleAccountDeletionErrors,
  ScheduleAccountDeletionResponses,
  SignupErrors,
  SignupRequest,
  SignupResponses,
} from './generated/types.gen.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { eachRecord } from './pages.ts'
import { createClient } from './runtime.ts'

export type { Call, Result } from './call.ts'
export * from './errors.ts'
export type * from './generated/types.gen.ts'
export type { CallEvent, CallOptions, ClientOptions } from './options.ts'
export type { Credentials, Session as CallerSession } from './session.ts'
export type { Reply } from './transport.ts'

export type Monitoring = ReturnType<typeof createMonitoring>

/**
 * Makes a client. Nothing is sent yet.
 *
 * Every function rejects with an {@link ApiError} if the service refuses (service document, part 7), with a
 * {@link ResponseError} if the answer is not one of this service, with a {@link ConnectionError} if no complete answer
 * comes, with the reason of `signal` if that ends the call, and with a `TypeError`, before anything is sent, if an id
 * is empty, `.` or `..`, or a header is malformed. Beside the refusals named at each function, any may meet 413
 * `PAYLOAD_TOO_LARGE`, 500 `INTERNAL_ERROR` and 503 `UNAVAILABLE`, the last with `retryAfter` in seconds.
 *
 * All timestamps are texts, RFC 3339 in UTC. Roles, incident types and statuses and error codes may grow: expect
 * values that you do not know.
 *
 * @throws TypeError if `baseUrl` is malformed, or is `http:` to another machine without `allowInsecure`.
 */
export function createMonitoring(options: ClientOptions) {
  const client = createClient(options)
  // Picked, so that nothing else a caller's object holds can replace a part of the request.
  const on = ({ signal, headers, timeout, maxRetries }: CallOptions = {}) => ({
    client,
    signal,
    headers,
    timeout,
    maxRetries,
  })
  return {
    auth: {
      /**
       * Creates an account, and with it a team on the free plan, which it owns (service document, 4.1).
       *
       * @param body `email`; `password`, 8 characters to 72 bytes of UTF-8; optionally `name`.
       * @returns The user with an access token (15 minutes) and a refresh token (30 days).
       * @throws ApiError 400 `VALIDATION_ERROR`; 409 `EMAIL_ALREADY_REGISTERED`; 429 `RATE_LIMITED`.
       */
      signup: (body: SignupRequest, options?: CallOptions): Call<SignupResponses, SignupErrors> =>
        signup({ ...on(options), body }),

      /**
       * Logs in with e-mail and password (service document, 4.2).
       *
       * @returns The user with an access token (15 minutes) and a refresh token (30 days).
       * @throws ApiError 400 `VALIDATION_ERROR`; 401 `INVALID_CREDENTIALS`; 429 `RATE_LIMITED`.
       */
      login: (body: LoginRequest, options?: CallOptions): Call<LoginResponses, LoginErrors> =>
        login({ ...on(options), body }),
    },

    incidents: {
      /**
       * Resolves an incident, once and for good (service document, 4.3 and 3.1). Needs write scope.
       *
       * @param body `cause`, optional: why it happened. Without it a stored cause is kept.
       * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `INSUFFICIENT_SCOPE`;
       *   404 `INCIDENT_NOT_FOUND`; 409 `INCIDENT_ALREADY_RESOLVED`.
       */
      resolve: (
        id: string,
        body?: ResolveRequest,
        options?: CallOptions,
      ): Call<ResolveIncidentResponses, ResolveIncidentErrors> =>
        resolveIncident({ ...on(options), path: { id }, body }),

      /**
       * Deletes an incident that was created by hand, resolved or not (service document, 4.4). Needs write scope.
       *
       * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `INSUFFICIENT_SCOPE`;
       *   404 `INCIDENT_NOT_FOUND`; 409 `AUTO_INCIDENT_NOT_DELETABLE`.
       */
      delete: (id: string, options?: CallOptions): Call<DeleteIncidentResponses, DeleteIncidentErrors> =>
        deleteIncident({ ...on(options), path: { id } }),
    },

    account: {
      /**
       * Schedules the deletion of the caller's account in 30 days; until then it works (service document, 4.5).
       *
       * @param body Either `password` or, for users who come by OAuth, the 6-digit `verificationCode`.
       * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `WRONG_PASSWORD` or
       *   `WRONG_VERIFICATION_CODE`; 409 `DELETION_ALREADY_REQUESTED` or `TEAM_HAS_OTHER_MEMBERS`; 429 `RATE_LIMITED`.
       */
      scheduleDeletion: (
        body: AccountDeletionRequest,
        options?: CallOptions,
      ): Call<ScheduleAccountDeletionResponses, ScheduleAccountDeletionErrors> =>
        scheduleAccountDeletion({ ...on(options), body }),
    },

    admin: {
      /**
       * Lists one page of the users whose deletion is scheduled, the next to go first (service document, 4.6). Needs
       * the admin API key.
       *
       * @param query `page`, from 1, default 1; `limit`, 1 to 100 records, default 20.
       * @returns The records, each with `daysRemaining` in days, rounded up, and `pagination.total` over all pages.
       * @throws ApiError 400 `VALIDATION_ERROR`; 401 `INVALID_ADMIN_KEY`.
       */
      deletionRequests: (
        query?: ListDeletionRequestsData['query'],
        options?: CallOptions,
      ): Call<ListDeletionRequestsResponses, ListDeletionRequestsErrors> & AsyncIterable<DeletionRequest> => {
        const fetchPage = (page?: number) =>
          listDeletionRequests({ ...on(options), query: page === undefined ? query : { ...query, page } })
        const first = fetchPage()
        return Object.assign(first, { [Symbol.asyncIterator]: () => eachRecord(first, fetchPage) })
      },
    },

    services: {
      /**
       * Deletes the daily statistics of all monitors of a service (service document, 4.7). Needs a paid plan.
       *
       * @param query `before`, a UTC date, YYYY-MM-DD: only statistics before that day go. Without it, or if it is
       *   undefined, all go.
       * @returns `deletedCount`, the number of daily records deleted.
       * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `PLAN_UPGRADE_REQUIRED` with
       *   `detail.upgradeUrl`; 404 `SERVICE_NOT_FOUND`.
       */
      resetStats: (
        id: string,
        query?: ResetServiceStatsData['query'],
        options?: CallOptions,
      ): Call<ResetServiceStatsResponses, ResetServiceStatsErrors> =>
        resetServiceStats({ ...on(options), path: { id }, query }),
    },

    monitors: {
      /**
       * Deletes the daily statistics of a monitor (service document, 4.8). Needs a paid plan.
       *
       * @param query `before`, a UTC date, YYYY-MM-DD: only statistics before that day go. Without it, or if it is
       *   undefined, all go.
       * @returns `deletedCount`, the number of daily records deleted.
       * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `PLAN_UPGRADE_REQUIRED` with
       *   `detail.upgradeUrl`; 404 `MONITOR_NOT_FOUND`.
       */
      resetStats: (
        id: string,
        query?: ResetMonitorStatsData['query'],
        options?: CallOptions,
      ): Call<ResetMonitorStatsResponses, ResetMonitorStatsErrors> =>
        resetMonitorStats({ ...on(options), path: { id }, query }),
    },
  }
}
