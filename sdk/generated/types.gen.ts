// Made from openapi.yaml by `npm run generate`. Do not edit.

export type ClientOptions = {
    baseUrl: `${string}://{base_url}` | (string & {});
};

/**
 * A ULID.
 */
export type UserId = string;

/**
 * Identifies an incident.
 */
export type IncidentId = string;

/**
 * Identifies a service.
 */
export type ServiceId = string;

/**
 * Identifies a monitor.
 */
export type MonitorId = string;

/**
 * Identifies a team.
 */
export type TeamId = string;

/**
 * A moment in UTC, with milliseconds.
 */
export type Timestamp = string;

/**
 * An ASCII e-mail address. One account per address, whatever its case; kept and returned in lower case.
 */
export type Email = string;

/**
 * A day of the calendar, YYYY-MM-DD.
 */
export type Before = string;

/**
 * A new account.
 */
export type SignupRequest = {
    /**
     * An ASCII e-mail address. One account per address, whatever its case; kept and returned in lower case.
     */
    email: Email;
    /**
     * At least 8 characters, at most 72 bytes of UTF-8. Taken byte for byte.
     */
    password: string;
    /**
     * The name of the user.
     */
    name?: string;
};

/**
 * Credentials of an account.
 */
export type LoginRequest = {
    /**
     * An ASCII e-mail address. One account per address, whatever its case; kept and returned in lower case.
     */
    email: Email;
    /**
     * The password. Any text is taken, so that old passwords outlive new rules.
     */
    password: string;
};

/**
 * What is known about the incident.
 */
export type ResolveRequest = {
    /**
     * Why the incident happened. Without it a stored cause is kept.
     */
    cause?: string;
};

/**
 * A password, or for OAuth users a verification code.
 */
export type AccountDeletionRequest = PasswordProof | VerificationCodeProof;

/**
 * How a user with a password proves their identity.
 */
export type PasswordProof = {
    /**
     * The caller's password.
     */
    password: string;
};

/**
 * How an OAuth user proves their identity.
 */
export type VerificationCodeProof = {
    /**
     * A confirmation code of six digits. It can be used once.
     */
    verificationCode: string;
};

/**
 * A user, member of one team.
 */
export type User = {
    /**
     * A ULID.
     */
    id: UserId;
    /**
     * An ASCII e-mail address. One account per address, whatever its case; kept and returned in lower case.
     */
    email: Email;
    /**
     * Absent if none was given.
     */
    name?: string;
    /**
     * Identifies a team.
     */
    teamId: TeamId;
    /**
     * The role in the team. Known are `owner`, `admin`, `member` and `viewer`; more may come.
     */
    role: string;
};

/**
 * A user who is logged in.
 */
export type Session = {
    /**
     * A user, member of one team.
     */
    user: User;
    /**
     * Goes into the Authorization header. Valid for 15 minutes.
     */
    accessToken: string;
    /**
     * Valid for 30 days. Never accepted in place of an access token.
     */
    refreshToken: string;
};

/**
 * Something that went wrong.
 */
export type Incident = {
    /**
     * Identifies an incident.
     */
    id: IncidentId;
    /**
     * The monitor that saw it, if one did.
     */
    monitorId: string | null;
    /**
     * Identifies a team.
     */
    teamId: TeamId;
    /**
     * The kind. `auto` was detected automatically; manual incidents were created by hand. More may come.
     */
    type: string;
    /**
     * The state. `resolved` is final. More may come.
     */
    status: string;
    /**
     * A headline, if somebody gave one.
     */
    title: string | null;
    /**
     * A moment in UTC, with milliseconds.
     */
    startedAt: Timestamp;
    /**
     * When it was resolved.
     */
    resolvedAt: string | null;
    /**
     * Why it happened, if that is known.
     */
    cause: string | null;
    /**
     * The service that the incident is displayed on. Absent if it is displayed on none.
     */
    serviceId?: string;
    /**
     * A moment in UTC, with milliseconds.
     */
    createdAt: Timestamp;
};

/**
 * A scheduled deletion.
 */
export type AccountDeletion = {
    /**
     * A moment in UTC, with milliseconds.
     */
    deletionRequestedAt: Timestamp;
    /**
     * A moment in UTC, with milliseconds.
     */
    deletionScheduledAt: Timestamp;
};

/**
 * A user whose deletion is scheduled.
 */
