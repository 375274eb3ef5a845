/** Parsers for the values of options and arguments. */
import { InvalidArgumentError } from '@commander-js/extra-typings'

export function text(value: string): string {
  if (value === '') throw new InvalidArgumentError('It must not be empty.')
  return value
}

/** For an option that can be repeated. */
export function texts(value: string, previous: string[]): string[] {
  return [...previous, text(value)]
}

/** A date as the contract writes it: no year 0, no 30 February. */
export function day(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value)) return value
  throw new InvalidArgumentError('It must be a day of the calendar, YYYY-MM-DD.')
}

/** For an option that can be repeated. */
export function days(value: string, previous: string[]): string[] {
  return [...previous, day(value)]
}

/** Takes every form of RFC 3339 and returns the time in UTC. */
export function time(value: string): string {
  const date = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.exec(value)?.[1]
  const parsed = new Date(value)
  if (date && isDay(date) && !Number.isNaN(parsed.getTime())) {
    // In UTC it can be a day outside the calendar.
    const utc = parsed.toISOString()
    if (isDay(utc.slice(0, 10))) return utc
  }
  throw new InvalidArgumentError('It must be a time with its zone, such as 2025-06-15T12:00:00Z.')
}

/** JavaScript reads 30 February as 2 March. */
function isDay(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00.000Z`)
  return date >= '0001' && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date)
}

/** @throws Error if a value is there more than once. */
export function assertUnique(flag: string, values: string[]): void {
  const repeated = values.find((value, index) => values.indexOf(value) < index)
  if (repeated === undefined) return
  throw new InvalidArgumentError(`${flag} ${JSON.stringify(repeated)} is there twice; give it once`)
}
