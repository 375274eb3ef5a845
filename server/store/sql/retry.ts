/** Calls of a store under way: repeated where they collided with others, waited for at the end. */
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '@monitoring-service/http'

/** Thrown where two transactions stood in each other's way: the database undid one of them, and it may try again. */
export class TransactionConflict extends Error {}

/** With a random wait that grows, so many callers of one record all get their turn. */
const tries = 12

export interface Calls {
  /** Repeats a call that collides. @throws ApiError UNAVAILABLE after close. */
  run<T>(call: () => Promise<T>): Promise<T>
  /** Waits for the calls under way, then ends. */
  close(): Promise<void>
}

/** @throws ApiError UNAVAILABLE for a call that collides again and again. */
export async function retryOnConflict<T>(call: () => Promise<T>): Promise<T> {
  for (let nth = 1; ; nth++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof TransactionConflict)) throw error
      if (nth === tries) throw new ApiError('UNAVAILABLE', { cause: error })
      await wait(Math.random() * 2 ** Math.min(nth, 7))
    }
  }
}

export function createCalls(end: () => Promise<void>): Calls {
  let running = 0
  let closing: Promise<void> | undefined
  const idle = Promise.withResolvers<void>()
  return {
    async run(call) {
      if (closing) throw new ApiError('UNAVAILABLE')
      running++
      try {
        return await retryOnConflict(call)
      } finally {
        running--
        if (closing && running === 0) idle.resolve()
      }
    },
    close() {
      if (running === 0) idle.resolve()
      closing ??= idle.promise.then(end)
      return closing
    },
  }
}
