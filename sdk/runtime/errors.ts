/** The errors that a call throws. None of them prints a token, a password, a key, a header or a body. */
import type { ErrorDetail, ExtraField, KnownErrorDetail, UndeclaredCode, UnknownErrorDetail } from './error-detail.ts'
import type { Facts, Unprinted } from './error-facts.ts'

/** An operation by method and path template: logs can group by it, and it contains no ids. */
export interface Endpoint {
  method: string
  /** The path template of the contract. */
  path: string
}

/** Marks the errors of every copy of this package, in every realm: an ES module, its CommonJS form, a bundle of its own. */
const brand = 'CallError'

/** The base class of all errors of a call. */
export abstract class CallError<Kept extends Unprinted = Unprinted> extends Error {
  declare readonly method: string
  /** The path template of the contract, such as `/api/v1/incidents/{id}`. */
  declare readonly path: string
  /** The number of requests sent. */
  declare readonly attempts: number
  /**
   * The service may have applied the call: it writes, a request was sent, and no response says that it was refused. A 4xx,
   * a redirect and an `UNAVAILABLE` say that; another 5xx, a broken success, a lost connection and a timeout do not. If the
   * call was applied, its retry is refused, for example with 404 after a deletion.
   */
  declare readonly maybeApplied: boolean
  /** The error code that the service sent, if any. `/errors/CODE` on the reference server explains it. */
  declare readonly code?: string
  /** The HTTP status, if one arrived; 0 for a redirect in a browser, which hides it. */
  declare readonly status?: number
  /** The `X-Request-Id` of the response, if it had one. Quote it to the operator of the service. */
  declare readonly requestId?: string | undefined
  /** The `Retry-After` of the response, if it had one that lies ahead, in seconds from its arrival. */
  declare readonly retryAfter?: number | undefined
  readonly #kept: Kept

  /** Errors of another copy of this package count, by their names. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: each class asks for its own name
    return (value as CallError | undefined)?.[brand]?.includes(this.prototype.name) as boolean
  }

  constructor({ method, path }: Endpoint, problem: string, { headers, body, detail, ...printed }: Facts = {}) {
    // A server's text must neither forge a log line nor flood the log.
    super(`${method} ${path}: ${printed.status ?? ''} ${problem}`.replace(/[\p{C}\s]+/gu, ' ').slice(0, 500), printed)
    Object.assign(this, { method, path }, printed)
    this.#kept = { headers, body, detail } as Kept
  }

  /** Its name, which contains that of each of its classes: the base class has that of `Error`. */
  get [brand](): string {
    return this.name
  }

  /** The headers of the response, if there was one. Not printed. */
  get headers(): Kept['headers'] {
    return this.#kept.headers
  }

  /** The first 1,000 characters of the body, if there was one. Not printed. */
  get body(): Kept['body'] {
    return this.#kept.body
  }

  /** The error object as the service sent it, if it follows the contract. Not printed. */
  get detail(): Kept['detail'] {
    return this.#kept.detail
  }

  /** Name, message, and the other fields that `console.log` prints. */
  toJSON(): Omit<this, keyof Unprinted | 'cause' | 'stack' | 'toJSON' | typeof brand> {
    return { name: this.name, message: this.message, ...(this as object) } as never
  }
}

/** The service answered with an error of the contract. */
export class ApiError extends CallError<{ headers: Headers; body: string; detail: ErrorDetail }> {
  declare readonly status: number
  /** Narrows to one type for each code, so that comparing `code` determines `detail`. */
  declare static readonly [Symbol.hasInstance]: (value: unknown) => value is AnyApiError
  declare readonly code: string

  override get name(): string {
    return 'ApiError'
  }
}

/** The response does not follow the contract: a proxy, a redirect, a wrong base URL, a broken service. */
export class ResponseError extends CallError<{ headers: Headers; body: string; detail?: undefined }> {
  declare readonly status: number
  declare readonly code?: never

  override get name(): string {
    return 'ResponseError'
  }
}

/** No complete response arrived; `cause` holds the platform's error. It has a `status` if only the body was lost. */
export class ConnectionError extends CallError {
  declare readonly code?: never
  /** Host and port of the service. */
  declare readonly host: string
  /** The platform's code for the failure, such as `connect ECONNREFUSED` in Node; without one, the message of the deepest cause. */
  declare readonly reason: string

  override get name(): string {
    return 'ConnectionError'
  }
}

/** No complete response, or no token, arrived within the timeout of one attempt, or no outcome within that of the call. */
export class TimeoutError extends CallError {
  declare readonly code?: never
  override get name(): string {
    return 'TimeoutError'
  }
}

/** Any error of a call. */
export type Failure = ApiError | AnyApiError | ResponseError | ConnectionError | TimeoutError

type Declared<Detail> = Detail extends KnownErrorDetail
  ? ApiError & { readonly status: Detail['status']; readonly code: Detail['code']; readonly detail: Detail }
  : never
type DetailOf<Body> = Body extends { error: infer Detail } ? Detail : never

/** An API error with an undeclared code: compare it `as string`. An extra field is `never`, so that after a comparison of `code` it has its declared type. */
export type UndeclaredApiError = ApiError & {
  readonly code: UndeclaredCode
  readonly detail: UnknownErrorDetail & Record<ExtraField, never>
}

/** Any API error; comparing `code` narrows it. */
export type AnyApiError = Declared<KnownErrorDetail> | UndeclaredApiError

/**
 * An API error of a known status, by the body that the contract declares for it. Its code may be another one, so an extra
 * field may be missing until `detail.code` is compared.
 */
export type ApiErrorOf<Body> = Declared<DetailOf<Body>> | AddedAt<DetailOf<Body>>

type AddedAt<Detail> = [Detail] extends [KnownErrorDetail]
  ? ApiError & {
      readonly status: Detail['status']
      readonly code: UndeclaredCode
      readonly detail: UnknownErrorDetail & { readonly [Field in ExtraField]?: undefined }
    }
  : never

/** The errors of an operation, by its map of error statuses to bodies; the caller's own errors are not among them. */
export type Thrown<Errors> =
  | Declared<DetailOf<Errors[keyof Errors]>>
  | UndeclaredApiError
  | ResponseError
  | ConnectionError
  | TimeoutError
