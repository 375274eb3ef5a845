/** Calls of a store under way: repeated where they collided with others, waited for at the end. */
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '@monitoring-service/gate'

/** Thrown where two transactions stood in each other's way: the database undid one of them, and it may try again. */
export class Collision extends Error {}

/** With a random wait that grows, so many callers of one record all get their turn. */
const tries = 12

export interface Calls {
  /** @throws ApiError UNAVAILABLE after close, and for one that collides again and again. */
  run<T>(call: () => Promise<T>): Promise<T>
  /** Waits for the calls under way, then ends. */
  close(): Promise<void>
}

export function createCalls(end: () => Promise<void>): Calls {
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  async function attempt<T>(call: () => Promise<T>): Promise<T> {
    for (let nth = 1; ; nth++) {
      try {
        return await call()
      } catch (error) {
        if (!(error instanceof Collision)) throw error
        if (nth === tries) throw new ApiError('UNAVAILABLE', { cause: error })
        await wait(Math.random() * 2 ** Math.min(nth, 7))
      }
    }
  }

  return {
    async run(call) {
      if (closing) throw new ApiError('UNAVAILABLE')
      const outcome = attempt(call)
      running.add(outcome)
      return outcome.finally(() => running.delete(outcome))
    },
    close: () => (closing ??= Promise.allSettled(running).then(end)),
  }
}
