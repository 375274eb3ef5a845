/** Document 3.2: the days between the request for the deletion of an account and the deletion. */
import { limits } from '@monitoring-service/contract'
import { day } from './days.ts'

const { gracePeriodDays } = limits
/** Each begins or ends summer time on days of its own. */
const zones = [
  ...['America/New_York', 'America/Santiago', 'Europe/Berlin', 'Asia/Jerusalem', 'Africa/Cairo', 'Africa/Casablanca'],
  ...['Australia/Sydney', 'Pacific/Auckland'],
]
const offsetIn = (timeZone: string, time: number) =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).format(time).replace(/^.*GMT/, '')
const changes = (zone: string) => offsetIn(zone, Date.now()) !== offsetIn(zone, Date.now() + gracePeriodDays * day)

/** In days: an implementation may count those of a calendar, an hour shorter where summer time begins, and round. */
export const shortestGrace = gracePeriodDays - (zones.some(changes) ? 0.05 : 0.01)
export const longestGrace = gracePeriodDays + 0.99999

/** An account is deleted once its deletion was requested so many days ago. */
export const overdueDays = gracePeriodDays + 1
