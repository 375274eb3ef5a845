export declare const responses: {
    'POST /auth/signup': import("valibot").ObjectSchema<{
        readonly user: import("valibot").ObjectSchema<{
            readonly id: import("valibot").SchemaWithPipe<readonly [import("valibot").StringSchema<undefined>, import("valibot").RegexAction<string, undefined>]>;
            readonly email: import("valibot").SchemaWithPipe<readonly [import("valibot").StringSchema<undefined>, import("valibot").EmailAction<string, undefined>]>;
            readonly name: import("valibot").OptionalSchema<import("valibot").StringSchema<undefined>, undefined>;
            readonly teamId: import("valibot").StringSchema<undefined>;
            readonly role: import("valibot").StringSchema<undefined>;
        }, undefined>;
        readonly accessToken: import("valibot").StringSchema<undefined>;
        readonly refreshToken: import("valibot").StringSchema<undefined>;
    }, undefined>;
    'POST /auth/login': import("valibot").ObjectSchema<{
        readonly user: import("valibot").ObjectSchema<{
            readonly id: import("valibot").SchemaWithPipe<readonly [import("valibot").StringSchema<undefined>, import("valibot").RegexAction<string, undefined>]>;
            readonly email: import("valibot").SchemaWithPipe<readonly [import("valibot").StringSchema<undefined>, import("valibot").EmailAction<string, undefined>]>;
            readonly name: import("valibot").OptionalSchema<import("valibot").StringSchema<undefined>, undefined>;
            readonly teamId: import("valibot").StringSchema<undefined>;
            readonly role: import("valibot").StringSchema<undefined>;
        }, undefined>;
        readonly accessToken: import("valibot").StringSchema<undefined>;
        readonly refreshToken: import("valibot").StringSchema<undefined>;
    }, undefined>;
    'PUT /api/v1/incidents/{id}/resolve': import("valibot").ObjectSchema<{
        readonly incident: import("valibot").ObjectSchema<{
            readonly id: import("valibot").StringSchema<undefined>;
            readonly monitorId: import("valibot").NullableSchema<import("valibot").StringSchema<undefined>, undefined>;
            readonly teamId: import("valibot").StringSchema<undefined>;
            readonly type: import("valibot").StringSchema<undefined>;
            readonly status: import("valibot").StringSchema<undefined>;
            readonly title: import("valibot").NullableSchema<import("valibot").StringSchema<undefined>, undefined>;
            readonly startedAt: import("valibot").SchemaWithPipe<readonly [import("valibot").StringSchema<undefined>, import("valibot").IsoTimestampAction<string, undefined>]>;
            readonly resolvedAt: import("valibot").NullableSchema<import("valibot").SchemaWithPipe<readonly [import("valibot").StringSchema<undefined>, import("valibot").IsoTimestampAction<string, undefined>]>, undefined>;
            readonly cause: import("valibot").NullableSchema<import("valibot").StringSchema<undefined>, undefined>;
            readonly serviceId: import("valibot").OptionalSchema<import("valibot").StringSchema<undefined>, undefined>;
            readonly createdAt: import("valibot").SchemaWithPipe<readonly [import("valibot").StringSchema<undefined>, import("valibot").IsoTimestampAction<string, undefined>]>;
        }, undefined>;
    }, undefined>;
    'POST /dashboard/account/delete': import("valibot").ObjectSchema<{
        readonly deletionRequestedAt: import("valibot").SchemaWithPipe<readonly [import("valibot").StringSchema<undefined>, import("valibot").IsoTimestampAction<string, undefined>]>;
        readonly deletionScheduledAt: import("valibot").SchemaWithPipe<readonly [import("valibot").StringSchema<undefined>, import("valibot").IsoTimestampAction<string, undefined>]>;
    }, undefined>;
    'GET /admin/deletion-requests': import("valibot").ObjectSchema<{
        readonly data: import("valibot").ArraySchema<import("valibot").ObjectSchema<{
            readonly id: import("valibot").StringSchema<undefined>;
            readonly email: import("valibot").StringSchema<undefined>;
            readonly name: import("valibot").NullableSchema<import("valibot").StringSchema<undefined>, undefined>;
            readonly teamId: import("valibot").StringSchema<undefined>;
            readonly teamName: import("valibot").NullableSchema<import("valibot").StringSchema<undefined>, undefined>;
            readonly deletionRequestedAt: import("valibot").SchemaWithPipe<readonly [import("valibot").StringSchema<undefined>, import("valibot").IsoTimestampAction<string, undefined>]>;
            readonly deletionScheduledAt: import("valibot").SchemaWithPipe<readonly [import("valibot").StringSchema<undefined>, import("valibot").IsoTimestampAction<string, undefined>]>;
            readonly daysRemaining: import("valibot").NullableSchema<import("valibot").SchemaWithPipe<readonly [import("valibot").NumberSchema<undefined>, import("valibot").IntegerAction<number, undefined>]>, undefined>;
            readonly createdAt: import("valibot").SchemaWithPipe<readonly [import("valibot").StringSchema<undefined>, import("valibot").IsoTimestampAction<string, undefined>]>;
        }, undefined>, undefined>;
        readonly pagination: import("valibot").ObjectSchema<{
            readonly page: import("valibot").SchemaWithPipe<readonly [import("valibot").NumberSchema<undefined>, import("valibot").IntegerAction<number, undefined>]>;
            readonly limit: import("valibot").SchemaWithPipe<readonly [import("valibot").NumberSchema<undefined>, import("valibot").IntegerAction<number, undefined>]>;
            readonly total: import("valibot").SchemaWithPipe<readonly [import("valibot").NumberSchema<undefined>, import("valibot").IntegerAction<number, undefined>]>;
        }, undefined>;
    }, undefined>;
    'DELETE /api/v1/services/{id}/stats': import("valibot").ObjectSchema<{
        readonly ok: import("valibot").BooleanSchema<undefined>;
        readonly deletedCount: import("valibot").SchemaWithPipe<readonly [import("valibot").NumberSchema<undefined>, import("valibot").IntegerAction<number, undefined>]>;
    }, undefined>;
    'DELETE /api/v1/monitors/{id}/stats': import("valibot").ObjectSchema<{
        readonly ok: import("valibot").BooleanSchema<undefined>;
        readonly deletedCount: import("valibot").SchemaWithPipe<readonly [import("valibot").NumberSchema<undefined>, import("valibot").IntegerAction<number, undefined>]>;
    }, undefined>;
};
