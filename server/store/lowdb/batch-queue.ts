/** Runs steps on a lowdb database one at a time and writes them to the disk in batches, each all or nothing. */
import { ApiError } from '@monitoring-service/http'
import type { Low } from 'lowdb'

/** Thrown by an adapter that no longer knows the state of the file on the disk. */
export class DurabilityLostError extends Error {}

export interface BatchQueue<Data> {
  /** Runs a step that changes nothing. */
  read<T>(step: (data: Data) => T): Promise<T>
  /**
   * Runs a step that changes the data unless it throws or returns undefined. The step may replace lists, but must not
   * modify a list or a record: the queue may restore the previous data.
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

export function createBatchQueue<Data extends object>(db: Low<Data>): BatchQueue<Data> {
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
    // Steps submitted in the same turn share one batch.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await runBatch(batch)
    }
    draining = undefined
  }

  /** Runs a step and returns a function that settles its promise. */
  function runStep({ step, writes, resolve, reject }: Job<Data>): () => void {
    try {
      const draft = { ...db.data }
      const value = step(draft)
      const copy = structuredClone(value) as never
      if (writes && value !== undefined) db.data = draft
      return () => resolve(copy)
    } catch (error) {
      return () => reject(error)
    }
  }

  async function runBatch(batch: Job<Data>[]): Promise<void> {
    const previous = db.data
    const outcomes = batch.map(runStep)
    try {
      if (db.data !== previous) await db.write()
      for (const settle of outcomes) settle()
    } catch (cause) {
      // Readers of the batch are rejected too: they may have seen data that was not written.
      db.data = previous
      const lost = cause instanceof DurabilityLostError
      stopped ||= lost
      const rejected = lost ? [...batch, ...waiting.splice(0)] : batch
      for (const { reject } of rejected) reject(new ApiError('UNAVAILABLE', { cause }))
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
