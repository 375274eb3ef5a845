/** Translates the errors of SQLite that are no bugs. */
import { ApiError } from '@monitoring-service/http'

/** SQLite's codes for: busy, locked, no memory, read-only, I/O error, corrupt, full, cannot open, not a database. */
const unavailable = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26])
/** Its extended codes for a failed sync of a file or folder: the commit may survive a power loss. */
const unknown = new Set([1034, 1290])

/** Returns an ApiError if the database cannot answer; other errors, which are bugs, unchanged. */
export function translateError(cause: unknown): unknown {
  const { errcode } = cause as { errcode?: number }
  if (errcode === undefined) return cause
  if (unknown.has(errcode)) return new ApiError('OUTCOME_UNKNOWN', { cause })
  // The lower byte is the primary code; the upper bytes extend it.
  return unavailable.has(errcode & 0xff) ? new ApiError('UNAVAILABLE', { cause }) : cause
}