export type DeletionRequest = {
    /**
     * The user.
     */
    id: string;
    /**
     * The address of the user.
     */
    email: string;
    /**
     * The name of the user, if one was given.
     */
    name: string | null;
    /**
     * Identifies a team.
     */
    teamId: TeamId;
    /**
     * The name of the team, if it has one.
     */
    teamName: string | null;
    /**
     * A moment in UTC, with milliseconds.
     */
    deletionRequestedAt: Timestamp;
    /**
     * A moment in UTC, with milliseconds.
     */
    deletionScheduledAt: Timestamp;
    /**
     * Days until the deletion, rounded up.
     */
    daysRemaining: number | null;
    /**
     * A moment in UTC, with milliseconds.
     */
    createdAt: Timestamp;
};

/**
 * One page of deletion requests.
 */
export type DeletionRequestPage = {
    /**
     * Ordered by `deletionScheduledAt`, then by `id`.
     */
    data: Array<DeletionRequest>;
    /**
     * Where a page stands.
     */
    pagination: Pagination;
};

/**
 * Where a page stands.
 */
export type Pagination = {
    /**
     * This page, counted from 1.
     */
    page: number;
    /**
     * How many records a page holds at most.
     */
    limit: number;
    /**
     * How many records there are on all pages.
     */
    total: number;
};

/**
 * What a reset did.
 */
export type StatsReset = {
    /**
     * Always true; whatever is not ok is an error.
     */
    ok: true;
    /**
     * How many daily records were deleted.
     */
    deletedCount: number;
};

/**
 * What went wrong and what to do, for people.
 */
export type ErrorMessage = string;

/**
 * Another account has this address.
 */
export type EmailAlreadyRegistered = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'EMAIL_ALREADY_REGISTERED';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 409;
    };
};

/**
 * E-mail and password do not belong together.
 */
export type InvalidCredentials = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'INVALID_CREDENTIALS';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 401;
    };
};

/**
 * A resolved incident cannot be changed.
 */
export type IncidentAlreadyResolved = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'INCIDENT_ALREADY_RESOLVED';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 409;
    };
};

/**
 * Automatic incidents cannot be deleted.
 */
export type AutoIncidentNotDeletable = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'AUTO_INCIDENT_NOT_DELETABLE';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 409;
    };
};

/**
 * The proof of identity is wrong.
 */
export type WrongProof = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'WRONG_PASSWORD' | 'WRONG_VERIFICATION_CODE';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 403;
    };
};

/**
 * The account cannot be scheduled for deletion now.
 */
export type DeletionRefused = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'DELETION_ALREADY_REQUESTED' | 'TEAM_HAS_OTHER_MEMBERS';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 409;
    };
};

/**
 * The admin API key is missing or wrong.
 */
export type InvalidAdminKey = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'INVALID_ADMIN_KEY';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 401;
    };
};

/**
 * The team has no such service.
 */
export type ServiceNotFound = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'SERVICE_NOT_FOUND';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 404;
    };
};

/**
 * The team has no such monitor.
 */
export type MonitorNotFound = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'MONITOR_NOT_FOUND';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 404;
    };
};

/**
 * There is no such path.
 */
export type NotFound = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'NOT_FOUND';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 404;
    };
};

/**
 * The path does not have this method.
 */
export type MethodNotAllowed = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'METHOD_NOT_ALLOWED';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 405;
    };
};

/**
 * The body is too large.
 */
export type PayloadTooLarge = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'PAYLOAD_TOO_LARGE';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 413;
    };
};

/**
 * The body is in a format that is not taken here.
 */
export type UnsupportedMediaType = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'UNSUPPORTED_MEDIA_TYPE';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 415;
    };
};

/**
 * A defect in the service.
 */
export type InternalError = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'INTERNAL_ERROR';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 500;
    };
};

/**
 * The service cannot answer at the moment.
 */
export type Unavailable = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'UNAVAILABLE';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 503;
    };
};

/**
 * The service cannot answer a write at the moment.
 */
export type WriteUnavailable = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'UNAVAILABLE' | 'OUTCOME_UNKNOWN';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 503;
    };
};

/**
 * No valid access token.
 */
export type Unauthenticated = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'UNAUTHENTICATED';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 401;
    };
};

/**
 * The caller may read, but not write.
 */
export type InsufficientScope = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'INSUFFICIENT_SCOPE';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 403;
    };
};

/**
 * The team has no such incident.
 */
export type IncidentNotFound = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'INCIDENT_NOT_FOUND';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 404;
    };
};

/**
 * The request is not valid.
 */
export type ValidationFailure = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'VALIDATION_ERROR';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 400;
    };
};

/**
 * There were too many tries.
 */
