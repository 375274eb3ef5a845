/** Days, in which the document counts statistics and the time until an account is deleted. */

/** In milliseconds. */
export const day = 24 * 60 * 60 * 1000

/** The date so many days later, as in `2024-02-29`. */
export function dayFrom(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)
}
