/** The error that callers see, and the contract's table of error codes. */

export type ErrorCode = keyof typeof errorTable

/** The challenge for a token that is not valid (RFC 6750, section 3.1). */
export const invalidToken = { 'WWW-Authenticate': 'Bearer realm="monitoring-service", error="invalid_token"' }

export interface ErrorEntry {
  status: number
  message: string
  headers: Record<string, string>
}

const entry = (status: number, message: string, headers: Record<string, string> = {}): ErrorEntry => ({
  status,
  message,
  headers,
})
const bearer = 'Bearer realm="monitoring-service"'
const challenge = (text: string) => ({ 'WWW-Authenticate': text })

const errorTable = {
  VALIDATION_ERROR: entry(400, 'the request is not valid'),
  EMAIL_ALREADY_REGISTERED: entry(409, 'This e-mail address has an account already. Log in instead.'),
  INVALID_CREDENTIALS: entry(
    401,
    'The e-mail address or the password is wrong.',
    challenge('Password realm="monitoring-service"'),
  ),
  RATE_LIMITED: entry(429, 'Too many tries. Wait as many seconds as the Retry-After header says.', {
    'Retry-After': '900',
  }),
  UNAUTHENTICATED: entry(
    401,
    'Send a valid access token as Authorization: Bearer. Log in again if yours has expired.',
    challenge(bearer),
  ),
  INVALID_ADMIN_KEY: entry(
    401,
    'Send a valid admin API key in the X-Admin-Api-Key header.',
    challenge('ApiKey realm="monitoring-service"'),
  ),
  INSUFFICIENT_SCOPE: entry(
    403,
    'This needs write scope. Your role can only read.',
    challenge(`${bearer}, error="insufficient_scope", scope="write"`),
  ),
  INCIDENT_NOT_FOUND: entry(404, 'Your team has no incident with this id.'),
  INCIDENT_ALREADY_RESOLVED: entry(409, 'This incident is resolved already and cannot be changed.'),
  AUTO_INCIDENT_NOT_DELETABLE: entry(
    409,
    'This incident was detected automatically and cannot be deleted. Resolve it instead.',
  ),
  WRONG_PASSWORD: entry(403, 'The password is wrong. Nothing was scheduled.'),
  WRONG_VERIFICATION_CODE: entry(403, 'The verification code is wrong or has expired. Nothing was scheduled.'),
  DELETION_ALREADY_REQUESTED: entry(409, 'The deletion of this account is scheduled already.'),
  TEAM_HAS_OTHER_MEMBERS: entry(409, 'You own a team that has other members. Hand it over or remove them first.'),
  PLAN_UPGRADE_REQUIRED: entry(403, 'Statistics can be reset on the Pro plan and higher.'),
  SERVICE_NOT_FOUND: entry(404, 'Your team has no service with this id.'),
  MONITOR_NOT_FOUND: entry(404, 'Your team has no monitor with this id.'),
  NOT_FOUND: entry(404, 'There is nothing at this path. Check the base address and the path.'),
  METHOD_NOT_ALLOWED: entry(405, 'This path does not have this method. The Allow header names those it has.'),
  PAYLOAD_TOO_LARGE: entry(413, 'The body is larger than 64 KiB.'),
  UNSUPPORTED_MEDIA_TYPE: entry(
    415,
    'Send the body as Content-Type: application/json in UTF-8, uncompressed, and only where one is expected.',
  ),
  INTERNAL_ERROR: entry(500, 'Something went wrong on our side. Report it with the X-Request-Id of this response.'),
}

export const errors: Record<ErrorCode, ErrorEntry> = errorTable

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
