/** Does long work in short steps, with pauses in which other callers have the database and the event loop. */
import { setTimeout as wait } from 'node:timers/promises'
import { retryOnConflict } from './retry.ts'

/**
 * Repeats a step until it returns false, or until the store closes. Each step is one transaction and is retried alone:
 * the steps before it are committed. After a step, the work rests for as long as the step took.
 */
export async function repeatStep(step: () => Promise<boolean>, closing: AbortSignal): Promise<void> {
  for (;;) {
    const start = performance.now()
    if (!(await retryOnConflict(step)) || closing.aborted) return
    await wait(performance.now() - start)
  }
}
