/** A store that can be replaced while a server uses it: the server keeps one object, and its calls go to the current store. */
import type { Store } from './store.ts'

export interface ReplaceableStore {
  store: Store
  /** Directs further calls to another store; returns the previous one, which stays open. */
  replace(next: Store): Store
}

export function createReplaceableStore(initial: Store): ReplaceableStore {
  let current = initial
  return {
    store: new Proxy({} as Store, { get: (_, method: keyof Store) => current[method] }),
    replace(next) {
      const previous = current
      current = next
      return previous
    },
  }
}
