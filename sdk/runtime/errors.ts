/** The errors that a call throws. None of them prints a token, a password, a key, a header or a body. */
import type { ErrorDetail, ExtraField, KnownErrorDetail, UnknownErrorDetail } from './error-detail.ts'

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
  retryAfter?: number | undefined
  code?: string
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
  /** The error code that the service sent, if any. `/errors/CODE` on the reference server explains it. */
  declare readonly code?: string
  /** The HTTP status, if there was a response; 0 for a redirect in a browser, which hides it. */
  declare readonly status?: number
  /** The `X-Request-Id` of the response, if it had one. Quote it to the operator of the service. */
  declare readonly requestId?: string | undefined
  /** The `Retry-After` of the response, if it had one, in seconds from its arrival. */
  declare readonly retryAfter?: number | undefined

  constructor({ method, url: path }: Endpoint, problem: string, more: object = {}) {
    // A server's text must neither forge a log line nor flood the log.
    super(`${method} ${path}: ${problem}`.replace(/[\p{C}\s]+/gu, ' ').slice(0, 500), more)
    Object.assign(this, { method, path }, more)
  }

  /** Name, message, and the other fields that `console.log` prints. */
  toJSON(): object {
    return { name: this.name, message: this.message, ...(this as object) }
  }
}

/** What an error has and does not print: headers and bodies may contain secrets, or fields that the contract does not declare. */
interface Unprinted<Detail> {
  headers: Headers
  body: string
  detail?: Detail | undefined
}

/** An error that came as a response. */
export abstract class ErrorWithResponse<Detail = unknown> extends CallError {
  declare readonly status: number
  readonly #unprinted: Unprinted<Detail>

  constructor(call: Endpoint, problem: string, head: ResponseHead, unprinted: Unprinted<Detail>) {
    super(call, `${head.status} ${problem}`, head)
    this.#unprinted = unprinted
  }

  /** The headers of the response. Not printed. */
  get headers(): Headers {
    return this.#unprinted.headers
  }

  /** The first 1,000 characters of the body. Not printed. */
  get body(): string {
    return this.#unprinted.body
  }

  /** The error object as the service sent it, if it follows the contract. Not printed. */
  get detail(): Detail {
    return this.#unprinted.detail as Detail
  }
}

/** The service answered with an error of the contract. */
export class ApiError extends ErrorWithResponse<ErrorDetail> {
  /** Narrows to one type for each code, so that comparing `code` determines `detail`. */
  declare static readonly [Symbol.hasInstance]: (value: unknown) => value is AnyApiError
  declare readonly code: string

  override get name(): string {
    return 'ApiError'
  }
}

/** The response does not follow the contract: a proxy, a redirect, a wrong base URL, a broken service. */
export class ResponseError extends ErrorWithResponse<undefined> {
  override get name(): string {
    return 'ResponseError'
  }
}

/** No complete response arrived; `cause` holds the platform's error. */
export class ConnectionError extends CallError {
  /** Host and port of the service. */
  declare readonly host: string
  /** The platform's code for the failure, such as `connect ECONNREFUSED` in Node; empty if the platform does not tell. */
  declare readonly reason: string

  constructor(call: Endpoint, host: string, cause: unknown) {
    const reason = reasonOf(Object(cause))
    super(call, `no complete response from ${host}: ${reason || 'connection lost'}`, { cause, host, reason })
  }

  override get name(): string {
    return 'ConnectionError'
  }
}

/** No complete response, or no token, arrived within the timeout of one attempt. */
export class TimeoutError extends CallError {
  override get name(): string {
    return 'TimeoutError'
  }
}

interface SystemError {
  code?: unknown
  syscall?: string
  cause?: SystemError
  errors?: SystemError[]
}

/** The code of the deepest cause, with its system call: Node's fetch hides it there. */
function reasonOf({ errors, cause, code, syscall = '' }: SystemError): string {
  const inner = errors?.[0] ?? cause
  if (inner) return reasonOf(inner)
  return typeof code === 'string' ? `${syscall} ${code}`.trim() : ''
}

/** Any error of a call. */
export type Failure = AnyApiError | ResponseError | ConnectionError | TimeoutError

type Declared<Detail> = Detail extends KnownErrorDetail
  ? ApiError & { readonly status: Detail['status']; readonly code: Detail['code']; readonly detail: Detail }
  : never
type DetailOf<Body> = Body extends { error: infer Detail } ? Detail : never

/** An API error with an undeclared code. An extra field is `never`, so that after a comparison of `code` it has its declared type. */
type Added = ApiError & {
  readonly detail: UnknownErrorDetail & Record<ExtraField, never>
}

/** Any API error; comparing `code` narrows it. */
export type AnyApiError = Declared<KnownErrorDetail> | Added

/**
 * An API error of a known status, by the body that the contract declares for it. Its code may be another one, so an extra
 * field may be missing until `detail.code` is compared.
 */
export type ApiErrorOf<Body> = Declared<DetailOf<Body>> | AddedAt<DetailOf<Body>>

type AddedAt<Detail> = [Detail] extends [KnownErrorDetail]
  ? ApiError & {
      readonly status: Detail['status']
      readonly detail: UnknownErrorDetail & { readonly [Field in ExtraField]?: undefined }
    }
  : never

/** The errors of an operation, by its map of error statuses to bodies; the caller's own errors are not among them. */
export type Thrown<Errors> =
  | Declared<DetailOf<Errors[keyof Errors]>>
  | Added
  | ResponseError
  | ConnectionError
  | TimeoutError
