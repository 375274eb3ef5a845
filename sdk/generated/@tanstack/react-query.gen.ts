// Made from openapi.yaml by `npm run generate`. Do not edit.

import type { Thrown } from '../../runtime/errors.ts';
import type { Options } from '../../runtime/client.ts';
import { headersInKey, type MutationDefaults, type MutationInput, mergeInput } from '../../runtime/query-options.ts';
import { type InfiniteData, infiniteQueryOptions, queryOptions, type UseMutationOptions } from '@tanstack/react-query';

import { deleteIncident, listDeletionRequests, login, resetMonitorStats, resetServiceStats, resolveIncident, scheduleAccountDeletion, signup } from '../operations.gen.ts';
import type { DeleteIncidentData, DeleteIncidentErrors, DeleteIncidentResponse, ListDeletionRequestsData, ListDeletionRequestsErrors, ListDeletionRequestsResponse, LoginData, LoginErrors, LoginResponse, ResetMonitorStatsData, ResetMonitorStatsErrors, ResetMonitorStatsResponse, ResetServiceStatsData, ResetServiceStatsErrors, ResetServiceStatsResponse, ResolveIncidentData, ResolveIncidentErrors, ResolveIncidentResponse, ScheduleAccountDeletionData, ScheduleAccountDeletionErrors, ScheduleAccountDeletionResponse, SignupData, SignupErrors, SignupResponse } from '../types.gen.ts';

/**
 * Creates an account with e-mail and password, and with it a team of its own. Account and team appear together
 * or not at all. The new user owns the team, which starts on the free plan. (Service document, 4.1.)
 *
 * @param options `client`: The client. `body`: The new user.
 * @returns The account and its team exist; the caller is logged in.
 * @throws ApiError 400 `VALIDATION_ERROR`; 409 `EMAIL_ALREADY_REGISTERED`; 429 `RATE_LIMITED`.
 */
export const signupMutation = <Given extends keyof Options<SignupData> = 'client'>(options: MutationDefaults<Options<SignupData>, Given>): UseMutationOptions<SignupResponse, Thrown<SignupErrors>, MutationInput<Options<SignupData>, Given>> => {
    const mutationOptions: UseMutationOptions<SignupResponse, Thrown<SignupErrors>, MutationInput<Options<SignupData>, Given>> = {
        mutationFn: async (fnOptions) => await signup(mergeInput(options, fnOptions))
    };
    return mutationOptions;
};

/**
 * Exchanges e-mail and password for an access token and a refresh token. An unknown address, a wrong password
 * and an account without a password are refused alike. (Service document, 4.2.)
 *
 * @param options `client`: The client. `body`: The credentials.
 * @returns Logged in.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `INVALID_CREDENTIALS`; 429 `RATE_LIMITED`.
 */
export const loginMutation = <Given extends keyof Options<LoginData> = 'client'>(options: MutationDefaults<Options<LoginData>, Given>): UseMutationOptions<LoginResponse, Thrown<LoginErrors>, MutationInput<Options<LoginData>, Given>> => {
    const mutationOptions: UseMutationOptions<LoginResponse, Thrown<LoginErrors>, MutationInput<Options<LoginData>, Given>> = {
        mutationFn: async (fnOptions) => await login(mergeInput(options, fnOptions))
    };
    return mutationOptions;
};

/**
 * Sets an incident to resolved and sets `resolvedAt`. A supplied cause is stored; without one a stored cause is
 * kept. A resolved incident never changes again. Needs write scope. (Service document, 4.3 and 3.1.)
 *
 * @param options `client`: The client. `path`: `id`: The incident. `body`: Why it happened.
 * @returns The incident is resolved.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `INSUFFICIENT_SCOPE`; 404
 * `INCIDENT_NOT_FOUND`; 409 `INCIDENT_ALREADY_RESOLVED`.
 */
