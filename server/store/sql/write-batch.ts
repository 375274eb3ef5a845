/** Runs SQLite writes that arrive in the same turn in one transaction, so that they share one wait for the disk. */
import { whenUnlocked } from './when-unlocked.ts'

interface Job {
  write: () => unknown
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

export interface Connection {
  exec(sql: string): void
  /** Whether a transaction is open, of this batch or of another caller. SQLite may roll one back by itself. */
  inTransaction(): boolean
}

/** Returns a function that runs one write in the next batch. A write that fails alone is rejected alone. */
export function createWriteBatch({ exec, inTransaction }: Connection) {
  let waiting: Job[] = []

  /** Runs a write and returns a function that settles its promise. */
  function runWrite({ write, resolve, reject }: Job): () => void {
    try {
      const value = write() as never
      return () => resolve(value)
    } catch (error) {
      if (!inTransaction()) throw error
      return () => reject(error)
    }
  }

  /** @throws if no transaction can begin; the writes wait on. */
  function runBatch(): void {
    exec('begin immediate')
    const jobs = waiting
    waiting = []
    try {
      const outcomes = jobs.map(runWrite)
      exec('commit')
      for (const settle of outcomes) settle()
    } catch (error) {
      for (const { reject } of jobs) reject(error)
      rollBack()
    }
  }

  /** If the rollback fails, the transaction stays open and SQLite rejects the next `begin`. */
  function rollBack(): void {
    try {
      if (inTransaction()) exec('rollback')
    } catch {}
  }

  async function start(whenIdle: (step: () => void) => unknown): Promise<void> {
    try {
      await whenUnlocked(() => (inTransaction() ? whenIdle(runBatch) : runBatch()))
    } catch (error) {
      for (const { reject } of waiting.splice(0)) reject(error)
    }
  }

  /** @param whenIdle runs a step as soon as no other caller has a transaction open. */
  return <T>(write: () => T, whenIdle: (step: () => void) => unknown): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.push({ write, resolve, reject })
      // Requests that have arrived by the end of this turn join the batch.
      if (waiting.length === 1) setImmediate(start, whenIdle)
    })
}
