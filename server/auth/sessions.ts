/** Ends sessions by command: tokens from before are refused for as long as they would be valid. */
import { limits } from '@monitoring-service/contract'
import { sessionsKey, userSessionsKey } from '../domain/attempt-keys.ts'
import type { Member, Store } from '../store/store.ts'

/** How long a mark is needed: the life of an access token, and the leeway for clocks. */
const markSeconds = limits.accessTokenSeconds + limits.clockSkewSeconds

/**
 * Leaves a mark among the counters of attempts, which expires as they do.
 * @param userId all users without it.
 */
export async function endSessions(store: Store, userId: string | undefined, now: Date): Promise<void> {
  const key = userId === undefined ? sessionsKey : userSessionsKey(userId)
  // A mark that is there would keep its time.
  await store.forgetAttempts(key)
  await store.countAttempt(key, now.toISOString(), new Date(now.getTime() + markSeconds * 1000).toISOString())
}

/** Whether the sessions of the member were ended after a token was issued. */
export function isEnded(issuedAt: number, { sessionsMarkedUntil }: Pick<Member, 'sessionsMarkedUntil'>): boolean {
  return sessionsMarkedUntil !== undefined && issuedAt < Date.parse(sessionsMarkedUntil) / 1000 - markSeconds
}
