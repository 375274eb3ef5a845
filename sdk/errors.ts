/** What a call throws when it brings no data; none of it shows a token, a password, a key or a body when printed. */
import type {
  DeleteIncidentError,
  ListDeletionRequestsError,
  LoginError,
  PlanUpgradeRequired,
  ResetMonitorStatsError,
  ResetServiceStatsError,
  ResolveIncidentError,
  ScheduleAccountDeletionError,
  SignupError,
} from './generated/types.gen.ts'

/** Every error object that the contract declares. */
export type KnownErrorDetail = (
  | SignupError
  | LoginError
  | ResolveIncidentError
  | DeleteIncidentError
  | ScheduleAccountDeletionError
  | ListDeletionRequestsError
  | ResetServiceStatsError
  | ResetMonitorStatsError
)['error']

/** The codes of the contract. The service may answer with others, so a `switch` on them needs a `default`. */
export type ErrorCode = KnownErrorDetail['code'] | (string & Record<never, never>)

/** The error object of a refusal (service document, part 7). */
export interface ErrorDetail {
  code: ErrorCode
  /** For people. */
  message: string
  /** The HTTP status, as the body has it. */
  status: number
  /** Where to upgrade the plan. Only on `PLAN_UPGRADE_REQUIRED`. */
  upgradeUrl?: PlanUpgradeRequired['error']['upgradeUrl']
}

/** The body of a refusal. */
export interface ErrorBody {
  error: ErrorDetail
}

/** A call, by method and path template: a log can group by it, and no id gets into it. */
export interface CallName {
  method: string
  path: string
}

/** What every reply tells, whatever its body is. */
export interface ReplyHead {
  status: number
  requestId: string | undefined
  retryAfter: number | undefined
}

abstract class CallError extends Error {
  readonly method: string
  /** The path template of the contract, such as `/api/v1/incidents/{id}`. */
  readonly path: string

  constructor(call: CallName, problem: string, options?: ErrorOptions) {
    super(oneLine(`${call.method} ${call.path}: ${problem}`), options)
    this.method = call.method
    this.path = call.path
  }

  /** Name, message and what else `console.log` shows of this error. */
  toJSON(): object {
    return { name: this.name, message: this.message, ...(this as object) }
  }
}

abstract class ReplyError extends CallError {
  /** The HTTP status; 0 for a redirect in a browser, which hides it. */
  readonly status: number
  /** The `X-Request-Id` of the reply, to quote to the operator of the service. */
  readonly requestId: string | undefined
  /** The `Retry-After` of the reply, in seconds from its arrival. */
  readonly retryAfter: number | undefined

  constructor(call: CallName, reply: ReplyHead, problem: string, options?: ErrorOptions) {
    super(call, `${reply.status} ${problem}`, options)
    this.status = reply.status
    this.requestId = reply.requestId
    this.retryAfter = reply.retryAfter
  }
}

/** The service refused the call and said why. */
export class ApiError extends ReplyError {
  readonly code: ErrorCode
  // Behind getters, where printing does not look: a service may answer with more than the contract's fields.
  readonly #body: ErrorBody

  constructor(call: CallName, reply: ReplyHead, body: ErrorBody, options?: ErrorOptions) {
    super(call, reply, `${body.error.code}: ${body.error.message}`, options)
    this.code = body.error.code
    this.#body = body
  }

  override get name(): string {
    return 'ApiError'
  }

  /** The error object as the service sent it. */
  get detail(): ErrorDetail {
    return this.#body.error
  }

  /** The whole body as the service sent it. */
  get body(): ErrorBody {
    return this.#body
  }
}

/** Something answered, but not as the contract says: a proxy, a redirect, a wrong base URL, a broken service. */
export class ResponseError extends ReplyError {
  override get name(): string {
    return 'ResponseError'
  }
}

/** No complete answer came; `cause` says why. The service may have done what it was asked to. */
export class ConnectionError extends CallError {
  override get name(): string {
    return 'ConnectionError'
  }
}

/** Text of a server can neither forge a line of a log nor fill it. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, ' ').slice(0, 500)
}
