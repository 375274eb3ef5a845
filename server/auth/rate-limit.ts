/** Limits guesses: counts attempts per account before any comparison. */
import { limits } from '@monitoring-service/contract'
import { ApiError } from '@monitoring-service/http'
import type { Store } from '../store/store.ts'

/** The address, or the network of addresses, that requests come from. */
export interface Network {
  name: string
  /** The most attempts in one window, for all accounts together. */
  attempts: number
}

/** @throws ApiError RATE_LIMITED */
export async function limitNetwork(store: Store, network: Network | undefined, now: Date): Promise<void> {
  if (network) await limitAttempts(store, `network ${network.name}`, now, network.attempts)
}

/**
 * Counts an attempt before the comparison, so that concurrent guesses cannot exceed the limit.
 * @throws ApiError RATE_LIMITED, with the seconds until the window ends.
 */
export async function limitAttempts(
  store: Store,
  key: string,
  now: Date,
  most: number = limits.attempts,
): Promise<void> {
  const end = new Date(now.getTime() + limits.attemptWindowSeconds * 1000)
  const { count, resetsAt } = await store.countAttempt(key, now.toISOString(), end.toISOString())
  if (count <= most) return
  const seconds = Math.max(1, Math.ceil((Date.parse(resetsAt) - now.getTime()) / 1000))
  throw new ApiError('RATE_LIMITED', { headers: { 'Retry-After': String(seconds) } })
}
