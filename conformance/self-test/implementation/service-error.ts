/** The error that callers see, by the contract's table of error codes. */
import { errors as contract, type ErrorCode, type ErrorEntry, limits } from '@monitoring-service/contract'

export type { ErrorCode, ErrorEntry } from '@monitoring-service/contract'

const { RATE_LIMITED } = contract

export const errors: Record<ErrorCode, ErrorEntry> = {
  ...contract,
  RATE_LIMITED: { ...RATE_LIMITED, headers: { 'Retry-After': String(limits.attemptWindowSeconds) } },
}

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