export type RateLimited = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'RATE_LIMITED';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 429;
    };
};

/**
 * The team's plan does not include this.
 */
export type PlanUpgradeRequired = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may come.
         */
        code: 'PLAN_UPGRADE_REQUIRED';
        message: ErrorMessage;
        /**
         * The HTTP status of the response, once more.
         */
        status: 403;
        /**
         * Where to upgrade the plan.
         */
        upgradeUrl: string;
    };
};

export type SignupData = {
    /**
     * Who signs up.
     */
    body: SignupRequest;
    path?: never;
    query?: never;
    url: '/auth/signup';
};

export type SignupErrors = {
    /**
     * The body is not a valid sign-up.
     */
    400: ValidationFailure;
    /**
     * There is no such path.
     */
    404: NotFound;
    /**
     * The path exists, the method does not.
     */
    405: MethodNotAllowed;
    /**
     * The e-mail address is registered already.
     */
    409: EmailAlreadyRegistered;
    /**
     * The body takes more than 64 KiB.
     */
    413: PayloadTooLarge;
    /**
     * The body is not `application/json` in UTF-8, is compressed, or is not expected at all.
     */
    415: UnsupportedMediaType;
    /**
     * Too many sign-ups with this address.
     */
    429: RateLimited;
    /**
     * Something went wrong that is not the caller's fault.
     */
    500: InternalError;
    /**
     * The service cannot answer at the moment. With `UNAVAILABLE`, nothing was changed; with `OUTCOME_UNKNOWN`, everything was changed, nothing, or a part of the statistics that were to be deleted.
     */
    503: WriteUnavailable;
};

export type SignupError = SignupErrors[keyof SignupErrors];

export type SignupResponses = {
    /**
     * The account and its team exist; the caller is logged in.
     */
    201: Session;
};

export type SignupResponse = SignupResponses[keyof SignupResponses];

export type LoginData = {
    /**
     * Who logs in.
     */
    body: LoginRequest;
    path?: never;
    query?: never;
    url: '/auth/login';
};

export type LoginErrors = {
    /**
     * The body is not a valid login.
     */
    400: ValidationFailure;
    /**
     * E-mail and password do not belong together.
     */
    401: InvalidCredentials;
    /**
     * There is no such path.
     */
    404: NotFound;
    /**
     * The path exists, the method does not.
     */
    405: MethodNotAllowed;
    /**
     * The body takes more than 64 KiB.
     */
    413: PayloadTooLarge;
    /**
     * The body is not `application/json` in UTF-8, is compressed, or is not expected at all.
     */
    415: UnsupportedMediaType;
    /**
     * Too many wrong passwords or codes for this account. Even the right one is refused until the time is over.
     */
    429: RateLimited;
    /**
     * Something went wrong that is not the caller's fault.
     */
    500: InternalError;
    /**
     * The service cannot answer at the moment. With `UNAVAILABLE`, nothing was changed; with `OUTCOME_UNKNOWN`, everything was changed, nothing, or a part of the statistics that were to be deleted.
     */
    503: WriteUnavailable;
};

export type LoginError = LoginErrors[keyof LoginErrors];

export type LoginResponses = {
    /**
     * Logged in.
     */
    200: Session;
};

export type LoginResponse = LoginResponses[keyof LoginResponses];

export type ResolveIncidentData = {
    /**
     * Why it happened.
     */
    body?: ResolveRequest;
    path: {
        /**
         * The incident.
         */
        id: IncidentId;
    };
    query?: never;
    url: '/api/v1/incidents/{id}/resolve';
};

export type ResolveIncidentErrors = {
    /**
     * Path, query or body is not valid.
     */
    400: ValidationFailure;
    /**
     * The access token is missing, invalid or expired, or its user is gone.
     */
    401: Unauthenticated;
    /**
     * The caller may read, but not write.
     */
    403: InsufficientScope;
    /**
     * The team has no such incident.
     */
    404: IncidentNotFound;
    /**
     * The path exists, the method does not.
     */
    405: MethodNotAllowed;
    /**
     * The incident is resolved already, and stays as it is.
     */
    409: IncidentAlreadyResolved;
    /**
     * The body takes more than 64 KiB.
     */
    413: PayloadTooLarge;
    /**
     * The body is not `application/json` in UTF-8, is compressed, or is not expected at all.
     */
    415: UnsupportedMediaType;
    /**
     * Something went wrong that is not the caller's fault.
     */
    500: InternalError;
    /**
     * The service cannot answer at the moment. With `UNAVAILABLE`, nothing was changed; with `OUTCOME_UNKNOWN`, everything was changed, nothing, or a part of the statistics that were to be deleted.
     */
    503: WriteUnavailable;
};

