/** A history run: clients and faults act on several instances on one PostgreSQL database, then the history is checked. */
import { setTimeout as wait } from 'node:timers/promises'
import { demo } from '@monitoring-service/contract'
import { purge } from '../../../../server/jobs/purge.ts'
import { type Cluster, startCluster } from '../../../support/postgres/cluster.ts'
import { transmit } from '../../../support/raw-http.ts'
import { createRandom } from '../../../support/seeded-random.ts'
import type { EnvOf } from '../crash/server-process.ts'
import { withStore } from '../crash/with-store.ts'
import { findViolations } from './checker.ts'
import { startClients } from './clients.ts'
import { makeInitialData, type Size } from './initial-data.ts'
import { type Fault, faults, type Scene, startInstances } from './nemesis.ts'
import { createRecorder, type Operation } from './recorder.ts'

export interface HistoryReport {
  seed: number
  counts: Record<Operation['outcome'], number>
  events: Record<string, number>
  /** The number of responses by status and code, or error of the connection. */
  responses: Record<string, number>
  /** The number of accounts that the purge job deleted. */
  deleted: number
  violations: string[]
}

export interface Options {
  seed: number
  /** Whether to inject another fault after a number of faults. */
  shouldContinue(events: number): boolean
  signal?: AbortSignal | undefined
  onProgress?(events: number): void
  /** The database; by default, one is started. */
  database?: { url: string; cluster: Scene['cluster'] }
  /** Further faults. */
  faults?: Record<string, Fault>
  size?: Size
  /** The pause of a client after each response, in milliseconds. */
  pause?: number
  env?: EnvOf
  /** Of a request, in milliseconds. */
  timeout?: number
}

const instanceCount = 3

export async function runHistory(options: Options): Promise<HistoryReport> {
  const { seed, shouldContinue, signal, onProgress, size, pause, env } = options
  const injected: Record<string, Fault> = { ...faults, ...options.faults }
  const names = Object.keys(injected)
  const random = createRandom(seed)
  let round: { name: string; order: number }[] = []
  const failure = new AbortController()
  const recorder = createRecorder(signal ? AbortSignal.any([signal, failure.signal]) : failure.signal, options.timeout)
  const events: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]))
  const own = options.database ? undefined : await startCluster()
  try {
    const { url: storeUrl, cluster } = options.database ?? (await describe(own as Cluster))
    const start = await makeInitialData(new Date(), size)
    await withStore(storeUrl, (store) => store.load(start))
    const instances = await startInstances(storeUrl, instanceCount, (error) => failure.abort(error), env)
    const stopClients = startClients(instances.urls, seed, recorder, { size, pause })
    try {
      await recorder.waitForOperations(20, 'ok')
      for (let count = 0; shouldContinue(count); count++) {
        onProgress?.(count)
        const name = nextFault(count)
        await injected[name]?.(Math.floor(random() * instanceCount), { instances, cluster, recorder })
        events[name] = (events[name] ?? 0) + 1
        await recorder.waitForOperations(20, 'ok')
      }
      await Promise.all(instances.urls().map(waitUntilRecovered))
      await recorder.waitForOperations(20, 'ok')
      await stopClients()
      failure.signal.throwIfAborted()
      const uncleanStops = await instances.stop()
      const now = new Date()
      const end = await withStore(storeUrl, async (store) => {
        await purge(store, now, { max: 1_000_000 })
        return store.dump()
      })
      // A server whose clock is wrong refuses tokens.
      const operations = recorder.operations.filter(({ statusLine }) => !options.env || !/^401/.test(statusLine))
      const count = (outcome: Operation['outcome']) => operations.filter((one) => one.outcome === outcome).length
      return {
        seed,
        counts: { ok: count('ok'), fail: count('fail'), info: count('info') },
        events,
        responses: countLines(recorder.operations),
        deleted: start.users.filter(({ id }) => !end.users.some((user) => user.id === id)).length,
        violations: [...uncleanStops, ...findViolations({ operations, start, end, now: now.toISOString() })],
      }
    } finally {
      const stopping = stopClients()
      await instances.killAll()
      await stopping
    }
  } finally {
    await own?.remove()
  }

  /** Injects each fault equally often, in random order. */
  function nextFault(count: number): string {
    if (count % names.length === 0) round = names.map((name) => ({ name, order: random() }))
    return round.toSorted((a, b) => a.order - b.order)[count % names.length]?.name ?? 'kill'
  }
}

/** The database of a cluster. */
async function describe(cluster: Cluster): Promise<NonNullable<Options['database']>> {
  return { url: await cluster.createDatabase(), cluster }
}

/** Waits until an instance can read from the store. */
async function waitUntilRecovered(url: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const response = await transmit(url, 'GET', '/admin/deletion-requests', {
      'x-admin-api-key': demo.adminApiKey,
    }).catch((error) => ({ statusLine: String(error) }))
    if (response.statusLine === '200') return
    if (tries === 100) throw new Error(`an instance did not recover: ${response.statusLine}`)
    await wait(100)
  }
}

function countLines(operations: Operation[]): Record<string, number> {
  const groups = Map.groupBy(operations, ({ statusLine }) => statusLine)
  return Object.fromEntries([...groups].map(([line, { length }]) => [line, length]))
}
