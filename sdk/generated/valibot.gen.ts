// Made from openapi.yaml by `npm run generate`. Do not edit.

import * as v from 'valibot';

export const vUserId = v.pipe(v.string(), v.regex(/^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$/));

export const vIncidentId = v.string();

export const vTeamId = v.string();

export const vTimestamp = v.pipe(v.string(), v.isoTimestamp());

export const vEmail = v.pipe(v.string(), v.email());

export const vUser = v.object({
    id: vUserId,
    email: vEmail,
    name: v.optional(v.string()),
    teamId: vTeamId,
    role: v.string()
});

export const vSession = v.object({
    user: vUser,
    accessToken: v.string(),
    refreshToken: v.string()
});

export const vIncident = v.object({
    id: vIncidentId,
    monitorId: v.nullable(v.string()),
    teamId: vTeamId,
    type: v.string(),
    status: v.string(),
    title: v.nullable(v.string()),
    startedAt: vTimestamp,
    resolvedAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
    cause: v.nullable(v.string()),
    serviceId: v.optional(v.string()),
    createdAt: vTimestamp
});

export const vResolvedIncident = v.object({
    incident: vIncident
});

export const vAccountDeletion = v.object({
    deletionRequestedAt: vTimestamp,
    deletionScheduledAt: vTimestamp
});

export const vDeletionRequest = v.object({
    id: v.string(),
    email: v.string(),
    name: v.nullable(v.string()),
    teamId: vTeamId,
    teamName: v.nullable(v.string()),
    deletionRequestedAt: vTimestamp,
    deletionScheduledAt: vTimestamp,
    daysRemaining: v.nullable(v.pipe(v.number(), v.integer())),
    createdAt: vTimestamp
});

export const vPagination = v.object({
    page: v.pipe(v.number(), v.integer()),
    limit: v.pipe(v.number(), v.integer()),
    total: v.pipe(v.number(), v.integer())
});

export const vDeletionRequestPage = v.object({
    data: v.array(vDeletionRequest),
    pagination: vPagination
});

export const vStatsReset = v.object({
    ok: v.boolean(),
    deletedCount: v.pipe(v.number(), v.integer())
});

/**
 * Done.
 */
export const vSignupResponse = vSession;

/**
 * Done.
 */
export const vLoginResponse = vSession;

/**
 * Done.
 */
export const vResolveIncidentResponse = vResolvedIncident;

/**
 * Done.
 */
export const vScheduleAccountDeletionResponse = vAccountDeletion;

/**
 * Done.
 */
export const vListDeletionRequestsResponse = vDeletionRequestPage;

/**
 * Done.
 */
export const vResetServiceStatsResponse = vStatsReset;

/**
 * Done.
 */
export const vResetMonitorStatsResponse = vStatsReset;
