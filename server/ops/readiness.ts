/** Readiness: the server is not draining, and its store accepts writes. */
import type { Store } from '../store/store.ts'

export type State = 'ready' | 'draining' | 'the store does not accept writes'

export interface Readiness {
  state(): Promise<State>
  /** Whether a restart may help. */
  isStuck(): boolean
  /** Reports the server as not ready from now on. */
  drain(): void
}

/** A result holds for so many times as long as it took: probes are 5 % of the time at most. */
const relativeAge = 20

/**
 * @param timeout of the store, in milliseconds.
 * @param minAge for how long a result holds at least, in milliseconds.
 */
export function createReadiness(store: Pick<Store, 'probe' | 'isStuck'>, timeout = 2_000, minAge = 1_000): Readiness {
  let isDraining = false
  let probe: Promise<boolean> | undefined
  let latest: { isReady: boolean; until: number } | undefined

  async function runProbe(): Promise<boolean> {
    const start = performance.now()
    const isReady = await store.probe().then(
      () => true,
      () => false,
    )
    const end = performance.now()
    latest = { isReady, until: end + Math.max(minAge, isReady ? relativeAge * (end - start) : 0) }
    probe = undefined
    return isReady
  }

  async function isReady(): Promise<boolean> {
    if (!probe && latest && performance.now() < latest.until) return latest.isReady
    // One probe at a time, so that calls do not pile up on a store that hangs.
    probe ??= runProbe()
    const { promise: late, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(resolve, timeout, false)
    return Promise.race([probe, late]).finally(() => clearTimeout(timer))
  }

  return {
    isStuck: () => store.isStuck?.() === true,
    async state() {
      if (isDraining) return 'draining'
      const answers = await isReady()
      if (isDraining) return 'draining'
      return answers ? 'ready' : 'the store does not accept writes'
    },
    drain() {
      isDraining = true
    },
  }
}
