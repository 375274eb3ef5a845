/** The error that callers see, and the contract's table of error codes. */

export type ErrorCode = keyof typeof errorTable

export interface ErrorEntry {
  status: number
  message: string
  headers: Record<string, string>
}

const errorTable = {
  VALIDATION_ERROR: [400, 'the request is not valid'],
  EMAIL_ALREADY_REGISTERED: [409, 'This e-mail address has an account already. Log in instead.'],
  INVALID_CREDENTIALS: [401, 'The e-mail address or the password is wrong.'],
  RATE_LIMITED: [429, 'Too many tries. Wait as many seconds as the Retry-After header says.'],
  UNAUTHENTICATED: [401, 'Send a valid access token as Authorization: Bearer. Log in again if yours has expired.'],
  INVALID_ADMIN_KEY: [401, 'Send a valid admin API key in the X-Admin-Api-Key header.'],
  INSUFFICIENT_SCOPE: [403, 'This needs write scope. Your role can only read.'],
  INCIDENT_NOT_FOUND: [404, 'Your team has no incident with this id.'],
  INCIDENT_ALREADY_RESOLVED: [409, 'This incident is resolved already and cannot be changed.'],
  AUTO_INCIDENT_NOT_DELETABLE: [
    409,
    'This incident was detected automatically and cannot be deleted. Resolve it instead.',
  ],
  WRONG_PASSWORD: [403, 'The password is wrong. Nothing was scheduled.'],
  WRONG_VERIFICATION_CODE: [403, 'The verification code is wrong or has expired. Nothing was scheduled.'],
  DELETION_ALREADY_REQUESTED: [409, 'The deletion of this account is scheduled already.'],
  TEAM_HAS_OTHER_MEMBERS: [409, 'You own a team that has other members. Hand it over or remove them first.'],
  PLAN_UPGRADE_REQUIRED: [403, 'Statistics can be reset on the Pro plan and higher.'],
  SERVICE_NOT_FOUND: [404, 'Your team has no service with this id.'],
  MONITOR_NOT_FOUND: [404, 'Your team has no monitor with this id.'],
  NOT_FOUND: [404, 'There is nothing at this path. Check the base address and the path.'],
  METHOD_NOT_ALLOWED: [405, 'This path does not have this method. The Allow header names those it has.'],
  PAYLOAD_TOO_LARGE: [413, 'The body is larger than 64 KiB.'],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    'Send the body as Content-Type: application/json in UTF-8, uncompressed, and only where one is expected.',
  ],
  INTERNAL_ERROR: [500, 'Something went wrong on our side. Report it with the X-Request-Id of this response.'],
} satisfies Record<string, [status: number, message: string]>

const challenge = (text: string) => ({ 'WWW-Authenticate': text })
const bearer = 'Bearer realm="monitoring-service"'
/** For a token that is not valid (RFC 6750, section 3.1). */
export const invalidToken = challenge(`${bearer}, error="invalid_token"`)
const headers: { [Code in ErrorCode]?: Record<string, string> } = {
  INVALID_CREDENTIALS: challenge('Password realm="monitoring-service"'),
  RATE_LIMITED: { 'Retry-After': '900' },
  UNAUTHENTICATED: challenge(bearer),
  INVALID_ADMIN_KEY: challenge('ApiKey realm="monitoring-service"'),
  INSUFFICIENT_SCOPE: challenge(`${bearer}, error="insufficient_scope", scope="write"`),
}

export const errors = Object.fromEntries(
  Object.entries(errorTable).map(([code, [status, message]]) => [
    code,
    { status, message, headers: headers[code as ErrorCode] ?? {} },
  ]),
) as Record<ErrorCode, ErrorEntry>

export class ServiceError extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  /** Headers in addition to those of the table. */
  readonly headers: Record<string, string>

  /** The default message is that of the table. */
  constructor(code: ErrorCode, message = '', headers: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.headers = headers
  }
}