export type ResolveIncidentError = ResolveIncidentErrors[keyof ResolveIncidentErrors];

export type ResolveIncidentResponses = {
    /**
     * The incident is resolved.
     */
    200: {
        incident: Incident;
    };
};

export type ResolveIncidentResponse = ResolveIncidentResponses[keyof ResolveIncidentResponses];

export type DeleteIncidentData = {
    body?: never;
    path: {
        /**
         * The incident.
         */
        id: IncidentId;
    };
    query?: never;
    url: '/api/v1/incidents/{id}';
};

export type DeleteIncidentErrors = {
    /**
     * Path or query is not valid.
     */
    400: ValidationFailure;
    /**
     * The access token is missing, invalid or expired, or its user is gone.
     */
    401: Unauthenticated;
    /**
     * The caller may read, but not write.
     */
    403: InsufficientScope;
    /**
     * The team has no such incident.
     */
    404: IncidentNotFound;
    /**
     * The path exists, the method does not.
     */
    405: MethodNotAllowed;
    /**
     * The incident was detected automatically.
     */
    409: AutoIncidentNotDeletable;
    /**
     * The body takes more than 64 KiB.
     */
    413: PayloadTooLarge;
    /**
     * The body is not `application/json` in UTF-8, is compressed, or is not expected at all.
     */
    415: UnsupportedMediaType;
    /**
     * Something went wrong that is not the caller's fault.
     */
    500: InternalError;
    /**
     * The service cannot answer at the moment. With `UNAVAILABLE`, nothing was changed; with `OUTCOME_UNKNOWN`, everything was changed, nothing, or a part of the statistics that were to be deleted.
     */
    503: WriteUnavailable;
};

export type DeleteIncidentError = DeleteIncidentErrors[keyof DeleteIncidentErrors];

export type DeleteIncidentResponses = {
    /**
     * The incident is gone.
     */
    204: void;
};

export type DeleteIncidentResponse = DeleteIncidentResponses[keyof DeleteIncidentResponses];

export type ScheduleAccountDeletionData = {
    /**
     * Proof that the caller is who the token says.
     */
    body: AccountDeletionRequest;
    path?: never;
    query?: never;
    url: '/dashboard/account/delete';
};

export type ScheduleAccountDeletionErrors = {
    /**
     * The body is neither a password nor a verification code.
     */
    400: ValidationFailure;
    /**
     * The access token is missing, invalid or expired, or its user is gone.
     */
    401: Unauthenticated;
    /**
     * The proof of identity is wrong. Nothing is scheduled.
     */
    403: WrongProof;
    /**
     * There is no such path.
     */
    404: NotFound;
    /**
     * The path exists, the method does not.
     */
    405: MethodNotAllowed;
    /**
     * The deletion was requested already, or the caller owns a team that has other members.
     */
    409: DeletionRefused;
    /**
     * The body takes more than 64 KiB.
     */
    413: PayloadTooLarge;
    /**
     * The body is not `application/json` in UTF-8, is compressed, or is not expected at all.
     */
    415: UnsupportedMediaType;
    /**
     * Too many wrong passwords or codes for this account. Even the right one is refused until the time is over.
     */
    429: RateLimited;
    /**
     * Something went wrong that is not the caller's fault.
     */
    500: InternalError;
    /**
     * The service cannot answer at the moment. With `UNAVAILABLE`, nothing was changed; with `OUTCOME_UNKNOWN`, everything was changed, nothing, or a part of the statistics that were to be deleted.
     */
    503: WriteUnavailable;
};

export type ScheduleAccountDeletionError = ScheduleAccountDeletionErrors[keyof ScheduleAccountDeletionErrors];

export type ScheduleAccountDeletionResponses = {
    /**
     * The deletion is scheduled.
     */
    200: AccountDeletion;
};

export type ScheduleAccountDeletionResponse = ScheduleAccountDeletionResponses[keyof ScheduleAccountDeletionResponses];

export type ListDeletionRequestsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The page, counted from 1.
         */
        page?: number;
        /**
         * How many records a page holds.
         */
        limit?: number;
    };
    url: '/admin/deletion-requests';
};

