/** Ends sessions by command: a token carries the marks of its log-in, and is refused once one of them has moved. */
import { limits } from '@monitoring-service/contract'
import { sessionsKey, userSessionsKey } from '../store/attempt-keys.ts'
import type { Store } from '../store/store.ts'

/** How long a mark is kept: longer than any token from before, also with a log-in in progress and clocks that differ. */
const markSeconds = 2 * limits.accessTokenSeconds

/**
 * Moves a mark among the counters of attempts, which expires as they do.
 * @param userId all users without it.
 */
export async function endSessions(store: Store, userId: string | undefined, now: Date): Promise<void> {
  const key = userId === undefined ? sessionsKey : userSessionsKey(userId)
  let until = now.getTime() + markSeconds * 1000
  for (;;) {
    // countAttempt replaces a window that ends by `until - 1` with one that ends at `until`. Count 1 means that it did.
    const { count, resetsAt } = await store.countAttempt(key, toText(until - 1), toText(until))
    if (count === 1) return
    // A mark only moves forward, so that tokens end also if this clock is behind the one of an earlier command.
    until = Date.parse(resetsAt) + 1
  }
}

/** Returns the marks for the first token of a user who is not stored yet. */
export async function findInitialMarks(store: Pick<Store, 'findAttempts'>): Promise<readonly string[]> {
  return [(await store.findAttempts(sessionsKey))?.resetsAt ?? '']
}

/** Whether sessions were ended after these marks were read. */
export function isEnded(marks: readonly string[] = [], current: readonly string[] = []): boolean {
  return current.some((mark, i) => mark > (marks[i] ?? ''))
}

function toText(time: number): string {
  return new Date(time).toISOString()
}
