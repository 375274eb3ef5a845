/** Runs steps on a lowdb database one at a time and makes them durable in batches, each as a whole or not at all. */
import { ApiError } from '@monitoring-service/http'
import type { Low } from 'lowdb'

/** Thrown by an adapter that can no longer tell what is on the disk. */
export class DurabilityLostError extends Error {}

export interface Queue<Data> {
  /** Runs a step that changes nothing. */
  read<T>(step: (data: Data) => T): Promise<T>
  /**
   * Runs a step that changes the data unless it throws or returns undefined. It may put new lists in place of the old
   * ones, but never writes into a list or a record: what was before must stay, for the queue may go back to it.
   */
  write<T>(step: (data: Data) => T): Promise<T>
  close(): Promise<void>
}

interface Job<Data> {
  step: (data: Data) => unknown
  writes: boolean
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

export function createBatchQueue<Data extends object>(db: Low<Data>): Queue<Data> {
  let waiting: Job<Data>[] = []
  let draining: Promise<void> | undefined
  let stopped = false

  function submit<T>(step: (data: Data) => T, writes: boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      if (stopped) return reject(new ApiError('UNAVAILABLE'))
      waiting.push({ step, writes, resolve, reject })
      draining ??= drain()
    })
  }

  async function drain(): Promise<void> {
    // Whoever asks in the meantime shares the next batch, and so one write to the disk.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await runBatch(batch)
    }
    draining = undefined
  }

  async function runBatch(batch: Job<Data>[]): Promise<void> {
    const durable = db.data
    const settle = batch.map(({ step, writes, resolve, reject }) => {
      try {
        const draft = { ...db.data }
        const value = step(draft)
        const copy = structuredClone(value) as never
        if (writes && value !== undefined) db.data = draft
        return () => resolve(copy)
      } catch (error) {
        return () => reject(error)
      }
    })
    try {
      if (db.data !== durable) await db.write()
      for (const tell of settle) tell()
    } catch (cause) {
      // Readers of this batch may have seen what never came to be, so they are refused, too.
      db.data = durable
      const lost = cause instanceof DurabilityLostError
      stopped ||= lost
      const refused = lost ? [...batch, ...waiting.splice(0)] : batch
      for (const { reject } of refused) reject(new ApiError('UNAVAILABLE', { cause }))
    }
  }

  return {
    read: (step) => submit(step, false),
    write: (step) => submit(step, true),
    async close() {
      stopped = true
      await draining
    },
  }
}
