/** A history run: clients and faults act on several instances on one PostgreSQL database, then the history is checked. */
import { setTimeout as wait } from 'node:timers/promises'
import { demo } from '@monitoring-service/contract'
import { purge } from '../../../../server/jobs/purge.ts'
import { startCluster } from '../../../support/postgres/cluster.ts'
import { transmit } from '../../../support/raw-http.ts'
import { createRandom } from '../../../support/seeded-random.ts'
import { withStore } from '../crash/with-store.ts'
import { findViolations } from './checker.ts'
import { startClients } from './clients.ts'
import { makeInitialData } from './initial-data.ts'
import { type Fault, faults, injectFault, startInstances } from './nemesis.ts'
import { createRecorder, type Operation } from './recorder.ts'

export interface HistoryReport {
  seed: number
  counts: Record<Operation['outcome'], number>
  events: Record<Fault, number>
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
}

const instanceCount = 3

export async function runHistory({ seed, shouldContinue, signal, onProgress }: Options): Promise<HistoryReport> {
  const random = createRandom(seed)
  let round: { fault: Fault; order: number }[] = []
  const failure = new AbortController()
  const recorder = createRecorder(signal ? AbortSignal.any([signal, failure.signal]) : failure.signal)
  const events: Record<Fault, number> = { kill: 0, pause: 0, terminate: 0, restart: 0 }
  const cluster = await startCluster()
  try {
    const storeUrl = await cluster.createDatabase()
    const start = await makeInitialData(new Date())
    await withStore(storeUrl, (store) => store.load(start))
    const instances = await startInstances(storeUrl, instanceCount, (error) => failure.abort(error))
    const stopClients = startClients(instances.urls, seed, recorder)
    try {
      await recorder.waitForOperations(20, 'ok')
      for (let count = 0; shouldContinue(count); count++) {
        onProgress?.(count)
        const fault = nextFault(count)
        await injectFault(fault, Math.floor(random() * instanceCount), { instances, cluster, recorder })
        events[fault] += 1
        await recorder.waitForOperations(20, 'ok')
      }
      await Promise.all(instances.urls().map(waitUntilRecovered))
      await recorder.waitForOperations(20, 'ok')
      await stopClients()
      failure.signal.throwIfAborted()
      const uncleanStops = await instances.stop()
      const now = new Date()
      const end = await withStore(storeUrl, async (store) => {
        await purge(store, now, { max: 1000 })
        return store.dump()
      })
      const { operations } = recorder
      const count = (outcome: Operation['outcome']) => operations.filter((one) => one.outcome === outcome).length
      return {
        seed,
        counts: { ok: count('ok'), fail: count('fail'), info: count('info') },
        events,
        deleted: start.users.filter(({ id }) => !end.users.some((user) => user.id === id)).length,
        violations: [...uncleanStops, ...findViolations({ operations, start, end, now: now.toISOString() })],
      }
    } finally {
      const stopping = stopClients()
      await instances.killAll()
      await stopping
    }
  } finally {
    await cluster.remove()
  }

  /** Injects each fault equally often, in random order. */
  function nextFault(count: number): Fault {
    if (count % faults.length === 0) round = faults.map((fault) => ({ fault, order: random() }))
    return round.toSorted((a, b) => a.order - b.order)[count % faults.length]?.fault ?? 'kill'
  }
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
