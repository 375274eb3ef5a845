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
 * A time in UTC with milliseconds, as in the example.
 */
export type Timestamp = string;

/**
 * An ASCII e-mail address, stored and returned in lower case. Two addresses that differ in case only are the same account.
 */
export type Email = string;

/**
 * Only statistics before this date, YYYY-MM-DD from 0001-01-01, are deleted. Without it, all are deleted, and nothing brings them back.
 */
export type Before = string;

/**
 * A new account.
 */
export type SignupRequest = {
    /**
     * The address of the new account.
     */
    email: Email;
    /**
     * At least 8 characters, at most 72 bytes of UTF-8; neither the e-mail address nor one of the most common passwords. Taken byte for byte.
     */
    password: string;
    /**
     * The name of the user. Kept and returned as given.
     */
    name?: string;
};

/**
 * Credentials of an account.
 */
export type LoginRequest = {
    /**
     * The address of the account.
     */
    email: Email;
    /**
     * The password. Any text is accepted, so that a password remains valid when the rules of sign-up change.
     */
    password: string;
};

/**
 * What is known about the incident.
 */
export type ResolveRequest = {
    /**
     * Why the incident happened. Kept and returned as given. Without it a stored cause is kept.
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
     * A confirmation code of six digits. It can be used once, and is void after five tries.
     */
    verificationCode: string;
};

/**
 * A user, member of one team.
 */
export type User = {
    /**
     * The id of the user; a ULID.
     */
    id: UserId;
    /**
     * The address of the user, in lower case.
     */
    email: Email;
    /**
     * Absent if none was given.
     */
    name?: string;
    /**
     * The team of the user.
     */
    teamId: TeamId;
    /**
     * The role in the team. Known are `owner`, `admin`, `member` and `viewer`; more may be added.
     */
    role: string;
};

/**
 * A user who is logged in.
 */
export type Session = {
    /**
     * The user who is logged in.
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
     * The id of the incident.
     */
    id: IncidentId;
    /**
     * The monitor that the incident belongs to. Null if it belongs to none.
     */
    monitorId: string | null;
    /**
     * The team that the incident belongs to.
     */
    teamId: TeamId;
    /**
     * The kind of the incident. `auto` was detected automatically, `manual` was created by hand. More may be added.
     */
    type: string;
    /**
     * The state of the incident. `resolved` is final, and `resolvedAt` is then set. More may be added.
     */
    status: string;
    /**
     * The headline. Null if the incident has none.
     */
    title: string | null;
    /**
     * When the incident began.
     */
    startedAt: Timestamp;
    /**
     * When the incident was resolved. Null until then, and never null once `status` is `resolved`.
     */
    resolvedAt: string | null;
    /**
     * Why the incident happened. Null if that is not known.
     */
    cause: string | null;
    /**
     * The service that the incident is displayed on. Absent if it is displayed on none.
     */
    serviceId?: string;
    /**
     * When the incident was recorded.
     */
    createdAt: Timestamp;
};

/**
 * An incident after it was resolved.
 */
export type ResolvedIncident = {
    /**
     * The incident as it is now.
     */
    incident: Incident;
};

/**
 * A scheduled deletion.
 */
export type AccountDeletion = {
    /**
     * When the deletion was requested.
     */
    deletionRequestedAt: Timestamp;
    /**
     * When the account will be deleted, 30 days after the request.
     */
    deletionScheduledAt: Timestamp;
};

/**
 * A user whose deletion is scheduled.
 */
export type DeletionRequest = {
    /**
     * The id of the user.
     */
    id: string;
    /**
     * The address of the user.
     */
    email: string;
    /**
     * The name of the user. Null if none was given.
     */
    name: string | null;
    /**
     * The team of the user.
     */
    teamId: TeamId;
    /**
     * The name of the team. Null if it has none.
     */
    teamName: string | null;
    /**
     * When the user requested the deletion.
     */
    deletionRequestedAt: Timestamp;
    /**
     * When the account will be deleted.
     */
    deletionScheduledAt: Timestamp;
    /**
     * Whole days until the deletion, rounded up; 0 if it is due. Null only if a service does not know them; the reference server always does.
     */
    daysRemaining: number | null;
    /**
     * When the account was created.
     */
    createdAt: Timestamp;
};

