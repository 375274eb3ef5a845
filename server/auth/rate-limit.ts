/** Limits guesses: counts attempts per account before any comparison. */
import { limits } from '@monitoring-service/contract'
import { ApiError } from '@monitoring-service/http'
import type { Store } from '../store/store.ts'

/**
 * Counts an attempt before the comparison, so that concurrent guesses cannot exceed the limit.
 * @throws ApiError RATE_LIMITED, with the seconds until the window ends.
 */
export async function limitAttempts(store: Store, key: string, now: Date): Promise<void> {
  const end = new Date(now.getTime() + limits.attemptWindowSeconds * 1000)
  const { count, resetsAt } = await store.countAttempt(key, now.toISOString(), end.toISOString())
  if (count <= limits.attempts) return
  const seconds = Math.max(1, Math.ceil((Date.parse(resetsAt) - now.getTime()) / 1000))
  throw new ApiError('RATE_LIMITED', { headers: { 'Retry-After': String(seconds) } })
}
