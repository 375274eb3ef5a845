// Made from openapi.yaml by `npm run generate`. Do not edit.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { deleteIncident, listDeletionRequests, login, resetMonitorStats, resetServiceStats, resolveIncident, scheduleAccountDeletion, signup } from "../sdk.gen.js";
/**
 * Create an account and its team
 *
 * Creates an account with e-mail and password, and with it a team of its own. Account and team appear together
 * or not at all. The new user owns the team, which starts on the free plan.
 *
 */
export const signupMutation = (options) => {
    const mutationOptions = {
        mutationFn: async (fnOptions) => await signup({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};
/**
 * Log in with e-mail and password
 *
 * Exchanges e-mail and password for an access token and a refresh token. An unknown address, a wrong password
 * and an account without a password are refused alike.
 *
 */
export const loginMutation = (options) => {
    const mutationOptions = {
        mutationFn: async (fnOptions) => await login({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};
/**
 * Resolve an incident
 *
 * Sets an incident to resolved, once. A supplied cause is stored; without one a stored cause is kept. A resolved
 * incident never changes again.
 *
 */
export const resolveIncidentMutation = (options) => {
    const mutationOptions = {
        mutationFn: async (fnOptions) => await resolveIncident({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};
/**
 * Delete a manual incident
 *
 * Deletes an incident that was created by hand, resolved or not. Incidents of type `auto`, which were detected
 * automatically, cannot be deleted.
 *
 */
export const deleteIncidentMutation = (options) => {
    const mutationOptions = {
        mutationFn: async (fnOptions) => await deleteIncident({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};
/**
 * Schedule the deletion of your account
 *
 * Schedules the deletion of the caller's account. All its data is permanently deleted 30 days later; until then
 * the account works. Users with a password confirm with it, OAuth users with a verification code. An owner
 * of a team that has other members cannot leave.
 *
 */
export const scheduleAccountDeletionMutation = (options) => {
    const mutationOptions = {
        mutationFn: async (fnOptions) => await scheduleAccountDeletion({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};
const createQueryKey = (id, options, infinite, tags) => {
    const params = { _id: id, baseUrl: options?.baseUrl || options?.client.baseUrl };
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
        params.headers = options.headers;
    }
    if (options?.path) {
        params.path = options.path;
    }
    if (options?.query) {
        params.query = options.query;
    }
    return [params];
};
export const listDeletionRequestsQueryKey = (options) => createQueryKey('listDeletionRequests', options);
/**
 * List accounts that are scheduled for deletion
 *
 * Lists users whose deletion is scheduled, page by page, the next one to go first. A page past the end is empty
 * and still tells the true total.
 *
 */
export const listDeletionRequestsOptions = (options) => queryOptions({
    queryFn: async ({ queryKey, signal }) => await listDeletionRequests({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: listDeletionRequestsQueryKey(options)
});
const createInfiniteParams = (queryKey, page) => {
    const params = { ...queryKey[0] };
    if (page.body) {
        params.body = {
            ...queryKey[0].body,
            ...page.body
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
            ...queryKey[0].path,
            ...page.path
        };
    }
    if (page.query) {
        params.query = {
            ...queryKey[0].query,
            ...page.query
        };
    }
    return params;
};
export const listDeletionRequestsInfiniteQueryKey = (options) => createQueryKey('listDeletionRequests', options, true);
/**
 * List accounts that are scheduled for deletion
 *
 * Lists users whose deletion is scheduled, page by page, the next one to go first. A page past the end is empty
 * and still tells the true total.
 *
 */
export const listDeletionRequestsInfiniteOptions = (options) => {
    const opts = infiniteQueryOptions(
    // @ts-ignore
    {
        queryFn: async ({ pageParam, queryKey, signal }) => {
            // @ts-ignore
            const page = typeof pageParam === 'object' ? pageParam : {
                query: {
                    page: pageParam
                }
            };
            const params = createInfiniteParams(queryKey, page);
            return await listDeletionRequests({
                ...options,
                ...params,
                signal,
                throwOnError: true
            });
        },
        queryKey: listDeletionRequestsInfiniteQueryKey(options)
    });
    return opts;
};
/**
 * Reset the statistics of a service
 *
 * Deletes the daily statistics of all monitors linked to one service, either of all time or strictly before a
 * date. Needs a paid plan, Pro or higher, and no particular scope.
 *
 */
export const resetServiceStatsMutation = (options) => {
    const mutationOptions = {
        mutationFn: async (fnOptions) => await resetServiceStats({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};
/**
 * Reset the statistics of a monitor
 *
 * Deletes the daily statistics of one monitor, either of all time or strictly before a date. Needs a paid plan,
 * Pro or higher, and no particular scope.
 *
 */
export const resetMonitorStatsMutation = (options) => {
    const mutationOptions = {
        mutationFn: async (fnOptions) => await resetMonitorStats({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};
