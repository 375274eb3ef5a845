/** What a call throws when it brings no data; none of it shows a token, a password, a key or a body when printed. */
import type {
  DeleteIncidentError,
  ListDeletionRequestsError,
  LoginError,
  ResetMonitorStatsError,
  ResetServiceStatsError,
  ResolveIncidentError,
  ScheduleAccountDeletionError,
  SignupError,
} from '../generated/types.gen.ts'

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

/** Stands for all that is not declared: with `string` and `number` TypeScript could not tell the declared ones apart. */
declare enum Undeclared {
  code = '',
  status = -1,
}

/** A status that the contract does not declare for an operation. */
export type UndeclaredStatus = Undeclared.status

/** An error object whose code this version of the contract does not declare. Codes may come (service document, part 7). */
export interface UnknownErrorDetail {
  code: Undeclared.code
  message: string
  status: number
}

/** The error object of a refusal (service document, part 7). Its `code` tells which other fields it has. */
export type ErrorDetail = KnownErrorDetail | UnknownErrorDetail

/** The codes of the contract. The service may answer with others, so a `switch` on them needs a `default`. */
export type ErrorCode = KnownErrorDetail['code'] | (string & Record<never, never>)

/** A call, by method and path template: a log can group by it, and no id gets into it. */
export interface Endpoint {
  method: string
  /** The path template of the contract. */
  url: string
}

/** What every reply tells, whatever its body is. */
export interface ResponseHead {
  status: number
  requestId: string | undefined
  retryAfter: number | undefined
}

/** What all errors of a call have in common. */
export abstract class CallError extends Error {
  declare readonly method: string
  /** The path template of the contract, such as `/api/v1/incidents/{id}`. */
  declare readonly path: string
  /** How many requests were sent. */
  declare readonly attempts: number
  /**
   * The call writes, and the answer to one of its requests was lost or came from something in between: the service
   * may have done what it was asked to, and then refuses the repetition, such as with 404 after a deletion.
   */
  declare readonly maybeApplied: boolean
  /** What the service named the refusal, if it was one. */
  declare readonly code?: ErrorCode
  /** The HTTP status, if there was a reply; 0 for a redirect in a browser, which hides it. */
  declare readonly status?: number
  /** The `X-Request-Id` of the reply, if it had one, to quote to the operator of the service. */
  declare readonly requestId?: string | undefined
  /** The `Retry-After` of the reply, if it had one, in seconds from its arrival. */
  declare readonly retryAfter?: number | undefined

  constructor({ method, url: path }: Endpoint, problem: string, more: ResponseHead | ErrorOptions = {}) {
    // Text of a server can neither forge a line of a log nor fill it.
    super(`${method} ${path}: ${problem}`.replace(/[\p{C}\s]+/gu, ' ').slice(0, 500), more as ErrorOptions)
    Object.assign(this, { method, path }, more)
  }

  /** Name, message and what else `console.log` shows of this error. */
  toJSON(): object {
    return { name: this.name, message: this.message, ...(this as object) }
  }
}

/** The service refused the call and said why. */
export class ApiError extends CallError {
  declare readonly status: number
  declare readonly code: ErrorCode
  // Behind a getter, where printing does not look: a service may answer with more than the contract's fields.
  readonly #detail: ErrorDetail

  constructor(call: Endpoint, head: ResponseHead, detail: ErrorDetail) {
    super(call, `${head.status} ${detail.code}: ${detail.message}`, head)
    this.code = detail.code
    this.#detail = detail
  }

  override get name(): string {
    return 'ApiError'
  }

  /** The error object as the service sent it. */
  get detail(): ErrorDetail {
    return this.#detail
  }
}

/** Something answered, but not as the contract says: a proxy, a redirect, a wrong base URL, a broken service. */
export class ResponseError extends CallError {
  declare readonly status: number

  override get name(): string {
    return 'ResponseError'
  }
}

/** No complete answer came; `cause` says why. */
export class ConnectionError extends CallError {
  override get name(): string {
    return 'ConnectionError'
  }
}

/** No complete answer came in the time that one attempt has. */
export class TimeoutError extends CallError {
  override get name(): string {
    return 'TimeoutError'
  }
}

/** Any error of a call. */
export type Failure = ApiError | ResponseError | ConnectionError | TimeoutError

/** A refusal whose status is known, by the body that the contract declares for it. */
export type ApiErrorOf<Body> = Body extends { error: infer Detail extends KnownErrorDetail }
  ? ApiError & { readonly status: Detail['status']; readonly code: Detail['code']; readonly detail: Detail }
  : never

/** What a call throws, by the map of its operation's error statuses to bodies; and besides, what is the caller's own. */
export type Thrown<Errors> = ApiErrorOf<Errors[keyof Errors]> | ResponseError | ConnectionError | TimeoutError
