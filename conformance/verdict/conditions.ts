/** The conditions under which a call is refused, in the document's words, each with the error code of openapi.yaml. */
import type { ErrorCode } from '@monitoring-service/contract'

interface Refusal {
  code: ErrorCode
  /**
   * The shape of the error body is open: Document 4.7 and 4.8 contradict part 4 ("every error body"), or HTTP itself
   * forbids the request, so that servers reject it with an error body of their own.
   */
  shapeIsOpen?: true
}

/** Part 7 of the document, in its order. */
const stated = {
  'invalid body': { code: 'VALIDATION_ERROR' },
  'e-mail already registered': { code: 'EMAIL_ALREADY_REGISTERED' },
  'authentication failure': { code: 'INVALID_CREDENTIALS' },
  'incident already resolved': { code: 'INCIDENT_ALREADY_RESOLVED' },
  unauthenticated: { code: 'UNAUTHENTICATED' },
  'incident not found': { code: 'INCIDENT_NOT_FOUND' },
  'incident is auto': { code: 'AUTO_INCIDENT_NOT_DELETABLE' },
  'wrong password': { code: 'WRONG_PASSWORD' },
  'deletion already requested': { code: 'DELETION_ALREADY_REQUESTED' },
  'owner of a team with other members': { code: 'TEAM_HAS_OTHER_MEMBERS' },
  'invalid admin API key': { code: 'INVALID_ADMIN_KEY' },
  'free plan': { code: 'PLAN_UPGRADE_REQUIRED', shapeIsOpen: true },
  'service not found': { code: 'SERVICE_NOT_FOUND', shapeIsOpen: true },
  'monitor not found': { code: 'MONITOR_NOT_FOUND', shapeIsOpen: true },
} satisfies Record<string, Refusal>

const refusals = {
  ...stated,
  // Required by parts 4 and 5, but not listed in part 7.
  'missing write scope': { code: 'INSUFFICIENT_SCOPE' },
  'wrong verification code': { code: 'WRONG_VERIFICATION_CODE' },
  'invalid query': { code: 'VALIDATION_ERROR' },
  'incident not found by a path that servers refuse': { code: 'INCIDENT_NOT_FOUND', shapeIsOpen: true },
  'malformed path': { code: 'VALIDATION_ERROR', shapeIsOpen: true },
  // Decided in openapi.yaml.
  'unknown path': { code: 'NOT_FOUND' },
  'unknown method': { code: 'METHOD_NOT_ALLOWED' },
  'body too large': { code: 'PAYLOAD_TOO_LARGE' },
  'other media type': { code: 'UNSUPPORTED_MEDIA_TYPE' },
  'too many tries': { code: 'RATE_LIMITED' },
} satisfies Record<string, Refusal>

export type Condition = keyof typeof refusals

/** Where it is stated which of several errors is returned. */
export const orderOfErrors =
  'the order of errors is stated in openapi.yaml, in its description, under «When a call fails»'

export const conditions: Record<Condition, Refusal> = refusals

/** The report lists which of them a run has seen. */
export const statedConditions = Object.keys(stated) as Condition[]
