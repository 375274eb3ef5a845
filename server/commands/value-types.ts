/** The kinds of values that commands take. */
import { incidentStatuses, incidentTypes, plans, roles } from '../store/records.ts'
import type { Kind } from './command.ts'

function text(shown: string): Kind<string> {
  return { shown, must: 'some text', read: (given) => given || undefined }
}

export const id = text('ID')
export const email = text('ADDRESS')
export const words = text('TEXT')
export const file = text('FILE')

function oneOf<const Choice extends string>(shown: string, choices: readonly Choice[]): Kind<Choice> {
  return { shown, must: `one of ${choices.join(', ')}`, choices, read: (given) => choices.find((one) => one === given) }
}

export const plan = oneOf('PLAN', plans)
export const role = oneOf('ROLE', roles)
export const incidentType = oneOf('TYPE', incidentTypes)
export const incidentStatus = oneOf('STATUS', incidentStatuses)

/** A date as the contract writes it: no year 0, no 30 February. */
export const day: Kind<string> = {
  shown: 'DAY',
  must: 'a day of the calendar, YYYY-MM-DD',
  read: (given) => (/^\d{4}-\d{2}-\d{2}$/.test(given) && isDay(given) ? given : undefined),
}

/** Any spelling of RFC 3339; stored in one. */
export const time: Kind<string> = {
  shown: 'TIME',
  must: 'a time with its zone, such as 2025-06-15T12:00:00Z',
  read(given) {
    const date = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.exec(given)?.[1]
    const parsed = new Date(given)
    if (!date || !isDay(date) || Number.isNaN(parsed.getTime())) return undefined
    // The zone can move it out of the calendar.
    const utc = parsed.toISOString()
    return isDay(utc.slice(0, 10)) ? utc : undefined
  },
}

/** JavaScript takes 30 February for 2 March. */
function isDay(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00.000Z`)
  return date >= '0001' && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date)
}