/**
 * One page of deletion requests.
 */
export type DeletionRequestPage = {
    /**
     * Ordered by `deletionScheduledAt`, then by `id`. If accounts are deleted between two calls, the records behind them move forward, so that a later page may miss some of them. To see each record, begin again at page 1. No record appears twice.
     */
    data: Array<DeletionRequest>;
    /**
     * Which part of the list this page is.
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
     * Always true. A failure is an error response.
     */
    ok: boolean;
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
     * EmailAlreadyRegisteredError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'EMAIL_ALREADY_REGISTERED';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 409;
    };
};

/**
 * E-mail and password do not belong together.
 */
export type InvalidCredentials = {
    /**
     * InvalidCredentialsError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'INVALID_CREDENTIALS';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 401;
    };
};

/**
 * A resolved incident cannot be changed.
 */
export type IncidentAlreadyResolved = {
    /**
     * IncidentAlreadyResolvedError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'INCIDENT_ALREADY_RESOLVED';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 409;
    };
};

/**
 * Automatic incidents cannot be deleted.
 */
export type AutoIncidentNotDeletable = {
    /**
     * AutoIncidentNotDeletableError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'AUTO_INCIDENT_NOT_DELETABLE';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 409;
    };
};

/**
 * The proof of identity is wrong.
 */
export type WrongProof = {
    /**
     * WrongProofError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'WRONG_PASSWORD' | 'WRONG_VERIFICATION_CODE';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 403;
    };
};

/**
 * The account cannot be scheduled for deletion now.
 */
export type DeletionRefused = {
    /**
     * DeletionRefusedError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'DELETION_ALREADY_REQUESTED' | 'TEAM_HAS_OTHER_MEMBERS';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 409;
    };
};

/**
 * The admin API key is missing or wrong.
 */
export type InvalidAdminKey = {
    /**
     * InvalidAdminKeyError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'INVALID_ADMIN_KEY';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 401;
    };
};

/**
 * The team has no such service.
 */
export type ServiceNotFound = {
    /**
     * ServiceNotFoundError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'SERVICE_NOT_FOUND' | 'NOT_FOUND';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 404;
    };
};

/**
 * The team has no such monitor.
 */
export type MonitorNotFound = {
    /**
     * MonitorNotFoundError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'MONITOR_NOT_FOUND' | 'NOT_FOUND';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 404;
    };
};

/**
 * There is no such path.
 */
export type NotFound = {
    /**
     * NotFoundError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'NOT_FOUND';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 404;
    };
};

/**
 * The path does not have this method.
 */
export type MethodNotAllowed = {
    /**
     * MethodNotAllowedError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'METHOD_NOT_ALLOWED';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 405;
    };
};

/**
 * The body is too large.
 */
export type PayloadTooLarge = {
    /**
     * PayloadTooLargeError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'PAYLOAD_TOO_LARGE';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 413;
    };
};

/**
 * The body is in a format that is not taken here.
 */
export type UnsupportedMediaType = {
    /**
     * UnsupportedMediaTypeError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'UNSUPPORTED_MEDIA_TYPE';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 415;
    };
};

/**
 * A defect in the service.
 */
export type InternalError = {
    /**
     * InternalErrorError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'INTERNAL_ERROR';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 500;
    };
};

/**
 * The service cannot answer at the moment.
 */
export type Unavailable = {
    /**
     * UnavailableError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'UNAVAILABLE';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 503;
    };
};

/**
 * The service cannot answer a write at the moment.
 */
export type WriteUnavailable = {
    /**
     * WriteUnavailableError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'UNAVAILABLE' | 'OUTCOME_UNKNOWN';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 503;
    };
};

/**
 * No valid access token.
 */
export type Unauthenticated = {
    /**
     * UnauthenticatedError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'UNAUTHENTICATED';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 401;
    };
};

/**
 * The caller may read, but not write.
 */
export type InsufficientScope = {
    /**
     * InsufficientScopeError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'INSUFFICIENT_SCOPE';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 403;
    };
};

/**
 * The team has no such incident.
 */
export type IncidentNotFound = {
    /**
     * IncidentNotFoundError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'INCIDENT_NOT_FOUND' | 'NOT_FOUND';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 404;
    };
};

/**
 * The request is not valid.
 */
export type ValidationFailure = {
    /**
     * ValidationFailureError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'VALIDATION_ERROR';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 400;
    };
};

/**
 * There were too many tries.
 */
export type RateLimited = {
    /**
     * RateLimitedError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'RATE_LIMITED';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 429;
    };
};

/**
 * The team's plan does not include this.
 */
export type PlanUpgradeRequired = {
    /**
     * PlanUpgradeRequiredError
     *
     * What went wrong.
     */
    error: {
        /**
         * Names the condition, for programs. More codes may be added.
         */
        code: 'PLAN_UPGRADE_REQUIRED';
        message: ErrorMessage;
        /**
         * The HTTP status of the response.
         */
        status: 403;
        /**
         * Where to upgrade the plan.
         */
        upgradeUrl: string;
    };
};

/**
 * Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id.
 */
export type XRequestId = string;

export type SignupData = {
    /**
     * The new user.
     */
    body: SignupRequest;
    headers?: {
        /**
         * Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id.
         */
        'X-Request-Id'?: string;
    };
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
     * Too many sign-ups with this e-mail address.
     */
    429: RateLimited;
    /**
     * Something went wrong that is not the caller's fault.
     */
    500: InternalError;
    /**
     * The service cannot answer at the moment. With `UNAVAILABLE`, nothing was changed; with `OUTCOME_UNKNOWN`, the change may have been made, and that of statistics in part.
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
     * The credentials.
     */
    body: LoginRequest;
    headers?: {
        /**
         * Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id.
         */
        'X-Request-Id'?: string;
    };
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
     * The service cannot answer at the moment. With `UNAVAILABLE`, nothing was changed; with `OUTCOME_UNKNOWN`, the change may have been made, and that of statistics in part.
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
    headers?: {
        /**
         * Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id.
         */
        'X-Request-Id'?: string;
    };
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
     * The service cannot answer at the moment. With `UNAVAILABLE`, nothing was changed; with `OUTCOME_UNKNOWN`, the change may have been made, and that of statistics in part.
     */
    503: WriteUnavailable;
};

export type ResolveIncidentError = ResolveIncidentErrors[keyof ResolveIncidentErrors];

export type ResolveIncidentResponses = {
    /**
     * The incident is resolved.
     */
    200: ResolvedIncident;
};

export type ResolveIncidentResponse = ResolveIncidentResponses[keyof ResolveIncidentResponses];

export type DeleteIncidentData = {
    body?: never;
    headers?: {
        /**
         * Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id.
         */
        'X-Request-Id'?: string;
    };
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
     * The service cannot answer at the moment. With `UNAVAILABLE`, nothing was changed; with `OUTCOME_UNKNOWN`, the change may have been made, and that of statistics in part.
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
    headers?: {
        /**
         * Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id.
         */
        'X-Request-Id'?: string;
    };
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
     * The service cannot answer at the moment. With `UNAVAILABLE`, nothing was changed; with `OUTCOME_UNKNOWN`, the change may have been made, and that of statistics in part.
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
    headers?: {
        /**
         * Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id.
         */
        'X-Request-Id'?: string;
    };
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
    headers?: {
        /**
         * Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id.
         */
        'X-Request-Id'?: string;
    };
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
     * The service cannot answer at the moment. With `UNAVAILABLE`, nothing was changed; with `OUTCOME_UNKNOWN`, the change may have been made, and that of statistics in part.
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
    headers?: {
        /**
         * Your own id for the request, of 1 to 128 letters, digits, dots, hyphens and underscores. The response returns it. Any other value is replaced by a new id.
         */
        'X-Request-Id'?: string;
    };
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
     * The service cannot answer at the moment. With `UNAVAILABLE`, nothing was changed; with `OUTCOME_UNKNOWN`, the change may have been made, and that of statistics in part.
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
