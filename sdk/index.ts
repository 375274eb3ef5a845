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
 * comes, with a {@link TimeoutError} if it does not come in time, with the reason of `signal` if that ends the call,
 * and with a `TypeError`, before anything is sent, if an id is empty, `.` or `..`, or a header is malformed. Beside the
 * refusals named at each function, any may meet 413 `PAYLOAD_TOO_LARGE`, 500 `INTERNAL_ERROR` and 503 `UNAVAILABLE`,
 * the last with `retryAfter` in seconds.
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
       * Creates an account with e-mail and password, and with it a team of its own. Account and team appear together or
       * not at all. The new user owns the team, which starts on the free plan. (Service document, 4.1.)
       *
       * @param body `email`; `password`, 8 characters to 72 bytes of UTF-8; optionally `name`.
       * @returns The user with an access token (15 minutes) and a refresh token (30 days).
       * @throws ApiError 400 `VALIDATION_ERROR`; 409 `EMAIL_ALREADY_REGISTERED`; 429 `RATE_LIMITED`.
       */
      signup: (body: SignupRequest, options?: CallOptions): Call<SignupResponses, SignupErrors> =>
        signup({ ...on(options), body }),

      /**
       * Exchanges e-mail and password for an access token and a refresh token. An unknown address, a wrong password and
       * an account without a password are refused alike. (Service document, 4.2.)
       *
       * @returns The user with an access token (15 minutes) and a refresh token (30 days).
       * @throws ApiError 400 `VALIDATION_ERROR`; 401 `INVALID_CREDENTIALS`; 429 `RATE_LIMITED`.
       */
      login: (body: LoginRequest, options?: CallOptions): Call<LoginResponses, LoginErrors> =>
        login({ ...on(options), body }),
    },

    incidents: {
      /**
       * Sets an incident to resolved, once. A supplied cause is stored; without one a stored cause is kept. A resolved
       * incident never changes again. Needs write scope. (Service document, 4.3 and 3.1.)
       *
       * @param body `cause`, optional: why it happened.
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
       * Deletes an incident that was created by hand, resolved or not. Incidents of type `auto`, which were detected
       * automatically, cannot be deleted. Needs write scope. (Service document, 4.4.)
       *
       * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `INSUFFICIENT_SCOPE`;
       *   404 `INCIDENT_NOT_FOUND`; 409 `AUTO_INCIDENT_NOT_DELETABLE`.
       */
      delete: (id: string, options?: CallOptions): Call<DeleteIncidentResponses, DeleteIncidentErrors> =>
        deleteIncident({ ...on(options), path: { id } }),
    },

    account: {
      /**
       * Schedules the deletion of the caller's account. All its data is permanently deleted 30 days later; until then
       * the account works. Users with a password confirm with it, OAuth users with a verification code. An owner of a
       * team that has other members cannot leave. (Service document, 4.5.)
       *
       * @param body Either `password` or, for users who come by OAuth, the 6-digit `verificationCode`.
       * @returns When the deletion was requested, and when it is due: in 30 days.
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
       * Lists users whose deletion is scheduled, page by page, the next one to go first. A page past the end is empty
       * and still tells the true total. Needs the admin API key. (Service document, 4.6.)
       *
       * A `for await` over the call goes through the records of this page and of all that follow.
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
       * Deletes the daily statistics of all monitors linked to one service, either of all time or strictly before a
       * date. Needs a paid plan, Pro or higher, and no particular scope. (Service document, 4.7.)
       *
       * @param query `before`, a UTC date, YYYY-MM-DD: only statistics before that day go. Without it, or if `query` is
       *   undefined, all go; a `before` that is undefined is refused with a `TypeError`.
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
       * Deletes the daily statistics of one monitor, either of all time or strictly before a date. Needs a paid plan,
       * Pro or higher, and no particular scope. (Service document, 4.8.)
       *
       * @param query `before`, a UTC date, YYYY-MM-DD: only statistics before that day go. Without it, or if `query` is
       *   undefined, all go; a `before` that is undefined is refused with a `TypeError`.
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
