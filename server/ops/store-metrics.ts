/** Metrics of a store: the time and the failures of its calls, and its connections. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Store } from '../store/store.ts'
import { isStoreFailure, wrapCalls } from '../store/wrap-calls.ts'

/** Returns a function that wraps a store. */
export function createStoreMetrics(registers: Registry[]): (store: Store) => Store {
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
  return (store) => {
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