export type ListDeletionRequestsErrors = {
    /**
     * The query is not valid.
     */
    400: ValidationFailure;
    /**
     * The admin API key is missing or wrong.
     */
    401: InvalidAdminKey;
    /**
     * There is no such path.
     */
    404: NotFound;
    /**
     * The path exists, the method does not.
     */
    405: MethodNotAllowed;
    /**
     * The body takes more than 64 KiB.
     */
    413: PayloadTooLarge;
    /**
     * The body is not `application/json` in UTF-8, is compressed, or is not expected at all.
     */
    415: UnsupportedMediaType;
    /**
     * Something went wrong that is not the caller's fault.
     */
    500: InternalError;
    /**
     * The service cannot answer at the moment, and nothing was changed.
     */
    503: Unavailable;
};

export type ListDeletionRequestsError = ListDeletionRequestsErrors[keyof ListDeletionRequestsErrors];

export type ListDeletionRequestsResponses = {
    /**
     * One page of deletion requests.
     */
    200: DeletionRequestPage;
};

export type ListDeletionRequestsResponse = ListDeletionRequestsResponses[keyof ListDeletionRequestsResponses];

export type ResetServiceStatsData = {
    body?: never;
    path: {
        /**
         * The service.
         */
        id: ServiceId;
    };
    query?: {
        /**
         * Only statistics before this date are deleted, by UTC dates; those of the day itself stay. Without it, all are deleted.
         */
        before?: Before;
    };
    url: '/api/v1/services/{id}/stats';
};

export type ResetServiceStatsErrors = {
    /**
     * Path or query is not valid. Nothing is deleted.
     */
    400: ValidationFailure;
    /**
     * The access token is missing, invalid or expired, or its user is gone.
     */
    401: Unauthenticated;
    /**
     * The team is on the free plan.
     */
    403: PlanUpgradeRequired;
    /**
     * The team has no such service.
     */
    404: ServiceNotFound;
    /**
     * The path exists, the method does not.
     */
    405: MethodNotAllowed;
    /**
     * The body takes more than 64 KiB.
     */
    413: PayloadTooLarge;
    /**
     * The body is not `application/json` in UTF-8, is compressed, or is not expected at all.
     */
    415: UnsupportedMediaType;
    /**
     * Something went wrong that is not the caller's fault.
     */
    500: InternalError;
    /**
     * The service cannot answer at the moment. With `UNAVAILABLE`, nothing was changed; with `OUTCOME_UNKNOWN`, everything was changed, nothing, or a part of the statistics that were to be deleted.
     */
    503: WriteUnavailable;
};

export type ResetServiceStatsError = ResetServiceStatsErrors[keyof ResetServiceStatsErrors];

export type ResetServiceStatsResponses = {
    /**
     * The statistics are deleted.
     */
    200: StatsReset;
};

export type ResetServiceStatsResponse = ResetServiceStatsResponses[keyof ResetServiceStatsResponses];

export type ResetMonitorStatsData = {
    body?: never;
    path: {
        /**
         * The monitor.
         */
        id: MonitorId;
    };
    query?: {
        /**
         * Only statistics before this date are deleted, by UTC dates; those of the day itself stay. Without it, all are deleted.
         */
        before?: Before;
    };
    url: '/api/v1/monitors/{id}/stats';
};

export type ResetMonitorStatsErrors = {
    /**
     * Path or query is not valid. Nothing is deleted.
     */
    400: ValidationFailure;
    /**
     * The access token is missing, invalid or expired, or its user is gone.
     */
    401: Unauthenticated;
    /**
     * The team is on the free plan.
     */
    403: PlanUpgradeRequired;
    /**
     * The team has no such monitor.
     */
    404: MonitorNotFound;
    /**
     * The path exists, the method does not.
     */
    405: MethodNotAllowed;
    /**
     * The body takes more than 64 KiB.
     */
    413: PayloadTooLarge;
    /**
     * The body is not `application/json` in UTF-8, is compressed, or is not expected at all.
     */
    415: UnsupportedMediaType;
    /**
     * Something went wrong that is not the caller's fault.
     */
    500: InternalError;
    /**
     * The service cannot answer at the moment. With `UNAVAILABLE`, nothing was changed; with `OUTCOME_UNKNOWN`, everything was changed, nothing, or a part of the statistics that were to be deleted.
     */
    503: WriteUnavailable;
};

export type ResetMonitorStatsError = ResetMonitorStatsErrors[keyof ResetMonitorStatsErrors];

export type ResetMonitorStatsResponses = {
    /**
     * The statistics are deleted.
     */
    200: StatsReset;
};

export type ResetMonitorStatsResponse = ResetMonitorStatsResponses[keyof ResetMonitorStatsResponses];
