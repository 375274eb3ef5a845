/** Whether the server can take requests: it is not about to end, and its store answers. */
import type { Store } from '../store/store.ts'

export type State = 'ready' | 'draining' | 'the store does not answer'

export interface Readiness {
  state(): Promise<State>
  /** From now on it is about to end. */
  drain(): void
}

/** @param patience how long the store may take, in milliseconds. */
export function createReadiness(store: Store, patience = 2_000): Readiness {
  let draining = false
  let asked: Promise<boolean> | undefined
  const ask = () =>
    store.isEmpty().then(
      () => true,
      () => false,
    )
  return {
    async state() {
      if (draining) return 'draining'
      // One question at a time: a store that hangs is not asked more and more.
      asked ??= ask().finally(() => {
        asked = undefined
      })
      const { promise: late, resolve } = Promise.withResolvers<boolean>()
      const timer = setTimeout(resolve, patience, false)
      const answers = await Promise.race([asked, late])
      clearTimeout(timer)
      if (draining) return 'draining'
      return answers ? 'ready' : 'the store does not answer'
    },
    drain() {
      draining = true
    },
  }
}
