/** The job that completes scheduled deletions (Document 3.2, 8) and drops expired attempt counters. */
import { DeletionsHeldError, earlierTime } from '../domain/clock.ts'
import type { DeletedUser, Store } from '../store/store.ts'

/** Small enough that a write is short, and that little is repeated after a crash. */
const batchSize = 100
/** The most users that a run deletes by default: more are unusual, such as after a wrong clock. */
export const defaultPurgeMax = 1_000

export interface PurgeOptions {
  /** If more users are due, none is deleted. */
  max: number
  /** Receives the users that were deleted, after each write. */
  onDeleted?: (users: DeletedUser[]) => void
  /** Ends the run between two writes. */
  signal?: AbortSignal
}

/**
 * Deletes every user who is due by the earlier of two clocks, and returns their number. Safe to run concurrently and
 * repeatedly.
 * @throws DeletionsHeldError in one line if the clocks differ, or too many users are due.
 */
export async function purge(store: Store, now: Date, { max, onDeleted, signal }: PurgeOptions): Promise<number> {
  const time = (await earlierTime(store, now)).toISOString()
  if (await isDue(store, max, time)) {
    const due = await countDue(store, time)
    throw new DeletionsHeldError(
      `${due} accounts are due, and at most ${max} are deleted at once, so none was: look at them with list users; if that is right, run purge --max ${due}`,
    )
  }
  await store.dropAttempts(time)
  let total = 0
  for (;;) {
    if (signal?.aborted) return total
    // More may become due after the count.
    const limit = Math.min(batchSize, max - total)
    const count = await store.completeDeletions(time, limit, onDeleted)
    total += count
    if (count < limit || total === max) return total
  }
}

/** Whether the user at this place in the order of the deletion requests, which is that of their times, is due. */
async function isDue(store: Store, place: number, time: string): Promise<boolean> {
  const [request] = (await store.listDeletionRequests(place, 1)).members
  const scheduledAt = request?.user.deletionScheduledAt
  return scheduledAt != null && scheduledAt <= time
}

/** Finds the first place whose user is not due, by halving: those that are due come first. */
async function countDue(store: Store, time: string): Promise<number> {
  let [low, high] = [0, (await store.listDeletionRequests(0, 1)).total]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (await isDue(store, middle, time)) low = middle + 1
    else high = middle
  }
  return low
}

/** The outcome of a run: the deleted users, and for how long the oldest that is left has been due, in milliseconds. */
export type PurgeOutcome = { deleted: number; overdue: number } | { error: unknown; overdue?: number }

/** Returns for how long the oldest due deletion has been due, in milliseconds. */
async function findOverdue(store: Store, now: Date): Promise<number> {
  const [oldest] = (await store.listDeletionRequests(0, 1)).members
  return Math.max(0, now.getTime() - Date.parse(oldest?.user.deletionScheduledAt ?? now.toISOString()))
}

/** Runs the job now and then every minute, one run at a time; returns a function that stops it between two writes. */
export function schedulePurge(
  store: Store,
  now: () => Date,
  report: (outcome: PurgeOutcome) => void,
  options: Omit<PurgeOptions, 'signal'>,
): () => Promise<void> {
  const stop = new AbortController()
  let isRunning = false
  let running = run()
  const timer = setInterval(() => {
    // A long run is not followed by all the runs that it delayed.
    if (!isRunning) running = run()
  }, 60_000).unref()

  async function run(): Promise<void> {
    isRunning = true
    try {
      const deleted = await purge(store, now(), { ...options, signal: stop.signal })
      report({ deleted, overdue: await findOverdue(store, now()) })
    } catch (error) {
      const overdue = await findOverdue(store, now()).catch(() => undefined)
      report(overdue === undefined ? { error } : { error, overdue })
    } finally {
      isRunning = false
    }
  }

  return () => {
    clearInterval(timer)
    stop.abort()
    return running
  }
}
