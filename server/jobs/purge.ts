/** The job that completes scheduled deletions (Document 3.2, 8) and forgets counters that are over. */
import type { Store } from '../store/store.ts'

/** Small enough that a write is short, and that a crash in the middle leaves little to do again. */
const batch = 100

/** Deletes every user who is due; returns their number. Safe to run anywhere, any number of times. */
export async function purge(store: Store, now: Date): Promise<number> {
  await store.dropAttempts(now.toISOString())
  let total = 0
  for (;;) {
    const count = await store.completeDeletions(now.toISOString(), batch)
    total += count
    if (count < batch) return total
  }
}

/** How a run ended that deleted somebody, or failed. */
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
