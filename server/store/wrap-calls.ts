/** Wraps the asynchronous methods of a store, to measure its calls. */
import { ApiError } from '@monitoring-service/http'
import type { Store } from './store.ts'

type Call = () => Promise<unknown>

/** Whether a call failed by the store's fault: any other ApiError than 503 is the refusal of a rule inside the write. */
export function isStoreFailure(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 503
}

/** @param around runs a call, and returns or throws its outcome. */
export function wrapCalls(store: Store, around: (method: string, call: Call) => Promise<unknown>): Store {
  return new Proxy(store, {
    get(target, method: string) {
      const call = target[method as keyof Store] as undefined | ((...args: unknown[]) => Promise<unknown>)
      // `await store` asks for a `then` property. The others are synchronous.
      if (!call || method === 'connections' || method === 'isStuck') return call
      return (...args: unknown[]) => around(method, () => call.apply(target, args))
    },
  })
}
