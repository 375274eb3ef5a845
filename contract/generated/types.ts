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
         * @description Sets an incident to resolved and sets `resolvedAt`. A supplied cause is stored; without one a stored cause is kept.
         *     A resolved incident never changes again.
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
         * @description Lists users whose deletion is scheduled, page by page. The account that is deleted next comes first. A page past the
         *     end is empty and has the right `total`.
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
         * @description Deletes the daily statistics of all monitors linked to one service, of all time or
         *     of the days before a date. Requires a paid plan, Pro or higher, and no particular scope.
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
         * @description Deletes the daily statistics of one monitor, of all time or of the days before a date. Requires a paid
         *     plan, Pro or higher, and no particular scope.
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
         * @description A time in UTC with milliseconds, as in the example.
         * @example 2025-06-15T12:00:00.000Z
         */
        Timestamp: string;
        /**
         * Format: email
         * @description An ASCII e-mail address, stored and returned in lower case. Two addresses that differ in case only are the same account.
         * @example owner@acme.example
         */
        Email: string;
        /**
         * Format: date
         * @description Only statistics before this date, YYYY-MM-DD from 0001-01-01, are deleted. Without it, all are deleted, and nothing brings them back.
         * @example 2025-01-01
         */
        Before: string;
        /** @description A new account. */
        SignupRequest: {
            /**
             * @description The address of the new account.
             * @example ada@new.example
             */
            email: components["schemas"]["Email"];
            /**
             * Format: password
             * @description At least 8 characters, at most 72 bytes of UTF-8; neither the e-mail address nor one of the most common passwords. Taken byte for byte.
             * @example an-uncommon-password
             */
            password: string;
            /**
             * @description The name of the user. Kept and returned as given.
             * @example Ada Lovelace
             */
            name?: string;
        };
        /** @description Credentials of an account. */
        LoginRequest: {
            /** @description The address of the account. */
            email: components["schemas"]["Email"];
            /**
             * Format: password
             * @description The password. Any text is accepted, so that a password remains valid when the rules of sign-up change.
             * @example correct-horse-battery
             */
            password: string;
        };
        /** @description What is known about the incident. */
        ResolveRequest: {
            /**
             * @description Why the incident happened. Kept and returned as given. Without it a stored cause is kept.
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
             * @description A confirmation code of six digits. It can be used once, and is void after five tries.
             * @example 246810
             */
            verificationCode: string;
        };
        /** @description A user, member of one team. */
        User: {
            /** @description The id of the user; a ULID. */
            id: components["schemas"]["UserId"];
            /** @description The address of the user, in lower case. */
            email: components["schemas"]["Email"];
            /**
             * @description Absent if none was given.
             * @example Olivia Owner
             */
            name?: string;
            /** @description The team of the user. */
            teamId: components["schemas"]["TeamId"];
            /**
             * @description The role in the team. Known are `owner`, `admin`, `member` and `viewer`; more may be added.
             * @example owner
             */
            role: string;
        };
        /** @description A user who is logged in. */
        Session: {
            /** @description The user who is logged in. */
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
            /** @description The id of the incident. */
            id: components["schemas"]["IncidentId"];
            /**
             * @description The monitor that the incident belongs to. Null if it belongs to none.
             * @example 01J0000000000000M0N1T0R001
             */
            monitorId: string | null;
            /** @description The team that the incident belongs to. */
            teamId: components["schemas"]["TeamId"];
            /**
             * @description The kind of the incident. `auto` was detected automatically, `manual` was created by hand. More may be added.
             * @example manual
             */
            type: string;
            /**
             * @description The state of the incident. `resolved` is final, and `resolvedAt` is then set. More may be added.
             * @example resolved
             */
            status: string;
            /**
             * @description The headline. Null if the incident has none.
             * @example Checkout is slow
             */
            title: string | null;
            /** @description When the incident began. */
            startedAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the incident was resolved. Null until then, and never null once `status` is `resolved`.
             * @example 2025-06-15T12:00:00.000Z
             */
            resolvedAt: string | null;
            /**
             * @description Why the incident happened. Null if that is not known.
             * @example A certificate had expired
             */
            cause: string | null;
            /**
             * @description The service that the incident is displayed on. Absent if it is displayed on none.
             * @example 01J0000000000000SERV1CE001
             */
            serviceId?: string;
            /** @description When the incident was recorded. */
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description An incident after it was resolved. */
        ResolvedIncident: {
            /** @description The incident as it is now. */
            incident: components["schemas"]["Incident"];
        };
        /** @description A scheduled deletion. */
        AccountDeletion: {
            /** @description When the deletion was requested. */
            deletionRequestedAt: components["schemas"]["Timestamp"];
            /** @description When the account will be deleted, 30 days after the request. */
            deletionScheduledAt: components["schemas"]["Timestamp"];
        };
        /** @description A user whose deletion is scheduled. */
        DeletionRequest: {
            /**
             * @description The id of the user.
             * @example 01J00000000000000PERS0N010
             */
            id: string;
            /**
             * @description The address of the user.
             * @example leaver01@leavers.example
             */
            email: string;
            /**
             * @description The name of the user. Null if none was given.
             * @example Leo Leaver
             */
            name: string | null;
            /** @description The team of the user. */
            teamId: components["schemas"]["TeamId"];
            /**
             * @description The name of the team. Null if it has none.
             * @example Leavers
             */
            teamName: string | null;
            /** @description When the user requested the deletion. */
            deletionRequestedAt: components["schemas"]["Timestamp"];
            /** @description When the account will be deleted. */
            deletionScheduledAt: components["schemas"]["Timestamp"];
            /**
             * @description Whole days until the deletion, rounded up; 0 if it is due. Null only if a service does not know them; the reference server always does.
             * @example 7
             */
            daysRemaining: number | null;
            /** @description When the account was created. */
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description One page of deletion requests. */
        DeletionRequestPage: {
            /** @description Ordered by `deletionScheduledAt`, then by `id`. If accounts are deleted between two calls, the records behind them move forward, so that a later page may miss some of them. To see each record, begin again at page 1. No record appears twice. */
            data: components["schemas"]["DeletionRequest"][];
            /** @description Which part of the list this page is. */
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
             * @description Always true. A failure is an error response.
             * @example true
             */
            ok: boolean;
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
            /**
             * EmailAlreadyRegisteredError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @constant
                 */
                code: "EMAIL_ALREADY_REGISTERED";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 409;
            };
        };
        /** @description E-mail and password do not belong together. */
        InvalidCredentials: {
            /**
             * InvalidCredentialsError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @constant
                 */
                code: "INVALID_CREDENTIALS";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 401;
            };
        };
        /** @description A resolved incident cannot be changed. */
        IncidentAlreadyResolved: {
            /**
             * IncidentAlreadyResolvedError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @constant
                 */
                code: "INCIDENT_ALREADY_RESOLVED";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 409;
            };
        };
        /** @description Automatic incidents cannot be deleted. */
        AutoIncidentNotDeletable: {
            /**
             * AutoIncidentNotDeletableError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @constant
                 */
                code: "AUTO_INCIDENT_NOT_DELETABLE";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 409;
            };
        };
        /** @description The proof of identity is wrong. */
        WrongProof: {
            /**
             * WrongProofError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @enum {string}
                 */
                code: "WRONG_PASSWORD" | "WRONG_VERIFICATION_CODE";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 403;
            };
        };
        /** @description The account cannot be scheduled for deletion now. */
        DeletionRefused: {
            /**
             * DeletionRefusedError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @enum {string}
                 */
                code: "DELETION_ALREADY_REQUESTED" | "TEAM_HAS_OTHER_MEMBERS";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 409;
            };
        };
        /** @description The admin API key is missing or wrong. */
        InvalidAdminKey: {
            /**
             * InvalidAdminKeyError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @constant
                 */
                code: "INVALID_ADMIN_KEY";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 401;
            };
        };
        /** @description The team has no such service. */
        ServiceNotFound: {
            /**
             * ServiceNotFoundError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @enum {string}
                 */
                code: "SERVICE_NOT_FOUND" | "NOT_FOUND";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 404;
            };
        };
        /** @description The team has no such monitor. */
        MonitorNotFound: {
            /**
             * MonitorNotFoundError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @enum {string}
                 */
                code: "MONITOR_NOT_FOUND" | "NOT_FOUND";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 404;
            };
        };
        /** @description There is no such path. */
        NotFound: {
            /**
             * NotFoundError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @constant
                 */
                code: "NOT_FOUND";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 404;
            };
        };
        /** @description The path does not have this method. */
        MethodNotAllowed: {
            /**
             * MethodNotAllowedError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @constant
                 */
                code: "METHOD_NOT_ALLOWED";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 405;
            };
        };
        /** @description The body is too large. */
        PayloadTooLarge: {
            /**
             * PayloadTooLargeError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @constant
                 */
                code: "PAYLOAD_TOO_LARGE";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 413;
            };
        };
        /** @description The body is in a format that is not taken here. */
        UnsupportedMediaType: {
            /**
             * UnsupportedMediaTypeError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @constant
                 */
                code: "UNSUPPORTED_MEDIA_TYPE";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 415;
            };
        };
        /** @description A defect in the service. */
        InternalError: {
            /**
             * InternalErrorError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @constant
                 */
                code: "INTERNAL_ERROR";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 500;
            };
        };
        /** @description The service cannot answer at the moment. */
        Unavailable: {
            /**
             * UnavailableError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @constant
                 */
                code: "UNAVAILABLE";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 503;
            };
        };
        /** @description The service cannot answer a write at the moment. */
        WriteUnavailable: {
            /**
             * WriteUnavailableError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @enum {string}
                 */
                code: "UNAVAILABLE" | "OUTCOME_UNKNOWN";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 503;
            };
        };
        /** @description No valid access token. */
        Unauthenticated: {
            /**
             * UnauthenticatedError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @constant
                 */
                code: "UNAUTHENTICATED";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 401;
            };
        };
        /** @description The caller may read, but not write. */
        InsufficientScope: {
            /**
             * InsufficientScopeError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @constant
                 */
                code: "INSUFFICIENT_SCOPE";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 403;
            };
        };
        /** @description The team has no such incident. */
        IncidentNotFound: {
            /**
             * IncidentNotFoundError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @enum {string}
                 */
                code: "INCIDENT_NOT_FOUND" | "NOT_FOUND";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 404;
            };
        };
        /** @description The request is not valid. */
        ValidationFailure: {
            /**
             * ValidationFailureError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @constant
                 */
                code: "VALIDATION_ERROR";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 400;
            };
        };
        /** @description There were too many tries. */
        RateLimited: {
            /**
             * RateLimitedError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @constant
                 */
                code: "RATE_LIMITED";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
                 * @constant
                 */
                status: 429;
            };
        };
        /** @description The team's plan does not include this. */
        PlanUpgradeRequired: {
            /**
             * PlanUpgradeRequiredError
             * @description What went wrong.
             */
            error: {
                /**
                 * @description Names the condition, for programs. More codes may be added.
                 * @constant
                 */
                code: "PLAN_UPGRADE_REQUIRED";
                message: components["schemas"]["ErrorMessage"];
                /**
                 * @description The HTTP status of the response.
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
        /** @description The service cannot answer at the moment. With `UNAVAILABLE`, nothing was changed; with `OUTCOME_UNKNOWN`, the change may have been made, and that of statistics in part. */
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
                "Retry-After": components["headers"]["AttemptsRetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimited"];
            };
        };
    };
    parameters: {
        /** @description Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id. */
        "X-Request-Id": string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The id of the request, `X-Request-Id` of the request if that was well-formed. Name it when you report a problem.
         * @example 01JXQ5W6MG0000000000REQST1
         */
        "X-Request-Id": string;
        /**
         * @description Responses must not be cached.
         * @example no-store
         */
        "Cache-Control": "no-store";
        /**
         * @description Browsers must treat the body as JSON only.
         * @example nosniff
         */
        "X-Content-Type-Options": "nosniff";
        /**
         * @description The number of seconds to wait before the next try.
         * @example 5
         */
        "Retry-After": number;
        /**
         * @description The number of seconds until tries count anew.
         * @example 900
         */
        AttemptsRetryAfter: number;
        /**
         * @description The methods that the path has.
         * @example POST
         */
        Allow: string;
        /** @description How to authenticate. `error="invalid_token"` means that the request has a token, and that it is not valid. */
        BearerChallenge: "Bearer realm=\"monitoring-service\"" | "Bearer realm=\"monitoring-service\", error=\"invalid_token\"";
        /**
         * @description E-mail and password are required, in the body of the request.
         * @example Password realm="monitoring-service"
         */
        PasswordChallenge: "Password realm=\"monitoring-service\"";
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
            header?: {
                /** @description Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new user. */
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
            /** @description Too many sign-ups with this e-mail address. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "Retry-After": components["headers"]["AttemptsRetryAfter"];
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
            header?: {
                /** @description Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The credentials. */
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
                    "WWW-Authenticate": components["headers"]["PasswordChallenge"];
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
            header?: {
                /** @description Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
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
                    "application/json": components["schemas"]["ResolvedIncident"];
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
            header?: {
                /** @description Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
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
            header?: {
                /** @description Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
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
            header?: {
                /** @description Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
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
            header?: {
                /** @description Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
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
            header?: {
                /** @description Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
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
