/** The log: one JSON object a line, without anything that a caller wrote except a well-formed request id. */
import { ApiError } from '@monitoring-service/http'
import type { RequestReport } from '@monitoring-service/http/node'
import pino, { type DestinationStream } from 'pino'
import type { PurgeOutcome } from '../jobs/purge.ts'
import type { DeletedUser } from '../store/store.ts'

export interface Log {
  request(report: RequestReport): void
  purge(outcome: PurgeOutcome): void
  /** The audit of deleted accounts, one line each. */
  deleted(users: DeletedUser[]): void
  connectionDropped(): void
}

/** @param destination stderr by default. */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Log {
  const log = pino({ level, base: null }, destination)
  return {
    request({ error, ...report }) {
      const isFailure = error && error.status >= 500 && error.cause !== undefined
      const fields = {
        ...report,
        ...(error && { code: error.code }),
        ...(isFailure && { cause: describeCause(error) }),
      }
      log[report.status < 500 ? 'info' : 'error'](fields, 'request')
    },
    purge(outcome) {
      if ('error' in outcome) log.error({ cause: describeCause(outcome.error) }, 'purge')
      else log.info(outcome, 'purge')
    },
    deleted(users) {
      for (const user of users) log.info(user, 'account deleted')
    },
    connectionDropped: () => log.warn('connection dropped'),
  }
}

/**
 * Describes an internal error without the fields that it may carry: by its stack, or by one line for an unavailable
 * store, which causes many errors.
 */
function describeCause(error: unknown): string {
  const cause = error instanceof ApiError && error.cause !== undefined ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  if (!(error instanceof ApiError && error.status === 503)) return String(cause.stack)
  // For a host name with several addresses, Node reports one error per address.
  const { name, message, code } = (cause instanceof AggregateError ? cause.errors[0] : cause) as NodeJS.ErrnoException
  return `${name}: ${message || code}`.split('\n', 1)[0] ?? name
}
