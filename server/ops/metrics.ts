/** Metrics for Prometheus. No label value comes from a caller. */
import { errors as errorTable, operations } from '@monitoring-service/contract'
import type { RequestReport } from '@monitoring-service/http/node'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Passwords } from '../auth/passwords.ts'
import { SignUpClosedError } from '../domain/sign-up-switch.ts'
import type { PurgeOutcome } from '../jobs/purge.ts'
import manifest from '../package.json' with { type: 'json' }
import type { Store } from '../store/store.ts'
import { isStoreFailure, wrapCalls } from '../store/wrap-calls.ts'

export interface Metrics {
  countRequest(request: RequestReport): void
  countDroppedConnection(): void
  countPurge(outcome: PurgeOutcome): void
  /** Wraps a store to time its calls and to count its failures. */
  watchStore(store: Store): Store
  /** Wraps passwords to count the places held in their queue. */
  watchPasswords(passwords: Passwords): Passwords
  /** @param count returns the number of open connections. */
  watchConnections(count: () => number): void
  /** The metrics in Prometheus' text format. */
  read(): Promise<string>
  contentType: string
}

/** @param droppedLines returns the number of log lines that were dropped. */
export function createMetrics(droppedLines: () => number): Metrics {
  let countConnections = () => 0
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'monitoring_http_requests_total',
    help: 'Requests by operation and status; aborted if the caller left before the response.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'monitoring_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const errors = new Counter({
    name: 'monitoring_refusals_total',
    help: 'Error responses by error code of the contract.',
    labelNames: ['code'],
    registers,
  })
  const attempts = new Counter({
    name: 'monitoring_attempts_total',
    help: 'Attempts whose number is limited: log-ins, sign-ups and proofs of identity, by operation and result; closed while sign-up is.',
    labelNames: ['operation', 'result'],
    registers,
  })
  const failures = new Counter({
    name: 'monitoring_store_errors_total',
    help: 'Failed calls of the store, by method.',
    labelNames: ['method'],
    registers,
  })
  const calls = new Histogram({
    name: 'monitoring_store_duration_seconds',
    help: 'Time of a call of the store, by method.',
    labelNames: ['method'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  // A counter that begins with its first event has not increased for Prometheus.
  for (const operation of [...Object.keys(operations), 'none']) {
    for (const status of serverErrors) requests.inc({ operation, status }, 0)
  }
  for (const code of Object.keys(errorTable)) errors.inc({ code }, 0)
  for (const operation of limitedOperations) {
    for (const result of Object.values(attemptResults)) attempts.inc({ operation, result }, 0)
  }
  attempts.inc({ operation: 'signup', result: 'closed' }, 0)
  const purge = createPurgeMetrics(registers)
  new Gauge({
    name: 'monitoring_build_info',
    help: 'The versions of the server and of Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: manifest.version, node: process.version }, 1)
  const queue = new Gauge({
    name: 'monitoring_password_queue',
    help: 'Requests with a place in the password queue.',
    registers,
  })
  const drops = new Counter({
    name: 'monitoring_http_connections_dropped_total',
    help: 'Connections dropped above the limit.',
    registers,
  })
  new Counter({
    name: 'monitoring_log_lines_dropped_total',
    help: 'Log lines dropped while their destination took none.',
    registers,
    collect() {
      this.reset()
      this.inc(droppedLines())
    },
  })
  new Gauge({
    name: 'monitoring_http_connections',
    help: 'Open connections.',
    registers,
    collect() {
      this.set(countConnections())
    },
  })

  return {
    countRequest({ operationId: operation = 'none', status, ms, error }) {
      requests.inc({ operation, status: status === 0 ? 'aborted' : String(status) })
      durations.observe({ operation }, ms / 1000)
      if (error) errors.inc({ code: error.code })
      // Only as often as the 503 that the alert leaves out: callers that left before it would hide other errors.
      const isClosed = error instanceof SignUpClosedError && status === error.status
      const result = isClosed ? 'closed' : attemptResults[error?.code ?? '']
      if (result && limitedOperations.has(operation)) attempts.inc({ operation, result })
    },
    countDroppedConnection: () => drops.inc(),
    countPurge: purge,
    watchStore(store) {
      watchPool(store, registers)
      for (const method of Object.keys(store)) failures.inc({ method }, 0)
      return wrapCalls(store, (method, call) => {
        const start = performance.now()
        const observe = () => calls.observe({ method }, (performance.now() - start) / 1000)
        return call().then(
          (result) => {
            observe()
            return result
          },
          (error) => {
            observe()
            if (isStoreFailure(error)) failures.inc({ method })
            throw error
          },
        )
      })
    },
    watchPasswords: (passwords) => ({
      ...passwords,
      hold(work, network) {
        queue.inc()
        return passwords.hold(work, network).finally(() => queue.dec())
      },
    }),
    watchConnections(count) {
      countConnections = count
    },
    read: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** The statuses of the server's own failures. */
const serverErrors = new Set(Object.values(errorTable).flatMap(({ status }) => (status < 500 ? [] : [String(status)])))

/** The operations whose attempts are limited. */
const limitedOperations = new Set(
  Object.entries(operations).flatMap(([id, { responses }]) => ('429' in responses ? [id] : [])),
)

/** The result of an attempt, by the error code of its response. */
const attemptResults: Record<string, string> = {
  '': 'accepted',
  INVALID_CREDENTIALS: 'wrong',
  WRONG_PASSWORD: 'wrong',
  WRONG_VERIFICATION_CODE: 'wrong',
  EMAIL_ALREADY_REGISTERED: 'wrong',
  RATE_LIMITED: 'limited',
}

/** Returns a function that counts a run of the purge. */
function createPurgeMetrics(registers: Registry[]): Metrics['countPurge'] {
  const deleted = new Counter({ name: 'monitoring_purge_deleted_total', help: 'Deleted accounts.', registers })
  const failures = new Counter({ name: 'monitoring_purge_failures_total', help: 'Failed purges.', registers })
  const overdue = new Gauge({
    name: 'monitoring_purge_overdue_seconds',
    help: 'For how long the oldest account that is not deleted yet has been due; 0 if none is.',
    registers,
  })
  const lastSuccess = new Gauge({
    name: 'monitoring_purge_last_success_timestamp_seconds',
    help: 'The end of the last purge that did not fail; the start of the server, before the first one.',
    registers,
  })
  lastSuccess.setToCurrentTime()
  return (outcome) => {
    if (outcome.overdue !== undefined) overdue.set(outcome.overdue / 1000)
    if ('error' in outcome) return failures.inc()
    deleted.inc(outcome.deleted)
    lastSuccess.setToCurrentTime()
  }
}

/** Exports the use of a store's connections, if it has any. */
function watchPool(store: Store, registers: Registry[]): void {
  const { connections } = store
  if (!connections) return
  new Gauge({
    name: 'monitoring_store_connections',
    help: 'Connections to the database: busy, idle, held by it, and max; callers that are waiting for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count)
    },
  })
}
