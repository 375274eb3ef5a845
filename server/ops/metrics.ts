/** Metrics for Prometheus. No label value comes from a caller. */
import { ApiError } from '@monitoring-service/http'
import type { RequestReport } from '@monitoring-service/http/node'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Passwords } from '../auth/passwords.ts'
import type { Store } from '../store/store.ts'

export interface Metrics {
  countRequest(request: RequestReport): void
  countDroppedConnection(): void
  /** Wraps a store to count its failures. */
  watchStore(store: Store): Store
  /** Wraps passwords to count the places held in their queue. */
  watchPasswords(passwords: Passwords): Passwords
  /** @param count returns the number of open connections. */
  watchConnections(count: () => number): void
  /** The metrics in Prometheus' text format. */
  read(): Promise<string>
  contentType: string
}

export function createMetrics(): Metrics {
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
  const failures = new Counter({
    name: 'monitoring_store_errors_total',
    help: 'Failed calls of the store, by method.',
    labelNames: ['method'],
    registers,
  })
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
    },
    countDroppedConnection: () => drops.inc(),
    watchStore: (store) =>
      new Proxy(store, {
        get(target, method: keyof Store) {
          const call = target[method] as undefined | ((...args: unknown[]) => Promise<unknown>)
          // `await store` probes for a `then` property.
          if (!call) return undefined
          return (...args: unknown[]) =>
            call.apply(target, args).catch((error: unknown) => {
              // An ApiError thrown by a rule inside the write is no failure of the store.
              if (!(error instanceof ApiError) || error.status === 503) failures.inc({ method })
              throw error
            })
        },
      }),
    watchPasswords: (passwords) => ({
      ...passwords,
      hold(work) {
        queue.inc()
        return passwords.hold(work).finally(() => queue.dec())
      },
    }),
    watchConnections(count) {
      countConnections = count
    },
    read: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
