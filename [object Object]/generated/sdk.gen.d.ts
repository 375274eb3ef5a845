import type { Client, ClientMeta, Options as Options2, RequestResult, TDataShape } from '../runtime/client.ts';
import type { DeleteIncidentData, DeleteIncidentErrors, DeleteIncidentResponses, ListDeletionRequestsData, ListDeletionRequestsErrors, ListDeletionRequestsResponses, LoginData, LoginErrors, LoginResponses, ResetMonitorStatsData, ResetMonitorStatsErrors, ResetMonitorStatsResponses, ResetServiceStatsData, ResetServiceStatsErrors, ResetServiceStatsResponses, ResolveIncidentData, ResolveIncidentErrors, ResolveIncidentResponses, ScheduleAccountDeletionData, ScheduleAccountDeletionErrors, ScheduleAccountDeletionResponses, SignupData, SignupErrors, SignupResponses } from './types.gen.ts';
export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean, TResponse = unknown> = Options2<TData, ThrowOnError, TResponse> & {
    /**
     * You can provide a client instance returned by `createClient()` instead of
     * individual options. This might be also useful if you want to implement a
     * custom client.
     */
    client: Client;
    /**
     * You can pass arbitrary values through the `meta` object. This can be
     * used to access values that aren't defined as part of the SDK function.
     */
    meta?: keyof ClientMeta extends never ? Record<string, unknown> : ClientMeta;
};
/**
 * Create an account and its team
 *
 * Creates an account with e-mail and password, and with it a team of its own. Account and team appear together
 * or not at all. The new user owns the team, which starts on the free plan.
 *
 */
export declare const signup: <ThrowOnError extends boolean = true>(options: Options<SignupData, ThrowOnError>) => RequestResult<SignupResponses, SignupErrors, ThrowOnError, "data">;
/**
 * Log in with e-mail and password
 *
 * Exchanges e-mail and password for an access token and a refresh token. An unknown address, a wrong password
 * and an account without a password are refused alike.
 *
 */
export declare const login: <ThrowOnError extends boolean = true>(options: Options<LoginData, ThrowOnError>) => RequestResult<LoginResponses, LoginErrors, ThrowOnError, "data">;
/**
 * Resolve an incident
 *
 * Sets an incident to resolved, once. A supplied cause is stored; without one a stored cause is kept. A resolved
 * incident never changes again.
 *
 */
export declare const resolveIncident: <ThrowOnError extends boolean = true>(options: Options<ResolveIncidentData, ThrowOnError>) => RequestResult<ResolveIncidentResponses, ResolveIncidentErrors, ThrowOnError, "data">;
/**
 * Delete a manual incident
 *
 * Deletes an incident that was created by hand, resolved or not. Incidents of type `auto`, which were detected
 * automatically, cannot be deleted.
 *
 */
export declare const deleteIncident: <ThrowOnError extends boolean = true>(options: Options<DeleteIncidentData, ThrowOnError>) => RequestResult<DeleteIncidentResponses, DeleteIncidentErrors, ThrowOnError, "data">;
/**
 * Schedule the deletion of your account
 *
 * Schedules the deletion of the caller's account. All its data is permanently deleted 30 days later; until then
 * the account works. Users with a password confirm with it, OAuth users with a verification code. An owner
 * of a team that has other members cannot leave.
 *
 */
export declare const scheduleAccountDeletion: <ThrowOnError extends boolean = true>(options: Options<ScheduleAccountDeletionData, ThrowOnError>) => RequestResult<ScheduleAccountDeletionResponses, ScheduleAccountDeletionErrors, ThrowOnError, "data">;
/**
 * List accounts that are scheduled for deletion
 *
 * Lists users whose deletion is scheduled, page by page, the next one to go first. A page past the end is empty
 * and still tells the true total.
 *
 */
export declare const listDeletionRequests: <ThrowOnError extends boolean = true>(options: Options<ListDeletionRequestsData, ThrowOnError>) => RequestResult<ListDeletionRequestsResponses, ListDeletionRequestsErrors, ThrowOnError, "data">;
/**
 * Reset the statistics of a service
 *
 * Deletes the daily statistics of all monitors linked to one service, either of all time or strictly before a
 * date. Needs a paid plan, Pro or higher, and no particular scope.
 *
 */
export declare const resetServiceStats: <ThrowOnError extends boolean = true>(options: Options<ResetServiceStatsData, ThrowOnError>) => RequestResult<ResetServiceStatsResponses, ResetServiceStatsErrors, ThrowOnError, "data">;
/**
 * Reset the statistics of a monitor
 *
 * Deletes the daily statistics of one monitor, either of all time or strictly before a date. Needs a paid plan,
 * Pro or higher, and no particular scope.
 *
 */
export declare const resetMonitorStats: <ThrowOnError extends boolean = true>(options: Options<ResetMonitorStatsData, ThrowOnError>) => RequestResult<ResetMonitorStatsResponses, ResetMonitorStatsErrors, ThrowOnError, "data">;
