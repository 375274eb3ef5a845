/** Compares the clock of this machine with that of the database. */
import { limits } from '@monitoring-service/contract'
import type { Store } from '../store/store.ts'

/** Something keeps accounts from being deleted until an operator has looked; its message is the whole log line. */
export class DeletionsHeldError extends Error {}

/**
 * Returns the earlier of this machine's time and the database's.
 * @throws DeletionsHeldError in one line if they differ by more than the contract's leeway.
 */
export async function earlierTime(store: Pick<Store, 'time'>, now: Date): Promise<Date> {
  const time = (await store.time()) ?? now
  const skew = Math.round(Math.abs(time.getTime() - now.getTime()) / 1000)
  if (skew > limits.clockSkewSeconds) {
    throw new DeletionsHeldError(
      `the clocks of this machine and of the database differ by ${skew} seconds; set them right`,
    )
  }
  return time < now ? time : now
}
