/** Metrics for Prometheus. No label value comes from a caller. */
import { type DropReason, dropReasons, type RequestReport } from '@monitoring-service/http/node'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Passwords } from '../auth/passwords.ts'
import type { PurgeOutcome } from '../jobs/purge.ts'
import manifest from '../package.json' with { type: 'json' }
import type { Store } from '../store/store.ts'
import { createRequestMetrics } from './request-metrics.ts'
import { createStoreMetrics } from './store-metrics.ts'

export interface Metrics {
  countRequest(request: RequestReport): void
  countDroppedConnection(reason: DropReason): void
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
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'monitoring_build_info',
    help: 'The versions of the server and of Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: manifest.version, node: process.version }, 1)
  new Counter({
    name: 'monitoring_log_lines_dropped_total',
    help: 'Log lines dropped while their destination took none.',
    registers,
    collect() {
      this.reset()
      this.inc(droppedLines())
    },
  })
  const queue = new Gauge({
    name: 'monitoring_password_queue',
    help: 'Requests with a place in the password queue.',
    registers,
  })
  return {
    countRequest: createRequestMetrics(registers),
    countPurge: createPurgeMetrics(registers),
    watchStore: createStoreMetrics(registers),
    watchPasswords: (passwords) => ({
      ...passwords,
      hold(work, network) {
        queue.inc()
        return passwords.hold(work, network).finally(() => queue.dec())
      },
    }),
    ...createConnectionMetrics(registers),
    read: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

function createConnectionMetrics(registers: Registry[]): Pick<Metrics, 'countDroppedConnection' | 'watchConnections'> {
  let countConnections = () => 0
  const drops = new Counter({
    name: 'monitoring_http_connections_dropped_total',
    help: 'Connections dropped by a limit: of connections, or of requests ahead of their responses on one.',
    labelNames: ['reason'],
    registers,
  })
  // Starts at 0: Prometheus sees no increase in a counter that appears with its first event.
  for (const reason of dropReasons) drops.inc({ reason }, 0)
  new Gauge({
    name: 'monitoring_http_connections',
    help: 'Open connections.',
    registers,
    collect() {
      this.set(countConnections())
    },
  })
  return {
    countDroppedConnection: (reason) => drops.inc({ reason }),
    watchConnections(count) {
      countConnections = count
    },
  }
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
