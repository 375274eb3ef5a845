/** Document 3.2: the days between the request for the deletion of an account and the deletion. */
import { limits } from '@monitoring-service/contract'

const { gracePeriodDays } = limits
/** In days: an implementation may count those of a calendar, with summer time, and round up to the end of one. */
export const [shortestGrace, longestGrace] = [gracePeriodDays - 0.1, gracePeriodDays + 0.99999] as const

/** An account is deleted once its deletion was requested so many days ago. */
export const overdueDays = gracePeriodDays + 1
