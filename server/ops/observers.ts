/** The observers of a server: its log, and metrics and spans where they are on. Each event goes to all of them. */
import type { IncomingMessage, RequestListener } from 'node:http'
import type { DropReason, RequestReport } from '@monitoring-service/http/node'
import type { DestinationStream } from 'pino'
import type { ReadClient } from '../auth/client-address.ts'
import type { Passwords } from '../auth/passwords.ts'
import type { Resources } from '../close-all.ts'
import type { PurgeOutcome } from '../jobs/purge.ts'
import type { Settings } from '../read-settings.ts'
import type { Store } from '../store/store.ts'
import { createLog, type Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { loadTracing } from './tracing.ts'

export interface Observers {
  log: Log
  /** Undefined without an operator's port. */
  metrics: Metrics | undefined
  watchStore(store: Store): Store
  watchPasswords(passwords: Passwords): Passwords
  watchRequests(listener: RequestListener): RequestListener
  /** @param readClient reads the client of each request; its first warning is logged. */
  reportRequests(readClient: ReadClient): (report: RequestReport, request?: IncomingMessage) => void
  connectionDropped(reason: DropReason): void
  purged(outcome: PurgeOutcome): void
}

/** Adds to the resources what is to be flushed at the end. */
export async function openObservers(
  resources: Resources,
  { logLevel: level, instance, opsPort }: Settings,
  destination: DestinationStream | undefined,
): Promise<Observers> {
  const log = createLog({ level, instance, destination })
  resources.defer(log.flush)
  process.on('warning', log.warning)
  resources.defer(async () => void process.off('warning', log.warning))
  const metrics = opsPort === undefined ? undefined : await createMetrics(log)
  const tracing = await loadTracing()
  if (tracing) resources.defer(tracing.flush)
  return {
    log,
    metrics,
    watchStore(store) {
      const measured = metrics?.watchStore(store) ?? store
      return tracing?.watchStore(measured) ?? measured
    },
    watchPasswords: (passwords) => metrics?.watchPasswords(passwords) ?? passwords,
    watchRequests: (listener) => tracing?.watchRequests(listener) ?? listener,
    reportRequests(readClient) {
      let hasWarned = false
      return (report, request) => {
        // Bytes that are not an HTTP request are reported without a request.
        const { address, warning } = request ? readClient(request, report.address) : { address: report.address }
        if (warning && !hasWarned) log.proxy(warning)
        hasWarned ||= warning !== undefined
        log.request({ ...report, address }, request)
        metrics?.countRequest(report)
        if (request) tracing?.endRequest(report, request)
      }
    },
    connectionDropped(reason) {
      log.connectionDropped(reason)
      metrics?.countDroppedConnection(reason)
    },
    purged(outcome) {
      log.purge(outcome)
      metrics?.countPurge(outcome)
    },
  }
}

/** Loads metrics on demand: the Prometheus client takes longer to load than most of the rest. */
async function createMetrics(log: Log): Promise<Metrics> {
  const metrics = await import('./metrics.ts')
  return metrics.createMetrics(log.droppedLines)
}
