/** Retries transactions that conflict, and lets a store close after its running calls. */
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '@monitoring-service/http'

/** Thrown when the database rolled a transaction back because of another one; the transaction can be retried. */
export class TransactionConflict extends Error {}

/** Enough, with a growing random delay, for many concurrent callers of one record. */
const maxAttempts = 12

/** @throws ApiError UNAVAILABLE if every attempt conflicts. */
export async function retryOnConflict<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof TransactionConflict)) throw error
      if (attempt === maxAttempts) throw new ApiError('UNAVAILABLE', { cause: error })
      await wait(Math.random() * 2 ** Math.min(attempt, 7))
    }
  }
}

/**
 * Wraps the methods of a store: each is retried on a conflict, and throws ApiError UNAVAILABLE after `close`, which
 * waits for the running calls and then calls `end`.
 */
export function guardMethods<Methods extends object>(
  methods: Methods,
  end: () => Promise<void>,
): Methods & { close(): Promise<void> } {
  let running = 0
  let closing: Promise<void> | undefined
  const idle = Promise.withResolvers<void>()

  async function guard<T>(call: () => Promise<T>): Promise<T> {
    if (closing) throw new ApiError('UNAVAILABLE')
    running++
    try {
      return await retryOnConflict(call)
    } finally {
      running--
      if (closing && running === 0) idle.resolve()
    }
  }

  const guarded = Object.entries(methods).map(([name, method]) => {
    return [name, (...args: unknown[]) => guard(() => method(...args))]
  })
  return {
    ...(Object.fromEntries(guarded) as Methods),
    close() {
      if (running === 0) idle.resolve()
      closing ??= idle.promise.then(end)
      return closing
    },
  }
}
