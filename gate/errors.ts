/** The one kind of error that callers see, and how it is written into a response. */
import type { ServerResponse } from 'node:http'
import { type ErrorCode, errors, limits } from '@monitoring-service/contract'

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

  constructor(code: ErrorCode, { message, headers, upgradeUrl, cause }: ErrorDetails = {}) {
    const known: { status: number; message?: string; headers: Record<string, string> } = errors[code]
    super((message ?? known.message ?? code).slice(0, limits.messageLength), { cause })
    this.code = code
    this.status = known.status
    const later = code === 'UNAVAILABLE' && { 'Retry-After': String(limits.retryAfterSeconds) }
    this.headers = { ...known.headers, ...later, ...headers }
    this.upgradeUrl = upgradeUrl
  }
}

/** Whatever was thrown, as something that callers may see. Anything unforeseen tells them nothing. */
export function asApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : new ApiError('INTERNAL_ERROR', { cause: thrown })
}

const refusals = new WeakMap<ServerResponse, ApiError>()

/** Puts a refusal's status and headers on a response and returns the body to send with them. */
export function refuse(response: ServerResponse, error: ApiError) {
  const { code, message, status, headers, upgradeUrl } = error
  refusals.set(response, error)
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  return { error: { code, message, status, ...(upgradeUrl !== undefined && { upgradeUrl }) } }
}

/** The refusal that a response carries, if it carries one. */
export function refusalOf(response: ServerResponse): ApiError | undefined {
  return refusals.get(response)
}
