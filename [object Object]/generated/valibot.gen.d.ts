import * as v from 'valibot';
export declare const vUserId: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>]>;
export declare const vIncidentId: v.StringSchema<undefined>;
export declare const vTeamId: v.StringSchema<undefined>;
export declare const vTimestamp: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
export declare const vEmail: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.EmailAction<string, undefined>]>;
export declare const vUser: v.ObjectSchema<{
    readonly id: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>]>;
    readonly email: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.EmailAction<string, undefined>]>;
    readonly name: v.OptionalSchema<v.StringSchema<undefined>, undefined>;
    readonly teamId: v.StringSchema<undefined>;
    readonly role: v.StringSchema<undefined>;
}, undefined>;
export declare const vSession: v.ObjectSchema<{
    readonly user: v.ObjectSchema<{
        readonly id: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>]>;
        readonly email: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.EmailAction<string, undefined>]>;
        readonly name: v.OptionalSchema<v.StringSchema<undefined>, undefined>;
        readonly teamId: v.StringSchema<undefined>;
        readonly role: v.StringSchema<undefined>;
    }, undefined>;
    readonly accessToken: v.StringSchema<undefined>;
    readonly refreshToken: v.StringSchema<undefined>;
}, undefined>;
export declare const vIncident: v.ObjectSchema<{
    readonly id: v.StringSchema<undefined>;
    readonly monitorId: v.NullableSchema<v.StringSchema<undefined>, undefined>;
    readonly teamId: v.StringSchema<undefined>;
    readonly type: v.StringSchema<undefined>;
    readonly status: v.StringSchema<undefined>;
    readonly title: v.NullableSchema<v.StringSchema<undefined>, undefined>;
    readonly startedAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
    readonly resolvedAt: v.NullableSchema<v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>, undefined>;
    readonly cause: v.NullableSchema<v.StringSchema<undefined>, undefined>;
    readonly serviceId: v.OptionalSchema<v.StringSchema<undefined>, undefined>;
    readonly createdAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
}, undefined>;
export declare const vAccountDeletion: v.ObjectSchema<{
    readonly deletionRequestedAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
    readonly deletionScheduledAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
}, undefined>;
export declare const vDeletionRequest: v.ObjectSchema<{
    readonly id: v.StringSchema<undefined>;
    readonly email: v.StringSchema<undefined>;
    readonly name: v.NullableSchema<v.StringSchema<undefined>, undefined>;
    readonly teamId: v.StringSchema<undefined>;
    readonly teamName: v.NullableSchema<v.StringSchema<undefined>, undefined>;
    readonly deletionRequestedAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
    readonly deletionScheduledAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
    readonly daysRemaining: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
    readonly createdAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
}, undefined>;
export declare const vPagination: v.ObjectSchema<{
    readonly page: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>;
    readonly limit: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>;
    readonly total: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>;
}, undefined>;
export declare const vDeletionRequestPage: v.ObjectSchema<{
    readonly data: v.ArraySchema<v.ObjectSchema<{
        readonly id: v.StringSchema<undefined>;
        readonly email: v.StringSchema<undefined>;
        readonly name: v.NullableSchema<v.StringSchema<undefined>, undefined>;
        readonly teamId: v.StringSchema<undefined>;
        readonly teamName: v.NullableSchema<v.StringSchema<undefined>, undefined>;
        readonly deletionRequestedAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
        readonly deletionScheduledAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
        readonly daysRemaining: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
        readonly createdAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
    }, undefined>, undefined>;
    readonly pagination: v.ObjectSchema<{
        readonly page: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>;
        readonly limit: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>;
        readonly total: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>;
    }, undefined>;
}, undefined>;
export declare const vStatsReset: v.ObjectSchema<{
    readonly ok: v.BooleanSchema<undefined>;
    readonly deletedCount: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>;
}, undefined>;
/**
 * Done.
 */
export declare const vSignupResponse: v.ObjectSchema<{
    readonly user: v.ObjectSchema<{
        readonly id: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>]>;
        readonly email: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.EmailAction<string, undefined>]>;
        readonly name: v.OptionalSchema<v.StringSchema<undefined>, undefined>;
        readonly teamId: v.StringSchema<undefined>;
        readonly role: v.StringSchema<undefined>;
    }, undefined>;
    readonly accessToken: v.StringSchema<undefined>;
    readonly refreshToken: v.StringSchema<undefined>;
}, undefined>;
/**
 * Done.
 */
export declare const vLoginResponse: v.ObjectSchema<{
    readonly user: v.ObjectSchema<{
        readonly id: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.RegexAction<string, undefined>]>;
        readonly email: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.EmailAction<string, undefined>]>;
        readonly name: v.OptionalSchema<v.StringSchema<undefined>, undefined>;
        readonly teamId: v.StringSchema<undefined>;
        readonly role: v.StringSchema<undefined>;
    }, undefined>;
    readonly accessToken: v.StringSchema<undefined>;
    readonly refreshToken: v.StringSchema<undefined>;
}, undefined>;
/**
 * Done.
 */
export declare const vResolveIncidentResponse: v.ObjectSchema<{
    readonly incident: v.ObjectSchema<{
        readonly id: v.StringSchema<undefined>;
        readonly monitorId: v.NullableSchema<v.StringSchema<undefined>, undefined>;
        readonly teamId: v.StringSchema<undefined>;
        readonly type: v.StringSchema<undefined>;
        readonly status: v.StringSchema<undefined>;
        readonly title: v.NullableSchema<v.StringSchema<undefined>, undefined>;
        readonly startedAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
        readonly resolvedAt: v.NullableSchema<v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>, undefined>;
        readonly cause: v.NullableSchema<v.StringSchema<undefined>, undefined>;
        readonly serviceId: v.OptionalSchema<v.StringSchema<undefined>, undefined>;
        readonly createdAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
    }, undefined>;
}, undefined>;
/**
 * Done.
 */
export declare const vScheduleAccountDeletionResponse: v.ObjectSchema<{
    readonly deletionRequestedAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
    readonly deletionScheduledAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
}, undefined>;
/**
 * Done.
 */
export declare const vListDeletionRequestsResponse: v.ObjectSchema<{
    readonly data: v.ArraySchema<v.ObjectSchema<{
        readonly id: v.StringSchema<undefined>;
        readonly email: v.StringSchema<undefined>;
        readonly name: v.NullableSchema<v.StringSchema<undefined>, undefined>;
        readonly teamId: v.StringSchema<undefined>;
        readonly teamName: v.NullableSchema<v.StringSchema<undefined>, undefined>;
        readonly deletionRequestedAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
        readonly deletionScheduledAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
        readonly daysRemaining: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
        readonly createdAt: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>]>;
    }, undefined>, undefined>;
    readonly pagination: v.ObjectSchema<{
        readonly page: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>;
        readonly limit: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>;
        readonly total: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>;
    }, undefined>;
}, undefined>;
/**
 * Done.
 */
export declare const vResetServiceStatsResponse: v.ObjectSchema<{
    readonly ok: v.BooleanSchema<undefined>;
    readonly deletedCount: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>;
}, undefined>;
/**
 * Done.
 */
export declare const vResetMonitorStatsResponse: v.ObjectSchema<{
    readonly ok: v.BooleanSchema<undefined>;
    readonly deletedCount: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>;
}, undefined>;