export const resolveIncidentMutation = <Given extends keyof Options<ResolveIncidentData> = 'client'>(options: MutationDefaults<Options<ResolveIncidentData>, Given>): UseMutationOptions<ResolveIncidentResponse, Thrown<ResolveIncidentErrors>, MutationInput<Options<ResolveIncidentData>, Given>> => {
    const mutationOptions: UseMutationOptions<ResolveIncidentResponse, Thrown<ResolveIncidentErrors>, MutationInput<Options<ResolveIncidentData>, Given>> = {
        mutationFn: async (fnOptions) => await resolveIncident(mergeInput(options, fnOptions))
    };
    return mutationOptions;
};

/**
 * Deletes an incident that was created by hand, resolved or not. Incidents of type `auto`, which were detected
 * automatically, cannot be deleted. Needs write scope. (Service document, 4.4.)
 *
 * @param options `client`: The client. `path`: `id`: The incident.
 * @returns The incident is gone.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `UNAUTHENTICATED`; 403 `INSUFFICIENT_SCOPE`; 404
 * `INCIDENT_NOT_FOUND`; 409 `AUTO_INCIDENT_NOT_DELETABLE`.
 */
export const deleteIncidentMutation = <Given extends keyof Options<DeleteIncidentData> = 'client'>(options: MutationDefaults<Options<DeleteIncidentData>, Given>): UseMutationOptions<DeleteIncidentResponse, Thrown<DeleteIncidentErrors>, MutationInput<Options<DeleteIncidentData>, Given>> => {
    const mutationOptions: UseMutationOptions<DeleteIncidentResponse, Thrown<DeleteIncidentErrors>, MutationInput<Options<DeleteIncidentData>, Given>> = {
        mutationFn: async (fnOptions) => await deleteIncident(mergeInput(options, fnOptions))
    };
    return mutationOptions;
};

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
export const scheduleAccountDeletionMutation = <Given extends keyof Options<ScheduleAccountDeletionData> = 'client'>(options: MutationDefaults<Options<ScheduleAccountDeletionData>, Given>): UseMutationOptions<ScheduleAccountDeletionResponse, Thrown<ScheduleAccountDeletionErrors>, MutationInput<Options<ScheduleAccountDeletionData>, Given>> => {
    const mutationOptions: UseMutationOptions<ScheduleAccountDeletionResponse, Thrown<ScheduleAccountDeletionErrors>, MutationInput<Options<ScheduleAccountDeletionData>, Given>> = {
        mutationFn: async (fnOptions) => await scheduleAccountDeletion(mergeInput(options, fnOptions))
    };
    return mutationOptions;
};

export type QueryKey<TOptions extends Options> = [
    Pick<TOptions, 'body' | 'headers' | 'path' | 'query'> & {
        baseUrl: string | undefined;
        _id: string;
        _infinite?: boolean;
        tags?: ReadonlyArray<string>;
    }
];

const createQueryKey = <TOptions extends Options>(id: string, options?: TOptions, infinite?: boolean, tags?: ReadonlyArray<string>): [
    QueryKey<TOptions>[0]
] => {
    const params: QueryKey<TOptions>[0] = { _id: id, baseUrl: options?.client.baseUrl } as QueryKey<TOptions>[0];
    if (infinite) {
        params._infinite = infinite;
    }
    if (tags) {
        params.tags = tags;
    }
    if (options?.body) {
        params.body = options.body;
    }
    if (options?.headers) {
        Object.assign(params, headersInKey(options.headers));
    }
    if (options?.path) {
        params.path = options.path;
    }
    if (options?.query) {
        params.query = options.query;
    }
    return [params];
};

export const listDeletionRequestsQueryKey = (options?: Options<ListDeletionRequestsData>) => createQueryKey('listDeletionRequests', options);

/**
 * Lists users whose deletion is scheduled, page by page. The account that is deleted next comes first. A page
 * past the end is empty and has the right `total`. Needs the admin API key. (Service document, 4.6.)
 *
 * @param options `client`: The client. `query`: `page`: The page, counted from 1. `limit`: How many records a
 * page holds.
 * @returns One page of deletion requests.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `INVALID_ADMIN_KEY`.
 */
export const listDeletionRequestsOptions = (options: Options<ListDeletionRequestsData>) => queryOptions<ListDeletionRequestsResponse, Thrown<ListDeletionRequestsErrors>, ListDeletionRequestsResponse, ReturnType<typeof listDeletionRequestsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await listDeletionRequests({
        ...options,
        ...queryKey[0],
        signal
    }),
    queryKey: listDeletionRequestsQueryKey(options)
});

