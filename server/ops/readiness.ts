/** Readiness: the server is not draining, and its store answers. */
import type { Store } from '../store/store.ts'

export type State = 'ready' | 'draining' | 'the store does not answer'

export interface Readiness {
  state(): Promise<State>
  /** Reports the server as not ready from now on. */
  drain(): void
}

/** @param timeout of the store, in milliseconds. */
export function createReadiness(store: Store, timeout = 2_000): Readiness {
  let isDraining = false
  let probe: Promise<boolean> | undefined
  return {
    async state() {
      if (isDraining) return 'draining'
      // One probe at a time, so that calls do not pile up on a store that hangs.
      probe ??= store
        .isEmpty()
        .then(
          () => true,
          () => false,
        )
        .finally(() => {
          probe = undefined
        })
      const { promise: late, resolve } = Promise.withResolvers<boolean>()
      const timer = setTimeout(resolve, timeout, false)
      const answers = await Promise.race([probe, late])
      clearTimeout(timer)
      if (isDraining) return 'draining'
      return answers ? 'ready' : 'the store does not answer'
    },
    drain() {
      isDraining = true
    },
  }
}
