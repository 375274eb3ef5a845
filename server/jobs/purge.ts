/** The job that completes scheduled deletions (Document 3.2, 8) and drops expired attempt counters. */
import type { Store } from '../store/store.ts'

/** Small enough that a write is short, and that little is repeated after a crash. */
const batchSize = 100

/** Deletes every user who is due, and returns their number. Safe to run concurrently and repeatedly. */
export async function purge(store: Store, now: Date): Promise<number> {
  await store.dropAttempts(now.toISOString())
  let total = 0
  for (;;) {
    const count = await store.completeDeletions(now.toISOString(), batchSize)
    total += count
    if (count < batchSize) return total
  }
}

/** The outcome of a run that deleted users or failed. */
export type PurgeOutcome = { deleted: number } | { error: unknown }

/** Runs the job now and then every minute, one run at a time; returns a function that stops it. */
export function schedulePurge(
  store: Store,
  now: () => Date,
  report: (outcome: PurgeOutcome) => void,
): () => Promise<void> {
  let running = run()
  const timer = setInterval(() => {
    running = running.then(run)
  }, 60_000).unref()

  async function run(): Promise<void> {
    try {
      const deleted = await purge(store, now())
      if (deleted > 0) report({ deleted })
    } catch (error) {
      report({ error })
    }
  }

  return () => {
    clearInterval(timer)
    return running
  }
}
