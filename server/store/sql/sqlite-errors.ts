/** Translates the errors of SQLite that are no bugs. */
import { ApiError } from '@monitoring-service/http'
import { restoreIt } from '../file-identity.ts'

/** SQLite's codes for: busy, locked, no memory, read-only, I/O error, corrupt, full, cannot open, not a database. */
const unavailable = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26])
/** Its extended codes for a failed sync of a file or folder: the commit may survive a power loss. */
const outcomeUnknown = new Set([1034, 1290])

/** Its codes for a file whose content is damaged. */
const damaged = new Set([11, 26])

export type SqliteError = Error & { errcode?: number }

/** Adds the file to the message, and the cure for a damaged one. */
export function withFile(error: SqliteError, file: string): SqliteError {
  const cure = damaged.has((error.errcode ?? 0) & 0xff) ? `: ${restoreIt}` : ''
  error.message = `${file}: ${error.message}${cure}`
  return error
}

/** Returns an ApiError if the database cannot answer; other errors, which are bugs, unchanged. */
export function translateError(cause: unknown): unknown {
  const { errcode } = cause as { errcode?: number }
  if (errcode === undefined) return cause
  if (outcomeUnknown.has(errcode)) return new ApiError('OUTCOME_UNKNOWN', { cause })
  // The lower byte is the primary code; the upper bytes extend it.
  return unavailable.has(errcode & 0xff) ? new ApiError('UNAVAILABLE', { cause }) : cause
}
