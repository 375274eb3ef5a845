/** Waits for other processes that write to the same SQLite file, without blocking this process. */
import { setTimeout as wait } from 'node:timers/promises'

/** How long a caller waits for the file, in milliseconds. */
const lockTimeout = 2_000
/** SQLite's code for a file that another connection has locked. */
const busy = 5

/** Repeats an attempt while the file is locked. @throws the error of the last attempt. */
export async function whenUnlocked<T>(attempt: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + lockTimeout
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isLocked(error) || performance.now() >= deadline) throw error
      await wait(1)
    }
  }
}

/** Whether an error of SQLite says that another connection has locked the file. */
export function isLocked(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number }
  return (errcode & 0xff) === busy
}
