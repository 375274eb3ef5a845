/** Document 3.2: the days between the request for the deletion of an account and the deletion. */
import { limits } from '@monitoring-service/contract'
import type { AccountDeletion } from '../client/callers.ts'
import { day } from './days.ts'
import { parseTime } from './times.ts'

const { gracePeriodDays } = limits
/** In days: an implementation may count those of a calendar, with summer time, and round up to the end of one. */
export const [shortestGrace, longestGrace] = [gracePeriodDays - 0.1, gracePeriodDays + 0.99999] as const

/** An account is deleted once its deletion was requested so many days ago. */
export const overdueDays = gracePeriodDays + 1

/** In days. */
export function graceOf({ deletionRequestedAt, deletionScheduledAt }: AccountDeletion): number {
  return (parseTime(deletionScheduledAt) - parseTime(deletionRequestedAt)) / day
}
