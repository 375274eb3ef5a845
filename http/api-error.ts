/** The error that every error response is made from. */
import { type Contract, type ErrorCode, type ErrorEntry, errors, limits } from '@monitoring-service/contract'

export interface ErrorDetails {
  /** Replaces the contract's own message for the code. */
  message?: string
  /** Added to the headers that the contract defines for the code. */
  headers?: Record<string, string>
  /** For plan limits only (Document 7). */
  upgradeUrl?: string
  /** Whether the request has a credential that is invalid; otherwise it has none. */
  hasInvalidCredential?: boolean
  /** Logged, never sent. */
  cause?: unknown
}

export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly headers: Record<string, string>
  readonly upgradeUrl: string | undefined
  readonly hasInvalidCredential: boolean
  /** Whether the message replaces the contract's. */
  readonly hasOwnMessage: boolean

  constructor(code: ErrorCode, { message, headers, upgradeUrl, hasInvalidCredential, cause }: ErrorDetails = {}) {
    const known: ErrorEntry = errors[code]
    const { stackTraceLimit } = Error
    // Stack traces of client errors are never read, and capturing one costs more than the response.
    if (known.status < 500) Error.stackTraceLimit = 0
    super((message ?? known.message ?? code).slice(0, limits.messageLength), { cause })
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.status = known.status
    const retryAfter = known.status === 503 && { 'Retry-After': String(limits.retryAfterSeconds) }
    this.headers = { ...retryAfter, ...headers }
    this.upgradeUrl = upgradeUrl
    this.hasInvalidCredential = hasInvalidCredential ?? false
    this.hasOwnMessage = message !== undefined
  }
}

/** Converts any thrown value to an ApiError; unknown errors become INTERNAL_ERROR. */
export function toApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : new ApiError('INTERNAL_ERROR', { cause: thrown })
}

/** The error whose message tells an operator what happened: that of an ApiError is for callers. */
export function reasonOf(thrown: unknown): unknown {
  if (thrown instanceof ApiError && thrown.cause !== undefined) return reasonOf(thrown.cause)
  // For a host with several addresses, Node reports one error per address.
  return thrown instanceof AggregateError && thrown.errors[0] ? reasonOf(thrown.errors[0]) : thrown
}

/** The same in one line. */
export function describeReason(thrown: unknown): string {
  const reason = reasonOf(thrown)
  const text = reason instanceof Error ? reason.message || reason.name : String(reason)
  return text.split('\n', 1)[0] as string
}

export interface ResponseParts {
  status: number
  headers: Record<string, string>
  body: unknown
}

/** Converts an error to a response; status, message and headers of a code come from the given contract. */
export function toErrorResponse(error: ApiError, contract: Pick<Contract, 'errors'>): ResponseParts {
  const { code, hasOwnMessage, upgradeUrl } = error
  const known = contract.errors[code]
  const status = known?.status ?? error.status
  const message = (!hasOwnMessage && known?.message) || error.message
  const body = { error: { code, message, status, ...(upgradeUrl !== undefined && { upgradeUrl }) } }
  return {
    status,
    headers: { ...error.headers, ...errorHeaders(known ?? errors[code], error.hasInvalidCredential) },
    body,
  }
}

/** The headers that the contract defines for an error. */
export function errorHeaders(entry: ErrorEntry | undefined, hasInvalidCredential: boolean): Record<string, string> {
  return { ...entry?.headers, ...(hasInvalidCredential && entry?.invalidCredentialHeaders) }
}
