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
        UserId: string;
        IncidentId: string;
        ServiceId: string;
        MonitorId: string;
        TeamId: string;
        Timestamp: string;
        Email: string;
        Before: string;
        SignupRequest: {
            email: components["schemas"]["Email"];
            password: string;
            name?: string;
        };
        LoginRequest: {
            email: components["schemas"]["Email"];
            password: string;
        };
        ResolveRequest: {
            cause?: string;
        };
        AccountDeletionRequest: components["schemas"]["PasswordProof"] | components["schemas"]["VerificationCodeProof"];
        PasswordProof: {
            password: string;
        };
        VerificationCodeProof: {
            verificationCode: string;
        };
        User: {
            id: components["schemas"]["UserId"];
            email: components["schemas"]["Email"];
            name?: string;
            teamId: components["schemas"]["TeamId"];
            role: string;
        };
        Session: {
            user: components["schemas"]["User"];
            accessToken: string;
            refreshToken: string;
        };
        Incident: {
            id: components["schemas"]["IncidentId"];
            monitorId: string | null;
            teamId: components["schemas"]["TeamId"];
            type: string;
            status: string;
            title: string | null;
            startedAt: components["schemas"]["Timestamp"];
            resolvedAt: string | null;
            cause: string | null;
            serviceId?: string;
            createdAt: components["schemas"]["Timestamp"];
        };
        ResolvedIncident: {
            incident: components["schemas"]["Incident"];
        };
        AccountDeletion: {
            deletionRequestedAt: components["schemas"]["Timestamp"];
            deletionScheduledAt: components["schemas"]["Timestamp"];
        };
        DeletionRequest: {
            id: string;
            email: string;
            name: string | null;
            teamId: components["schemas"]["TeamId"];
            teamName: string | null;
            deletionRequestedAt: components["schemas"]["Timestamp"];
            deletionScheduledAt: components["schemas"]["Timestamp"];
            daysRemaining: number | null;
            createdAt: components["schemas"]["Timestamp"];
        };
        DeletionRequestPage: {
            data: components["schemas"]["DeletionRequest"][];
            pagination: components["schemas"]["Pagination"];
        };
        Pagination: {
            page: number;
            limit: number;
            total: number;
        };
        StatsReset: {
            ok: boolean;
            deletedCount: number;
        };
        ErrorMessage: string;
        EmailAlreadyRegistered: {
            error: {
                code: "EMAIL_ALREADY_REGISTERED";
                message: components["schemas"]["ErrorMessage"];
                status: 409;
            };
        };
        InvalidCredentials: {
            error: {
                code: "INVALID_CREDENTIALS";
                message: components["schemas"]["ErrorMessage"];
                status: 401;
            };
        };
        IncidentAlreadyResolved: {
            error: {
                code: "INCIDENT_ALREADY_RESOLVED";
                message: components["schemas"]["ErrorMessage"];
                status: 409;
            };
        };
        AutoIncidentNotDeletable: {
            error: {
                code: "AUTO_INCIDENT_NOT_DELETABLE";
                message: components["schemas"]["ErrorMessage"];
                status: 409;
            };
        };
        WrongProof: {
            error: {
                code: "WRONG_PASSWORD" | "WRONG_VERIFICATION_CODE";
                message: components["schemas"]["ErrorMessage"];
                status: 403;
            };
        };
        DeletionRefused: {
            error: {
                code: "DELETION_ALREADY_REQUESTED" | "TEAM_HAS_OTHER_MEMBERS";
                message: components["schemas"]["ErrorMessage"];
                status: 409;
            };
        };
        InvalidAdminKey: {
            error: {
                code: "INVALID_ADMIN_KEY";
                message: components["schemas"]["ErrorMessage"];
                status: 401;
            };
        };
        ServiceNotFound: {
            error: {
                code: "SERVICE_NOT_FOUND" | "NOT_FOUND";
                message: components["schemas"]["ErrorMessage"];
                status: 404;
            };
        };
        MonitorNotFound: {
            error: {
                code: "MONITOR_NOT_FOUND" | "NOT_FOUND";
                message: components["schemas"]["ErrorMessage"];
                status: 404;
            };
        };
        NotFound: {
            error: {
                code: "NOT_FOUND";
                message: components["schemas"]["ErrorMessage"];
                status: 404;
            };
        };
        MethodNotAllowed: {
            error: {
                code: "METHOD_NOT_ALLOWED";
                message: components["schemas"]["ErrorMessage"];
                status: 405;
            };
        };
        PayloadTooLarge: {
            error: {
                code: "PAYLOAD_TOO_LARGE";
                message: components["schemas"]["ErrorMessage"];
                status: 413;
            };
        };
        UnsupportedMediaType: {
            error: {
                code: "UNSUPPORTED_MEDIA_TYPE";
                message: components["schemas"]["ErrorMessage"];
                status: 415;
            };
        };
        InternalError: {
            error: {
                code: "INTERNAL_ERROR";
                message: components["schemas"]["ErrorMessage"];
                status: 500;
            };
        };
        Unavailable: {
            error: {
                code: "UNAVAILABLE";
                message: components["schemas"]["ErrorMessage"];
                status: 503;
            };
        };
        WriteUnavailable: {
            error: {
                code: "UNAVAILABLE" | "OUTCOME_UNKNOWN";
                message: components["schemas"]["ErrorMessage"];
                status: 503;
            };
        };
        Unauthenticated: {
            error: {
                code: "UNAUTHENTICATED";
                message: components["schemas"]["ErrorMessage"];
                status: 401;
            };
        };
        InsufficientScope: {
            error: {
                code: "INSUFFICIENT_SCOPE";
                message: components["schemas"]["ErrorMessage"];
                status: 403;
            };
        };
        IncidentNotFound: {
            error: {
                code: "INCIDENT_NOT_FOUND" | "NOT_FOUND";
                message: components["schemas"]["ErrorMessage"];
                status: 404;
            };
        };
        ValidationFailure: {
            error: {
                code: "VALIDATION_ERROR";
                message: components["schemas"]["ErrorMessage"];
                status: 400;
            };
        };
        RateLimited: {
            error: {
                code: "RATE_LIMITED";
                message: components["schemas"]["ErrorMessage"];
                status: 429;
            };
        };
        PlanUpgradeRequired: {
            error: {
                code: "PLAN_UPGRADE_REQUIRED";
                message: components["schemas"]["ErrorMessage"];
                status: 403;
                upgradeUrl: string;
            };
        };
    };
    responses: {
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
        "X-Request-Id": string;
    };
    requestBodies: never;
    headers: {
        "X-Request-Id": string;
        "Cache-Control": "no-store";
        "X-Content-Type-Options": "nosniff";
        "Retry-After": number;
        AttemptsRetryAfter: number;
        Allow: string;
        BearerChallenge: "Bearer realm=\"monitoring-service\"" | "Bearer realm=\"monitoring-service\", error=\"invalid_token\"";
        PasswordChallenge: "Password realm=\"monitoring-service\"";
        ScopeChallenge: "Bearer realm=\"monitoring-service\", error=\"insufficient_scope\", scope=\"write\"";
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
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignupRequest"];
            };
        };
        responses: {
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
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
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
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: components["schemas"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResolveRequest"];
            };
        };
        responses: {
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
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: components["schemas"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountDeletionRequest"];
            };
        };
        responses: {
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
                page?: number;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                before?: components["schemas"]["Before"];
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: components["schemas"]["ServiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                before?: components["schemas"]["Before"];
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                id: components["schemas"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
