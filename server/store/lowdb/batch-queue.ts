/** Runs steps on a lowdb database one at a time and writes them to the disk in batches, each all or nothing. */
import { ApiError } from '@monitoring-service/http'
import type { Low } from 'lowdb'

/** Thrown by an adapter that no longer knows the state of the file on the disk. */
export class DurabilityLostError extends Error {}

export interface BatchQueue {
  /** Runs a step that changes nothing. */
  read<T>(step: () => T): Promise<T>
  /** Runs a step that changes the data; if it throws or returns undefined, its changes are undone. */
  write<T>(step: () => T): Promise<T>
  close(): Promise<void>
}

interface Job {
  step: () => unknown
  writes: boolean
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/** @param undo to which each change of the data appends a function that undoes it. */
export function createBatchQueue(db: Pick<Low<unknown>, 'write'>, undo: (() => void)[]): BatchQueue {
  let waiting: Job[] = []
  let draining: Promise<void> | undefined
  let stopped = false

  function submit<T>(step: () => T, writes: boolean): Promise<T> {
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

  async function runBatch(batch: Job[]): Promise<void> {
    const outcomes = batch.map((job) => runStep(job, undo))
    try {
      if (undo.length > 0) await db.write()
      undo.length = 0
      for (const settle of outcomes) settle()
    } catch (cause) {
      // Readers of the batch are rejected too: they may have seen data that was not written.
      rollBack(undo, 0)
      const lost = cause instanceof DurabilityLostError
      stopped ||= lost
      const rejected = lost ? [...batch, ...waiting.splice(0)] : batch
      for (const job of rejected) {
        const isUnknown = lost && job.writes && batch.includes(job)
        job.reject(new ApiError(isUnknown ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE', { cause }))
      }
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

/** Runs a step and returns a function that settles its promise. */
function runStep({ step, writes, resolve, reject }: Job, undo: (() => void)[]): () => void {
  const before = undo.length
  try {
    const value = step()
    const copy = structuredClone(value) as never
    if (!writes || value === undefined) rollBack(undo, before)
    return () => resolve(copy)
  } catch (error) {
    rollBack(undo, before)
    return () => reject(error)
  }
}

function rollBack(undo: (() => void)[], length: number): void {
  while (undo.length > length) undo.pop()?.()
}
