/** The deletion of an account that a hook has scheduled in the past. */
import { limits } from '@monitoring-service/contract'
import type { AccountDeletion } from '../client/callers.ts'
import type { Identity } from '../client/credentials.ts'
import { day } from '../verdict/days.ts'
import { graceOf } from '../verdict/grace-period.ts'
import { parseTime } from '../verdict/times.ts'

/** Undefined if the hook did not make what was asked for: requested so many days ago, with the whole grace period from then. */
export function scheduledOf(
  { deletionRequestedAt, deletionScheduledAt }: Identity,
  daysAgo: number,
): AccountDeletion | undefined {
  if (deletionRequestedAt === undefined || deletionScheduledAt === undefined) return undefined
  const deletion = { deletionRequestedAt, deletionScheduledAt }
  const isOfThen = Math.abs((Date.now() - parseTime(deletionRequestedAt)) / day - daysAgo) < 0.02
  const isWhole = Math.abs(graceOf(deletion) - limits.gracePeriodDays) * day < 1000
  return isOfThen && isWhole ? deletion : undefined
}
