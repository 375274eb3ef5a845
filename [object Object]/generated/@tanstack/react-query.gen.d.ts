import type { Thrown } from '../../runtime/errors.ts';
import type { MutationDefaults, MutationInput } from '../../runtime/options.ts';
import { type InfiniteData, type UseMutationOptions } from '@tanstack/react-query';
import { type Options } from '../sdk.gen.ts';
import type { DeleteIncidentData, DeleteIncidentErrors, DeleteIncidentResponse, ListDeletionRequestsData, ListDeletionRequestsErrors, LoginData, LoginErrors, LoginResponse, ResetMonitorStatsData, ResetMonitorStatsErrors, ResetMonitorStatsResponse, ResetServiceStatsData, ResetServiceStatsErrors, ResetServiceStatsResponse, ResolveIncidentData, ResolveIncidentErrors, ResolveIncidentResponse, ScheduleAccountDeletionData, ScheduleAccountDeletionErrors, ScheduleAccountDeletionResponse, SignupData, SignupErrors, SignupResponse } from '../types.gen.ts';
/**
 * Create an account and its team
 *
 * Creates an account with e-mail and password, and with it a team of its own. Account and team appear together
 * or not at all. The new user owns the team, which starts on the free plan.
 *
 */
export declare const signupMutation: (options: MutationDefaults<Options<SignupData>>) => UseMutationOptions<SignupResponse, Thrown<SignupErrors>, MutationInput<Options<SignupData>>>;
/**
 * Log in with e-mail and password
 *
 * Exchanges e-mail and password for an access token and a refresh token. An unknown address, a wrong password
 * and an account without a password are refused alike.
 *
 */
export declare const loginMutation: (options: MutationDefaults<Options<LoginData>>) => UseMutationOptions<LoginResponse, Thrown<LoginErrors>, MutationInput<Options<LoginData>>>;
/**
 * Resolve an incident
 *
 * Sets an incident to resolved, once. A supplied cause is stored; without one a stored cause is kept. A resolved
 * incident never changes again.
 *
 */
export declare const resolveIncidentMutation: (options: MutationDefaults<Options<ResolveIncidentData>>) => UseMutationOptions<ResolveIncidentResponse, Thrown<ResolveIncidentErrors>, MutationInput<Options<ResolveIncidentData>>>;
/**
 * Delete a manual incident
 *
 * Deletes an incident that was created by hand, resolved or not. Incidents of type `auto`, which were detected
 * automatically, cannot be deleted.
 *
 */
export declare const deleteIncidentMutation: (options: MutationDefaults<Options<DeleteIncidentData>>) => UseMutationOptions<DeleteIncidentResponse, Thrown<DeleteIncidentErrors>, MutationInput<Options<DeleteIncidentData>>>;
/**
 * Schedule the deletion of your account
 *
 * Schedules the deletion of the caller's account. All its data is permanently deleted 30 days later; until then
 * the account works. Users with a password confirm with it, OAuth users with a verification code. An owner
 * of a team that has other members cannot leave.
 *
 */
export declare const scheduleAccountDeletionMutation: (options: MutationDefaults<Options<ScheduleAccountDeletionData>>) => UseMutationOptions<ScheduleAccountDeletionResponse, Thrown<ScheduleAccountDeletionErrors>, MutationInput<Options<ScheduleAccountDeletionData>>>;
export type QueryKey<TOptions extends Options> = [
    Pick<TOptions, 'baseUrl' | 'body' | 'headers' | 'path' | 'query'> & {
        _id: string;
        _infinite?: boolean;
        tags?: ReadonlyArray<string>;
    }
];
export declare const listDeletionRequestsQueryKey: (options?: Options<ListDeletionRequestsData>) => [Pick<Options<ListDeletionRequestsData>, "path" | "query" | "body" | "baseUrl" | "headers"> & {
    _id: string;
    _infinite?: boolean;
    tags?: ReadonlyArray<string>;
}];
/**
 * List accounts that are scheduled for deletion
 *
 * Lists users whose deletion is scheduled, page by page, the next one to go first. A page past the end is empty
 * and still tells the true total.
 *
 */
