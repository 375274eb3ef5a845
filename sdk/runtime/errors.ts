/** The errors that a call throws. None of them prints a token, a password, a key or a body. */
import type { ErrorBody } from '../generated/errors.gen.ts'

/** Every error object that the contract declares. */
export type KnownErrorDetail = ErrorBody['error']

/** Stands for undeclared values: with `string` and `number`, TypeScript could not narrow to the declared ones. */
declare enum Undeclared {
  code = '',
  status = -1,
}

/** A status that the contract does not declare for an operation. */
export type UndeclaredStatus = Undeclared.status

/** An error object whose code this version of the contract does not declare. The service may add codes (service document, part 7). */
export interface UnknownErrorDetail {
  code: Undeclared.code
  message: string
  status: number
}

/** The error object of an error response (service document, part 7). Its `code` determines its other fields. */
export type ErrorDetail = KnownErrorDetail | UnknownErrorDetail

/** The codes of the contract. The service may send others, so a `switch` on them needs a `default`. */
export type ErrorCode = KnownErrorDetail['code'] | (string & Record<never, never>)

/** An operation by method and path template: logs can group by it, and it contains no ids. */
export interface Endpoint {
  method: string
  /** The path template of the contract. */
  url: string
}

/** The parts of a response that every error keeps. */
export interface ResponseHead {
  status: number
  requestId: string | undefined
  retryAfter: number | undefined
}

/** The base class of all errors of a call. */
export abstract class CallError extends Error {
  declare readonly method: string
  /** The path template of the contract, such as `/api/v1/incidents/{id}`. */
  declare readonly path: string
  /** The number of requests sent. */
  declare readonly attempts: number
  /**
   * The call writes, and the response to one of its requests was lost or came from an intermediary. The service may have
   * applied the call; it then rejects the retry, for example with 404 after a deletion.
   */
  declare readonly maybeApplied: boolean
  /** The error code that the service sent, if any. */
  declare readonly code?: ErrorCode
  /** The HTTP status, if there was a response; 0 for a redirect in a browser, which hides it. */
  declare readonly status?: number
  /** The `X-Request-Id` of the response, if it had one. Quote it to the operator of the service. */
  declare readonly requestId?: string | undefined
  /** The `Retry-After` of the response, if it had one, in seconds from its arrival. */
  declare readonly retryAfter?: number | undefined

  constructor({ method, url: path }: Endpoint, problem: string, more: ResponseHead | ErrorOptions = {}) {
    // A server's text must neither forge a log line nor flood the log.
    super(`${method} ${path}: ${problem}`.replace(/[\p{C}\s]+/gu, ' ').slice(0, 500), more as ErrorOptions)
    Object.assign(this, { method, path }, more)
  }

  /** Name, message, and the other fields that `console.log` prints. */
  toJSON(): object {
    return { name: this.name, message: this.message, ...(this as object) }
  }
}

/** The service answered with an error of the contract. */
export class ApiError extends CallError {
  declare readonly status: number
  declare readonly code: ErrorCode
  // Private, so that it is not printed: a service may send more fields than the contract declares.
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

/** The response does not follow the contract: a proxy, a redirect, a wrong base URL, a broken service. */
export class ResponseError extends CallError {
  declare readonly status: number

  override get name(): string {
    return 'ResponseError'
  }
}

/** No complete response arrived; `cause` holds the reason. */
export class ConnectionError extends CallError {
  override get name(): string {
    return 'ConnectionError'
  }
}

/** No complete response arrived within the timeout of one attempt. */
export class TimeoutError extends CallError {
  override get name(): string {
    return 'TimeoutError'
  }
}

/** Any error of a call. */
export type Failure = ApiError | ResponseError | ConnectionError | TimeoutError

/** An API error of a known status, by the body that the contract declares for it. */
export type ApiErrorOf<Body> = Body extends { error: infer Detail extends KnownErrorDetail }
  ? ApiError & { readonly status: Detail['status']; readonly code: Detail['code']; readonly detail: Detail }
  : never

/** The errors of an operation, by its map of error statuses to bodies; the caller's own errors are not among them. */
export type Thrown<Errors> = ApiErrorOf<Errors[keyof Errors]> | ResponseError | ConnectionError | TimeoutError
