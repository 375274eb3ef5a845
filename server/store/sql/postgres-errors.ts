/** The meaning of an error of PostgreSQL for its connection and for the caller. */
import { ApiError } from '@monitoring-service/http'
import pg from 'pg'
import { TransactionConflict } from './retry.ts'

/** Whether the state of the connection is unknown, or its host accepts no writes (PostgreSQL, appendix A). */
export function isLost(error: Error): boolean {
  return !(error instanceof pg.DatabaseError) || /^(08|25P03|25006|40003|57P|58|XX)/.test(error.code ?? '')
}

/**
 * Maps conflicts and unavailability to errors of the store (PostgreSQL, appendix A).
 * @param endsWrite whether the statement makes a write final: a commit, or a write of its own.
 */
export function translate(error: Error & { code?: string }, endsWrite: boolean): Error {
  const { code = '' } = error
  if (isLost(error)) {
    // 25006: the host is read-only, so that nothing was written.
    return new ApiError(endsWrite && code !== '25006' ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE', { cause: error })
  }
  // Serialization failure, deadlock.
  if (/^(40001|40P01)$/.test(code)) return new TransactionConflict(error.message, { cause: error })
  // Transaction gone or rolled back, login, database or schema gone, resources, operator; right or table gone; lock timeout.
  if (/^(25P|28|3D|3F|40|53|57|42501|42P01|55P03)/.test(code)) return new ApiError('UNAVAILABLE', { cause: error })
  return error
}
