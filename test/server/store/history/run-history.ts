/** A history run: clients and faults act on the instances of a server on one store, then the history is checked. */
import { setTimeout as wait } from 'node:timers/promises'
import { demo } from '@monitoring-service/contract'
import { createRandom } from '@monitoring-service/contract/seeded-random'
import { purge } from '../../../../server/jobs/purge.ts'
import { transmit } from '../../../support/raw-http.ts'
import type { Backend } from './backends.ts'
import { findViolations } from './checker.ts'
import { startClients } from './clients.ts'
import { makeInitialData, type Size } from './initial-data.ts'
import { databaseFaults, type Fault, serverFaults, startInstances } from './nemesis.ts'
import { createRecorder, type Operation } from './recorder.ts'
import type { EnvOf } from './server-process.ts'
import { withStore } from './with-store.ts'

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
  /** Further faults. */
  faults?: Record<string, Fault>
  /** The name of the only fault. */
  only?: string | undefined
  size?: Size
  /** The number of clients, and how they send requests. */
  count?: number
  send?: typeof transmit
  /** The pause of a client after each response, in milliseconds. */
  pause?: number
  env?: EnvOf
  /** Of a request, in milliseconds. */
  timeout?: number
  /** A server whose clock is wrong refuses tokens. */
  clocksAreWrong?: boolean
}

export async function runHistory(backend: Backend, options: Options): Promise<HistoryReport> {
  const { seed, shouldContinue, size, env, only } = options
  const { url: storeUrl, instances: instanceCount, cluster } = backend
  const all: Record<string, Fault> = { ...serverFaults, ...(cluster && databaseFaults(cluster)), ...options.faults }
  if (only !== undefined && !Object.hasOwn(all, only))
    throw new Error(`no fault is called ${only}; there are ${Object.keys(all).join(', ')}`)
  const injected = only === undefined ? all : { [only]: all[only] }
  const random = createRandom(seed)
  const failure = new AbortController()
  const recorder = createRecorder(failure.signal, options.timeout)
  const events: Record<string, number> = Object.fromEntries(Object.keys(injected).map((name) => [name, 0]))
  // At the start, some accounts are due.
  const start = await makeInitialData(new Date(Date.now() - 10_000), size)
  await withStore(storeUrl, (store) => store.load(start))
  const instances = await startInstances(storeUrl, instanceCount, (error) => failure.abort(error), env)
  const stopClients = startClients(instances.urls, seed, recorder, options)
  try {
    await recorder.waitForOperations(20, 'ok')
    let round: string[] = []
    for (let count = 0; shouldContinue(count); count++) {
      if (round.length === 0) round = shuffle(Object.keys(injected), random)
      const name = round.pop() ?? 'kill'
      await injected[name]?.(Math.floor(random() * instanceCount), { instances, recorder })
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
    const leftovers = await backend.findLeftovers()
    const operations = recorder.operations.filter(
      ({ statusLine }) => !options.clocksAreWrong || !/^401/.test(statusLine),
    )
    const count = (outcome: Operation['outcome']) => operations.filter((one) => one.outcome === outcome).length
    return {
      seed,
      counts: { ok: count('ok'), fail: count('fail'), info: count('info') },
      events,
      responses: countLines(recorder.operations),
      deleted: start.users.filter(({ id }) => !end.users.some((user) => user.id === id)).length,
      violations: [
        ...uncleanStops,
        ...leftovers.map((name) => `${name} is left over`),
        ...findViolations({ operations, start, end, now: now.toISOString() }),
      ],
    }
  } finally {
    const stopping = stopClients()
    await instances.killAll()
    await stopping
  }
}

/** Each fault is injected equally often, in random order. */
function shuffle(names: string[], random: () => number): string[] {
  const keyed = names.map((name) => ({ name, order: random() }))
  return keyed.sort((a, b) => a.order - b.order).map(({ name }) => name)
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
