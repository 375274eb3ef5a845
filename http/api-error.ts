/** The one kind of error that callers see. */
import { type Contract, type ErrorCode, errors, limits } from '@monitoring-service/contract'

export interface ErrorDetails {
  /** Replaces the contract's own message for the code. */
  message?: string
  /** Headers beside those that the contract gives to the code. */
  headers?: Record<string, string>
  /** Where to upgrade; for plan limits only (Document 7). */
  upgradeUrl?: string
  /** What went wrong inside. Logged, never sent. */
  cause?: unknown
}

/** A refusal in the contract's words: its code decides status, message and headers. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly headers: Record<string, string>
  readonly upgradeUrl: string | undefined
  /** Whether the message is its own, not the contract's for the code. */
  readonly hasOwnMessage: boolean

  constructor(code: ErrorCode, { message, headers, upgradeUrl, cause }: ErrorDetails = {}) {
    const known: { status: number; message?: string; headers: Record<string, string> } = errors[code]
    const { stackTraceLimit } = Error
    // Nobody looks here for what a caller did wrong, and to note where we are takes longer than to answer.
    if (known.status < 500) Error.stackTraceLimit = 0
    super((message ?? known.message ?? code).slice(0, limits.messageLength), { cause })
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.status = known.status
    const later = code === 'UNAVAILABLE' && { 'Retry-After': String(limits.retryAfterSeconds) }
    this.headers = { ...known.headers, ...later, ...headers }
    this.upgradeUrl = upgradeUrl
    this.hasOwnMessage = message !== undefined
  }
}

/** Whatever was thrown, as something that callers may see. Anything unforeseen tells them nothing. */
export function toApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : new ApiError('INTERNAL_ERROR', { cause: thrown })
}

/** What is sent back. */
export interface ErrorResponse {
  status: number
  headers: Record<string, string>
  /** Undefined if there is none. */
  body: unknown
}

/** A refusal as an answer, by what a contract says of its code. */
export function toErrorResponse(error: ApiError, contract: Pick<Contract, 'errors'>): ErrorResponse {
  const { code, hasOwnMessage, upgradeUrl } = error
  const known = contract.errors[code]
  const status = known?.status ?? error.status
  const message = (!hasOwnMessage && known?.message) || error.message
  const body = { error: { code, message, status, ...(upgradeUrl !== undefined && { upgradeUrl }) } }
  return { status, headers: { ...error.headers, ...known?.headers }, body }
}
