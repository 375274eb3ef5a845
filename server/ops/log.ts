/** The log: one JSON object a line, without anything that a caller wrote except well-formed ids and one warning of a proxy. */
import type { IncomingMessage } from 'node:http'
import { hostname } from 'node:os'
import { operations } from '@monitoring-service/contract'
import { ApiError, describeReason, reasonOf } from '@monitoring-service/http'
import type { DropReason, RequestReport } from '@monitoring-service/http/node'
import pino, { type DestinationStream } from 'pino'
import { DeletionsHeldError } from '../domain/clock.ts'
import { SignUpClosedError } from '../domain/sign-up-switch.ts'
import { requestStateIn } from '../http/request-state.ts'
import type { PurgeOutcome } from '../jobs/purge.ts'
import manifest from '../package.json' with { type: 'json' }
import type { User } from '../store/records.ts'
import type { DeletedUser } from '../store/store.ts'
import { auditEventOf } from './audit.ts'
import { openLogSink } from './log-sink.ts'

export interface Log {
  request(report: RequestReport, request?: IncomingMessage): void
  /** A change in the life of the process. */
  event(event: 'start' | 'listen' | 'drain' | 'stop', fields?: object): void
  purge(outcome: PurgeOutcome): void
  /** The audit of deleted accounts, one line each. */
  deleted(users: DeletedUser[]): void
  connectionDropped(reason: DropReason): void
  /** A proxy is not trusted, or not understood. */
  proxy(warning: string): void
  /** The server is for trying out, and its store is not. */
  demoWithOwnStore(): void
  /** Accounts whose password is published, if there are any. */
  demoAccounts(users: User[]): void
  /** The start waits for a database that is away or locked. */
  waiting(error: Error): void
  /** A warning of Node or of a library. */
  warning(warning: Error): void
  /** The number of lines that found no place. */
  droppedLines(): number
  /** Waits a moment for the lines that are not written yet. */
  flush(): Promise<void>
}

export interface LogOptions {
  level: string
  /** The name of this process in each line. */
  instance?: string | undefined
  /** In place of stderr. */
  destination?: DestinationStream | undefined
}

/** W3C Trace Context, 3.2.2: what a caller may write is hexadecimal. */
const traceparent = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

export function createLog({ level, instance = `${hostname()}-${process.pid}`, destination }: LogOptions): Log {
  const sink =
    destination === undefined
      ? openLogSink(process.stderr.fd, (dropped) => log.warn({ dropped }, 'log lines dropped'))
      : { write: destination.write.bind(destination), dropped: () => 0, flush: async () => {} }
  const base = { instance, version: manifest.version }
  const log = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, sink)
  return {
    request(report, request) {
      const { error, status } = report
      const line = describeRequest(report, request)
      if (status < 500 || error instanceof SignUpClosedError) log.info(line, 'request')
      else log.error(error?.cause === undefined ? line : { ...line, cause: describeCause(error) }, 'request')
    },
    event: (event, fields = {}) => log.info(fields, event),
    purge(outcome) {
      if ('error' in outcome) log.error({ cause: describeCause(outcome.error) }, 'purge')
      else if (outcome.deleted > 0) log.info({ deleted: outcome.deleted }, 'purge')
    },
    deleted(users) {
      for (const { userId, ...user } of users) {
        log.info({ audit: 'account deleted', accountId: userId, ...user }, 'account deleted')
      }
    },
    connectionDropped: (reason) => log.warn({ reason }, 'connection dropped'),
    proxy: (warning) => log.warn(warning),
    demoWithOwnStore: () =>
      log.warn('--demo on a store with records of your own: pages of every origin may call, and /docs is public'),
    demoAccounts(users) {
      const emails = users.flatMap(({ email, passwordHash }) => (passwordHash === null ? [] : email)).join(', ')
      if (emails) log.warn(`the store has accounts of the demo, whose passwords are published: remove-user ${emails}`)
    },
    waiting: (error) => log.warn({ cause: describeReason(error) }, 'waiting for the database'),
    warning: (warning) => log.warn({ cause: named(warning) }, 'warning'),
    droppedLines: sink.dropped,
    flush: sink.flush,
  }
}

/** The entry of a request: the caller, the action, the address and the outcome. */
function describeRequest(report: RequestReport, request: IncomingMessage | undefined): object {
  const { requestId, method, operationId, status, ms, error, address } = report
  const state = request && requestStateIn(request)
  const trace = String(request?.headers.traceparent ?? '')
  const audit = auditEventOf(report)
  return {
    requestId,
    method,
    route: operationId && operations[operationId].path,
    operationId,
    status,
    ms,
    code: error?.code,
    address,
    accountId: state?.accountId,
    audit,
    // Of a request that succeeded: the ids are stored ones.
    ...(audit && status < 300 && state?.path),
    traceparent: traceparent.test(trace) ? trace : undefined,
  }
}

/**
 * Describes an internal error without the fields that it may carry: by its stack, or by one line for an unavailable
 * store, which causes many errors, and for deletions that are held, which is no bug.
 */
function describeCause(error: unknown): string {
  if (error instanceof DeletionsHeldError) return error.message
  const reason = reasonOf(error)
  if (error instanceof ApiError && error.status === 503 && reason instanceof Error) return named(reason)
  const cause = error instanceof ApiError ? (error.cause ?? error) : error
  return cause instanceof Error ? String(cause.stack) : String(cause)
}

const named = (error: Error) => `${error.name}: ${describeReason(error)}`
