/** Does long work in short steps, with pauses in which other callers have the database and the event loop. */
import { setTimeout as wait } from 'node:timers/promises'
import { retryOnConflict } from './retry.ts'

/**
 * Repeats a step until it returns false, or the store closes. Each step is one transaction and is retried alone: the
 * steps before it are committed. After a step, the work rests for as long as the step took.
 * @param burst for how long the work may go on before it rests, in milliseconds.
 */
export async function repeatStep(step: () => Promise<boolean>, closing: AbortSignal, burst = 0): Promise<void> {
  const began = performance.now()
  for (;;) {
    const start = performance.now()
    if (!(await retryOnConflict(step)) || closing.aborted) return
    const now = performance.now()
    if (now - began >= burst) await wait(now - start)
  }
}
