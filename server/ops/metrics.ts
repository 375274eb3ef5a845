/** Counts what an operator wants to see, for Prometheus. No label has a value that a caller wrote. */
import { ApiError } from '@monitoring-service/http'
import type { RequestReport } from '@monitoring-service/http/node'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Passwords } from '../auth/passwords.ts'
import type { Store } from '../store/store.ts'

export interface Metrics {
  /** Told how each request ended. */
  report(request: RequestReport): void
  /** Told of each connection that was dropped. */
  drop(): void
  /** The same store, whose failures are counted. */
  watchStore(store: Store): Store
  /** The same passwords, whose queue is counted. */
  watchPasswords(passwords: Passwords): Passwords
  /** The text that Prometheus reads, and its media type. */
  read(): Promise<string>
  contentType: string
}

/** @param connections how many are open at the moment. */
export function createMetrics(connections: () => number): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'monitoring_http_requests_total',
    help: 'Requests by operation and status; aborted if the caller was gone before the answer.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'monitoring_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const refusals = new Counter({
    name: 'monitoring_refusals_total',
    help: 'Refusals by error code of the contract.',
    labelNames: ['code'],
    registers,
  })
  const failures = new Counter({
    name: 'monitoring_store_errors_total',
    help: 'Calls of the store that failed, by method.',
    labelNames: ['method'],
    registers,
  })
  const queue = new Gauge({
    name: 'monitoring_password_queue',
    help: 'Requests that hold a place in the queue for hashing passwords.',
    registers,
  })
  const drops = new Counter({
    name: 'monitoring_http_connections_dropped_total',
    help: 'Connections that were dropped, for as many were open as may be.',
    registers,
  })
  new Gauge({
    name: 'monitoring_http_connections',
    help: 'Open connections.',
    registers,
    collect() {
      this.set(connections())
    },
  })

  return {
    report({ operationId: operation = 'none', status, ms, error }) {
      requests.inc({ operation, status: status === 0 ? 'aborted' : String(status) })
      durations.observe({ operation }, ms / 1000)
      if (error) refusals.inc({ code: error.code })
    },
    drop: () => drops.inc(),
    watchStore: (store) =>
      new Proxy(store, {
        get(target, method: keyof Store) {
          const call = target[method] as undefined | ((...args: unknown[]) => Promise<unknown>)
          // Whoever waits for the store itself asks whether it is a promise.
          if (!call) return undefined
          return (...args: unknown[]) =>
            call.apply(target, args).catch((error: unknown) => {
              // A rule that refuses inside of a write is no failure.
              if (!(error instanceof ApiError) || error.code === 'UNAVAILABLE') failures.inc({ method })
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
    read: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