export declare const listDeletionRequestsOptions: (options: Options<ListDeletionRequestsData>) => import("@tanstack/react-query").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").DeletionRequestPage, Thrown<ListDeletionRequestsErrors>, import("../types.gen.ts").DeletionRequestPage, [Pick<Options<ListDeletionRequestsData>, "path" | "query" | "body" | "baseUrl" | "headers"> & {
    _id: string;
    _infinite?: boolean;
    tags?: ReadonlyArray<string>;
}]>, "queryFn"> & {
    queryFn?: import("@tanstack/react-query").QueryFunction<import("../types.gen.ts").DeletionRequestPage, [Pick<Options<ListDeletionRequestsData>, "path" | "query" | "body" | "baseUrl" | "headers"> & {
        _id: string;
        _infinite?: boolean;
        tags?: ReadonlyArray<string>;
    }], never>;
} & import("@tanstack/react-query").QueryKeyWithDataTag<[Pick<Options<ListDeletionRequestsData>, "path" | "query" | "body" | "baseUrl" | "headers"> & {
    _id: string;
    _infinite?: boolean;
    tags?: ReadonlyArray<string>;
}], import("../types.gen.ts").DeletionRequestPage, Thrown<ListDeletionRequestsErrors>>;
export declare const listDeletionRequestsInfiniteQueryKey: (options?: Options<ListDeletionRequestsData>) => QueryKey<Options<ListDeletionRequestsData>>;
/**
 * List accounts that are scheduled for deletion
 *
 * Lists users whose deletion is scheduled, page by page, the next one to go first. A page past the end is empty
 * and still tells the true total.
 *
 */
export declare const listDeletionRequestsInfiniteOptions: (options: Options<ListDeletionRequestsData>) => Omit<import("@tanstack/react-query").UseInfiniteQueryOptions<import("../types.gen.ts").DeletionRequestPage, Thrown<ListDeletionRequestsErrors>, InfiniteData<import("../types.gen.ts").DeletionRequestPage, unknown>, QueryKey<Options<ListDeletionRequestsData>>, number | Pick<Pick<Options<ListDeletionRequestsData>, "path" | "query" | "body" | "baseUrl" | "headers"> & {
    _id: string;
    _infinite?: boolean;
    tags?: ReadonlyArray<string>;
}, "path" | "query" | "body" | "headers">> & {
    initialData: InfiniteData<import("../types.gen.ts").DeletionRequestPage, number | Pick<Pick<Options<ListDeletionRequestsData>, "path" | "query" | "body" | "baseUrl" | "headers"> & {
        _id: string;
        _infinite?: boolean;
        tags?: ReadonlyArray<string>;
    }, "path" | "query" | "body" | "headers">> | (() => InfiniteData<import("../types.gen.ts").DeletionRequestPage, number | Pick<Pick<Options<ListDeletionRequestsData>, "path" | "query" | "body" | "baseUrl" | "headers"> & {
        _id: string;
        _infinite?: boolean;
        tags?: ReadonlyArray<string>;
    }, "path" | "query" | "body" | "headers">>);
} & import("@tanstack/react-query").QueryKeyWithDataTag<QueryKey<Options<ListDeletionRequestsData>>, InfiniteData<import("../types.gen.ts").DeletionRequestPage, unknown>, Thrown<ListDeletionRequestsErrors>>, "initialData">;
/**
 * Reset the statistics of a service
 *
 * Deletes the daily statistics of all monitors linked to one service, either of all time or strictly before a
 * date. Needs a paid plan, Pro or higher, and no particular scope.
 *
 */
export declare const resetServiceStatsMutation: (options: MutationDefaults<Options<ResetServiceStatsData>>) => UseMutationOptions<ResetServiceStatsResponse, Thrown<ResetServiceStatsErrors>, MutationInput<Options<ResetServiceStatsData>>>;
/**
 * Reset the statistics of a monitor
 *
 * Deletes the daily statistics of one monitor, either of all time or strictly before a date. Needs a paid plan,
 * Pro or higher, and no particular scope.
 *
 */
export declare const resetMonitorStatsMutation: (options: MutationDefaults<Options<ResetMonitorStatsData>>) => UseMutationOptions<ResetMonitorStatsResponse, Thrown<ResetMonitorStatsErrors>, MutationInput<Options<ResetMonitorStatsData>>>;
