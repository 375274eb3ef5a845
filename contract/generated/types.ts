// Made from openapi.yaml by `npm run generate`. Do not edit.
export interface paths {
    "/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account and its team
         * @description Creates an account with e-mail and password, and with it a team of its own. Account and team appear together
         *     or not at all. The new user owns the team, which starts on the free plan.
         */
        post: operations["signup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with e-mail and password
         * @description Exchanges e-mail and password for an access token and a refresh token. An unknown address, a wrong password
         *     and an account without a password are refused alike.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/incidents/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Resolve an incident
         * @description Sets an incident to resolved, once. A supplied cause is stored; without one a stored cause is kept. A resolved
         *     incident never changes again.
         */
        put: operations["resolveIncident"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a manual incident
         * @description Deletes an incident that was created by hand, resolved or not. Incidents of type `auto`, which were detected
         *     automatically, cannot be deleted.
         */
        delete: operations["deleteIncident"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/account/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Schedule the deletion of your account
         * @description Schedules the deletion of the caller's account. All its data is permanently deleted 30 days later; until then
         *     the account works. Users with a password confirm with it, OAuth users with a verification code. An owner
         *     of a team that has other members cannot leave.
         */
        post: operations["scheduleAccountDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/deletion-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts that are scheduled for deletion
         * @description Lists users whose deletion is scheduled, page by page, the next one to go first. A page past the end is empty
         *     and still tells the true total.
         */
        get: operations["listDeletionRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/services/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Reset the statistics of a service
         * @description Deletes the daily statistics of all monitors linked to one service, either of all time or strictly before a
         *     date. Needs a paid plan, Pro or higher, and no particular scope.
         */
        delete: operations["resetServiceStats"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Reset the statistics of a monitor
         * @description Deletes the daily statistics of one monitor, either of all time or strictly before a date. Needs a paid plan,
         *     Pro or higher, and no particular scope.
         */
        delete: operations["resetMonitorStats"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description A ULID.
         * @example 01J00000000000000PERS0N001
         */
        UserId: string;
        /**
         * @description Identifies an incident.
         * @example 01J0000000000001NC1DENT001
         */
        IncidentId: string;
        /**
         * @description Identifies a service.
         * @example 01J0000000000000SERV1CE001
         */
        ServiceId: string;
        /**
         * @description Identifies a monitor.
         * @example 01J0000000000000M0N1T0R001
         */
        MonitorId: string;
        /**
         * @description Identifies a team.
         * @example 01J0000000000000000TEAM001
         */
        TeamId: string;
        /**
         * Format: date-time
         * @description A moment in UTC, with milliseconds.
         * @example 2025-06-15T12:00:00.000Z
         */
        Timestamp: string;
        /**
         * Format: email
         * @description An ASCII e-mail address. One account per address, whatever its case; kept and returned in lower case.
         * @example owner@acme.example
         */
        Email: string;
        /**
         * Format: date
         * @description A day of the calendar, YYYY-MM-DD.
         * @example 2025-01-01
         */
        Before: string;
        /** @description A new account. */
        SignupRequest: {
            email: components["schemas"]["Email"];
            /**
             * Format: password
             * @description At least 8 characters, at most 72 bytes of UTF-8. Taken byte for byte.
             * @example an-uncommon-password
             */
            password: string;
            /**
             * @description The name of the user.
             * @example Ada Lovelace
             */
            name?: string;
        };
        /** @description Credentials of an account. */
        LoginRequest: {
            email: components["schemas"]["Email"];
            /**
             * Format: password
             * @description The password. Any text is taken, so that old passwords outlive new rules.
             * @example correct-horse-battery
             */
            password: string;
        };
        /** @description What is known about the incident. */
        ResolveRequest: {
            /**
             * @description Why the incident happened. Without it a stored cause is kept.
             * @example A certificate had expired
             */
            cause?: string;
        };
        /** @description A password, or for OAuth users a verification code. */
        AccountDeletionRequest: components["schemas"]["PasswordProof"] | components["schemas"]["VerificationCodeProof"];
        /** @description How a user with a password proves their identity. */
        PasswordProof: {
            /**
             * Format: password
             * @description The caller's password.
             * @example correct-horse-battery
             */
            password: string;
        };
        /** @description How an OAuth user proves their identity. */
        VerificationCodeProof: {
            /**
             * @description A confirmation code of six digits. It can be used once.
             * @example 246810
             */
            verificationCode: string;
        };
        /** @description A user, member of one team. */
        User: {
            id: components["schemas"]["UserId"];
            email: components["schemas"]["Email"];
            /**
             * @description Absent if none was given.
             * @example Olivia Owner
             */
            name?: string;
            teamId: components["schemas"]["TeamId"];
            /**
             * @description The role in the team. Known are `owner`, `admin`, `member` and `viewer`; more may come.
             * @example owner
             */
            role: string;
        };
        /** @description A user who is logged in. */
        Session: {
            user: components["schemas"]["User"];
            /**
             * @description Goes into the Authorization header. Valid for 15 minutes.
             * @example eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIwMUowMDAwMDAwMDAwMDAwMFBFUlMwTjAwMSJ9.YW4gZXhhbXBsZSwgc2lnbmVkIGJ5IG5vYm9keQ
             */
            accessToken: string;
            /**
             * @description Valid for 30 days. Never accepted in place of an access token.
             * @example eyJhbGciOiJIUzI1NiIsInR5cCI6InJ0K2p3dCJ9.eyJzdWIiOiIwMUowMDAwMDAwMDAwMDAwMFBFUlMwTjAwMSJ9.YW4gZXhhbXBsZSwgc2lnbmVkIGJ5IG5vYm9keQ
             */
            refreshToken: string;
        };
        /** @description Something that went wrong. */
        Incident: {
            id: components["schemas"]["IncidentId"];
            /**
             * @description The monitor that saw it, if one did.
             * @example 01J0000000000000M0N1T0R001
             */
            monitorId: string | null;
            teamId: components["schemas"]["TeamId"];
            /**
             * @description The kind. `auto` was detected automatically; manual incidents were created by hand. More may come.
             * @example manual
             */
            type: string;
            /**
             * @description The state. `resolved` is final. More may come.
             * @example resolved
             */
            status: string;
            /**
             * @description A headline, if somebody gave one.
             * @example Checkout is slow
             */
            title: string | null;
            startedAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was resolved.
             * @example 2025-06-15T12:00:00.000Z
             */
            resolvedAt: string | null;
            /**
             * @description Why it happened, if that is known.
             * @example A certificate had expired
             */
            cause: string | null;
            /**
             * @description The service that the incident is displayed on. Absent if it is displayed on none.
             * @example 01J0000000000000SERV1CE001
             */
            serviceId?: string;
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description A scheduled deletion. */
        AccountDeletion: {
            deletionRequestedAt: components["schemas"]["Timestamp"];
            deletionScheduledAt: components["schemas"]["Timestamp"];
        };
        /** @description A user whose deletion is scheduled. */
        DeletionRequest: {
            /**
             * @description The user.
             * @example 01J00000000000000PERS0N010
             */
            id: string;
            /**
             * @description The address of the user.
             * @example leaver01@leavers.example
             */
            email: string;
            /**
             * @description The name of the user, if one was given.
             * @example Leo Leaver
             */
            name: string | null;
            teamId: components["schemas"]["TeamId"];
            /**
             * @description The name of the team, if it has one.
             * @example Leavers
             */
            teamName: string | null;
            deletionRequestedAt: components["schemas"]["Timestamp"];
            deletionScheduledAt: components["schemas"]["Timestamp"];
            /**
             * @description Days until the deletion, rounded up.
             * @example 7
             */
            daysRemaining: number | null;
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description One page of deletion requests. */
        DeletionRequestPage: {
            /** @description Ordered by `deletionScheduledAt`, then by `id`. */
            data: components["schemas"]["DeletionRequest"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description Where a page stands. */
        Pagination: {
            /**
             * @description This page, counted from 1.
             * @example 1
             */
            page: number;
            /**
             * @description How many records a page holds at most.
             * @example 20
             */
            limit: number;
            /**
             * @description How many records there are on all pages.
             * @example 45
             */
            total: number;
        };
        /** @description What a reset did. */
        StatsReset: {
            /**
             * @description Always true; whatever is not ok is an error.
             * @example true
             * @constant
             */
            ok: true;
            /**
             * @description How many daily records were deleted.
             * @example 14
             */
            deletedCount: number;
        };
        /**
         * @description What went wrong and what to do, for people.
         * @example body.password is required
         */
        ErrorMessage: string;
        /** @description Another account has this address. */
        EmailAlreadyRegistered: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "EMAIL_ALREADY_REGISTERED";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 409;
            };
        };
        /** @description E-mail and password do not belong together. */
        InvalidCredentials: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "INVALID_CREDENTIALS";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 401;
            };
        };
        /** @description A resolved incident cannot be changed. */
        IncidentAlreadyResolved: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "INCIDENT_ALREADY_RESOLVED";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 409;
            };
        };
        /** @description Automatic incidents cannot be deleted. */
        AutoIncidentNotDeletable: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "AUTO_INCIDENT_NOT_DELETABLE";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 409;
            };
        };
        /** @description The proof of identity is wrong. */
        WrongProof: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @enum {string}
                 */
                code: "WRONG_PASSWORD" | "WRONG_VERIFICATION_CODE";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 403;
            };
        };
        /** @description The account cannot be scheduled for deletion now. */
        DeletionRefused: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @enum {string}
                 */
                code: "DELETION_ALREADY_REQUESTED" | "TEAM_HAS_OTHER_MEMBERS";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 409;
            };
        };
        /** @description The admin API key is missing or wrong. */
        InvalidAdminKey: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "INVALID_ADMIN_KEY";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 401;
            };
        };
        /** @description The team has no such service. */
        ServiceNotFound: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "SERVICE_NOT_FOUND";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 404;
            };
        };
        /** @description The team has no such monitor. */
        MonitorNotFound: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "MONITOR_NOT_FOUND";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 404;
            };
        };
        /** @description There is no such path. */
        NotFound: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "NOT_FOUND";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 404;
            };
        };
        /** @description The path does not have this method. */
        MethodNotAllowed: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "METHOD_NOT_ALLOWED";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 405;
            };
        };
        /** @description The body is too large. */
        PayloadTooLarge: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "PAYLOAD_TOO_LARGE";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 413;
            };
        };
        /** @description The body is in a format that is not taken here. */
        UnsupportedMediaType: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "UNSUPPORTED_MEDIA_TYPE";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 415;
            };
        };
        /** @description A defect in the service. */
        InternalError: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "INTERNAL_ERROR";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 500;
            };
        };
        /** @description The service cannot answer at the moment. */
        Unavailable: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "UNAVAILABLE";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 503;
            };
        };
        /** @description The service cannot answer a write at the moment. */
        WriteUnavailable: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @enum {string}
                 */
                code: "UNAVAILABLE" | "OUTCOME_UNKNOWN";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 503;
            };
        };
        /** @description No valid access token. */
        Unauthenticated: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "UNAUTHENTICATED";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 401;
            };
        };
        /** @description The caller may read, but not write. */
        InsufficientScope: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "INSUFFICIENT_SCOPE";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 403;
            };
        };
        /** @description The team has no such incident. */
        IncidentNotFound: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "INCIDENT_NOT_FOUND";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 404;
            };
        };
        /** @description The request is not valid. */
        ValidationFailure: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "VALIDATION_ERROR";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 400;
            };
        };
        /** @description There were too many tries. */
        RateLimited: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "RATE_LIMITED";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 429;
            };
        };
        /** @description The team's plan does not include this. */
        PlanUpgradeRequired: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may come.
                 * @constant
                 */
                code: "PLAN_UPGRADE_REQUIRED";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response, once more.
                 * @constant
                 */
                status: 403;
                /**
                 * Format: uri
                 * @description Where to upgrade the plan.
                 * @example https://monitoring.example/upgrade
                 */
                upgradeUrl: string;
            };
        };
    };
    responses: {
        /** @description There is no such path. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFound"];
            };
        };
        /** @description The path exists, the method does not. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MethodNotAllowed"];
            };
        };
        /** @description The body takes more than 64 KiB. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLarge"];
            };
        };
        /** @description The body is not `application/json` in UTF-8, is compressed, or is not expected at all. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaType"];
            };
        };
        /** @description Something went wrong that is not the caller's fault. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalError"];
            };
        };
        /** @description The service cannot answer at the moment, and nothing was changed. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Unavailable"];
            };
        };
        /** @description The service cannot answer at the moment. With `UNAVAILABLE`, nothing was changed; with `OUTCOME_UNKNOWN`, everything was changed, nothing, or a part of the statistics that were to be deleted. */
        WriteUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WriteUnavailable"];
            };
        };
        /** @description The access token is missing, invalid or expired, or its user is gone. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "WWW-Authenticate": components["headers"]["BearerChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Unauthenticated"];
            };
        };
        /** @description The caller may read, but not write. */
        InsufficientScope: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientScope"];
            };
        };
        /** @description The team has no such incident. */
        IncidentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IncidentNotFound"];
            };
        };
        /** @description The team is on the free plan. */
        PlanUpgradeRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlanUpgradeRequired"];
            };
        };
        /** @description Too many wrong passwords or codes for this account. Even the right one is refused until the time is over. */
        TooManyAttempts: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimited"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The caller's own id for the request, if it sent a well-formed one, otherwise a new one.
         * @example 01JXQ5W6MG0000000000REQST1
         */
        "X-Request-Id": string;
        /**
         * @description No answer of this service may be kept by anybody on the way.
         * @example no-store
         */
        "Cache-Control": "no-store";
        /**
         * @description A browser takes the body for nothing but JSON.
         * @example nosniff
         */
        "X-Content-Type-Options": "nosniff";
        /**
         * @description The number of seconds to wait before the next try.
         * @example 5
         */
        "Retry-After": number;
        /**
         * @description The methods that the path has.
         * @example POST
         */
        Allow: string;
        /**
         * @description How to authenticate.
         * @example Bearer realm="monitoring-service"
         */
        BearerChallenge: "Bearer realm=\"monitoring-service\"";
        /**
         * @description Which scope is missing.
         * @example Bearer realm="monitoring-service", error="insufficient_scope", scope="write"
         */
        ScopeChallenge: "Bearer realm=\"monitoring-service\", error=\"insufficient_scope\", scope=\"write\"";
        /**
         * @description How to authenticate.
         * @example ApiKey realm="monitoring-service"
         */
        ApiKeyChallenge: "ApiKey realm=\"monitoring-service\"";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Who signs up. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignupRequest"];
            };
        };
        responses: {
            /** @description The account and its team exist; the caller is logged in. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description The body is not a valid sign-up. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationFailure"];
                };
            };
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The e-mail address is registered already. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailAlreadyRegistered"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many sign-ups with this address. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["WriteUnavailable"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Who logs in. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description Logged in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description The body is not a valid login. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationFailure"];
                };
            };
            /** @description E-mail and password do not belong together. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["BearerChallenge"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidCredentials"];
                };
            };
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WriteUnavailable"];
        };
    };
    resolveIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The incident. */
                id: components["schemas"]["IncidentId"];
            };
            cookie?: never;
        };
        /** @description Why it happened. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResolveRequest"];
            };
        };
        responses: {
            /** @description The incident is resolved. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        incident: components["schemas"]["Incident"];
                    };
                };
            };
            /** @description Path, query or body is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationFailure"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["IncidentNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The incident is resolved already, and stays as it is. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentAlreadyResolved"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WriteUnavailable"];
        };
    };
    deleteIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The incident. */
                id: components["schemas"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The incident is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Path or query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationFailure"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["IncidentNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The incident was detected automatically. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoIncidentNotDeletable"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WriteUnavailable"];
        };
    };
    scheduleAccountDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Proof that the caller is who the token says. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountDeletionRequest"];
            };
        };
        responses: {
            /** @description The deletion is scheduled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDeletion"];
                };
            };
            /** @description The body is neither a password nor a verification code. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationFailure"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description The proof of identity is wrong. Nothing is scheduled. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrongProof"];
                };
            };
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The deletion was requested already, or the caller owns a team that has other members. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionRefused"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WriteUnavailable"];
        };
    };
    listDeletionRequests: {
        parameters: {
            query?: {
                /** @description The page, counted from 1. */
                page?: number;
                /** @description How many records a page holds. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deletion requests. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionRequestPage"];
                };
            };
            /** @description The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationFailure"];
                };
            };
            /** @description The admin API key is missing or wrong. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "WWW-Authenticate": components["headers"]["ApiKeyChallenge"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidAdminKey"];
                };
            };
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resetServiceStats: {
        parameters: {
            query?: {
                /** @description Only statistics before this date are deleted, by UTC dates; those of the day itself stay. Without it, all are deleted. */
                before?: components["schemas"]["Before"];
            };
            header?: never;
            path: {
                /** @description The service. */
                id: components["schemas"]["ServiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics are deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatsReset"];
                };
            };
            /** @description Path or query is not valid. Nothing is deleted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationFailure"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["PlanUpgradeRequired"];
            /** @description The team has no such service. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceNotFound"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WriteUnavailable"];
        };
    };
    resetMonitorStats: {
        parameters: {
            query?: {
                /** @description Only statistics before this date are deleted, by UTC dates; those of the day itself stay. Without it, all are deleted. */
                before?: components["schemas"]["Before"];
            };
            header?: never;
            path: {
                /** @description The monitor. */
                id: components["schemas"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics are deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatsReset"];
                };
            };
            /** @description Path or query is not valid. Nothing is deleted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationFailure"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["PlanUpgradeRequired"];
            /** @description The team has no such monitor. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonitorNotFound"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WriteUnavailable"];
        };
    };
}
