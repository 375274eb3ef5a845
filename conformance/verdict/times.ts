/** Times in responses: how they are read, and how far clocks may differ. */

import { day } from './days.ts'

const minute = 60_000
/** Clocks differ, by so many milliseconds; the kit's own clock is used if the target sends no Date header. */
export const tolerance = { targetClock: 10 * minute, ownClock: 60 * minute }

/** Milliseconds since 1970. */
export function parseTime(text: string): number {
  // Date.parse does not support an offset without minutes.
  return Date.parse(text.replace(/[+-]\d\d$/, '$&:00'))
}

/** Rounded to hundredths. */
export const daysSince = (time: string) => Number(((Date.now() - parseTime(time)) / day).toFixed(2))

/** In milliseconds. A time of full minutes may have been cut to minutes. */
export function precisionOf(time: number): number {
  return time % minute === 0 ? minute : 1000
}
