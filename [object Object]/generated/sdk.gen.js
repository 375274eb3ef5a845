// Made from openapi.yaml by `npm run generate`. Do not edit.
/**
 * Create an account and its team
 *
 * Creates an account with e-mail and password, and with it a team of its own. Account and team appear together
 * or not at all. The new user owns the team, which starts on the free plan.
 *
 */
export const signup = (options) => options.client.post({
    responseStyle: 'data',
    url: '/auth/signup',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});
/**
 * Log in with e-mail and password
 *
 * Exchanges e-mail and password for an access token and a refresh token. An unknown address, a wrong password
 * and an account without a password are refused alike.
 *
 */
export const login = (options) => options.client.post({
    responseStyle: 'data',
    url: '/auth/login',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});
/**
 * Resolve an incident
 *
 * Sets an incident to resolved, once. A supplied cause is stored; without one a stored cause is kept. A resolved
 * incident never changes again.
 *
 */
export const resolveIncident = (options) => options.client.put({
    responseStyle: 'data',
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/api/v1/incidents/{id}/resolve',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});
/**
 * Delete a manual incident
 *
 * Deletes an incident that was created by hand, resolved or not. Incidents of type `auto`, which were detected
 * automatically, cannot be deleted.
 *
 */
export const deleteIncident = (options) => options.client.delete({
    responseStyle: 'data',
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/api/v1/incidents/{id}',
    ...options
});
/**
 * Schedule the deletion of your account
 *
 * Schedules the deletion of the caller's account. All its data is permanently deleted 30 days later; until then
 * the account works. Users with a password confirm with it, OAuth users with a verification code. An owner
 * of a team that has other members cannot leave.
 *
 */
export const scheduleAccountDeletion = (options) => options.client.post({
    responseStyle: 'data',
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/dashboard/account/delete',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});
/**
 * List accounts that are scheduled for deletion
 *
 * Lists users whose deletion is scheduled, page by page, the next one to go first. A page past the end is empty
 * and still tells the true total.
 *
 */
export const listDeletionRequests = (options) => options.client.get({
    responseStyle: 'data',
    security: [{ name: 'X-Admin-Api-Key', type: 'apiKey' }],
    url: '/admin/deletion-requests',
    ...options
});
/**
 * Reset the statistics of a service
 *
 * Deletes the daily statistics of all monitors linked to one service, either of all time or strictly before a
 * date. Needs a paid plan, Pro or higher, and no particular scope.
 *
 */
export const resetServiceStats = (options) => options.client.delete({
    responseStyle: 'data',
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/api/v1/services/{id}/stats',
    ...options
});
/**
 * Reset the statistics of a monitor
 *
 * Deletes the daily statistics of one monitor, either of all time or strictly before a date. Needs a paid plan,
 * Pro or higher, and no particular scope.
 *
 */
export const resetMonitorStats = (options) => options.client.delete({
    responseStyle: 'data',
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/api/v1/monitors/{id}/stats',
    ...options
});