const createInfiniteParams = <K extends Pick<QueryKey<Options>[0], 'body' | 'headers' | 'path' | 'query'>>(queryKey: QueryKey<Options>, page: K) => {
    const params = { ...queryKey[0] };
    if (page.body) {
        params.body = {
            ...queryKey[0].body as any,
            ...page.body as any
        };
    }
    if (page.headers) {
        params.headers = {
            ...queryKey[0].headers,
            ...page.headers
        };
    }
    if (page.path) {
        params.path = {
            ...queryKey[0].path as any,
            ...page.path as any
        };
    }
    if (page.query) {
        params.query = {
            ...queryKey[0].query as any,
            ...page.query as any
        };
    }
    return params as unknown as typeof page;
};

export const listDeletionRequestsInfiniteQueryKey = (options?: Options<ListDeletionRequestsData>): QueryKey<Options<ListDeletionRequestsData>> => createQueryKey('listDeletionRequests', options, true);

/**
 * Lists users whose deletion is scheduled, page by page. The account that is deleted next comes first. A page
 * past the end is empty and has the right `total`. Needs the admin API key. (Service document, 4.6.)
 *
 * @param options `client`: The client. `query`: `page`: The page, counted from 1. `limit`: How many records a
 * page holds.
 * @returns One page of deletion requests.
 * @throws ApiError 400 `VALIDATION_ERROR`; 401 `INVALID_ADMIN_KEY`.
 */
export const listDeletionRequestsInfiniteOptions = (options: Options<ListDeletionRequestsData>) => {
    const opts = infiniteQueryOptions<ListDeletionRequestsResponse, Thrown<ListDeletionRequestsErrors>, InfiniteData<ListDeletionRequestsResponse>, QueryKey<Options<ListDeletionRequestsData>>, number | Pick<QueryKey<Options<ListDeletionRequestsData>>[0], 'body' | 'headers' | 'path' | 'query'>>(
    // @ts-ignore
    {
        queryFn: async ({ pageParam, queryKey, signal }) => {
            // @ts-ignore
            const page: Pick<QueryKey<Options<ListDeletionRequestsData>>[0], 'body' | 'headers' | 'path' | 'query'> = typeof pageParam === 'object' ? pageParam : {
                query: {
                    page: pageParam
                }
            };
            const params = createInfiniteParams(queryKey, page);
            return await listDeletionRequests({
                ...options,
                ...params,
                signal
            });
        },
        queryKey: listDeletionRequestsInfiniteQueryKey(options)
    });
    return opts as Omit<typeof opts, 'initialData'>;
};

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
export const resetServiceStatsMutation = <Given extends keyof Options<ResetServiceStatsData> = 'client'>(options: MutationDefaults<Options<ResetServiceStatsData>, Given>): UseMutationOptions<ResetServiceStatsResponse, Thrown<ResetServiceStatsErrors>, MutationInput<Options<ResetServiceStatsData>, Given>> => {
    const mutationOptions: UseMutationOptions<ResetServiceStatsResponse, Thrown<ResetServiceStatsErrors>, MutationInput<Options<ResetServiceStatsData>, Given>> = {
        mutationFn: async (fnOptions) => await resetServiceStats(mergeInput(options, fnOptions))
    };
    return mutationOptions;
};

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
export const resetMonitorStatsMutation = <Given extends keyof Options<ResetMonitorStatsData> = 'client'>(options: MutationDefaults<Options<ResetMonitorStatsData>, Given>): UseMutationOptions<ResetMonitorStatsResponse, Thrown<ResetMonitorStatsErrors>, MutationInput<Options<ResetMonitorStatsData>, Given>> => {
    const mutationOptions: UseMutationOptions<ResetMonitorStatsResponse, Thrown<ResetMonitorStatsErrors>, MutationInput<Options<ResetMonitorStatsData>, Given>> = {
        mutationFn: async (fnOptions) => await resetMonitorStats(mergeInput(options, fnOptions))
    };
    return mutationOptions;
};
