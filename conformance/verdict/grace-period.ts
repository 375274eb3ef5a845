/** Document 3.2: the days between the request for the deletion of an account and the deletion. */
import { limits } from '@monitoring-service/contract'

const { gracePeriodDays } = limits
/** In days: an implementation may count those of a calendar, an hour shorter where summer time begins, and round. */
export const shortestGrace = gracePeriodDays - 0.05
export const longestGrace = gracePeriodDays + 0.99999

/** An account is deleted once its deletion was requested so many days ago. */
export const overdueDays = gracePeriodDays + 1
/** So many days before the deletion, in days since its request. */
export const daysBeforeEnd = (days: number): number => gracePeriodDays - days
