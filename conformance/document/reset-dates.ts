/** The dates that a reset names, and the rows before them. */
import { between, type Claim } from '../verdict/claims.ts'
import { dayFrom } from '../verdict/days.ts'
import type { Situation } from './operation.ts'
import { type Monitor, monitorsOf, type Service } from './state.ts'

type Request = Situation<Monitor | Service>

/** The document means one date; a request may name none, several, or something else. */
export const datesIn = ({ query }: Situation) => query?.getAll('before') ?? []
export const beforeOf = (request: Situation) => datesIn(request)[0]
export const isRepeated = (request: Situation) => datesIn(request).length > 1
const hasFormat = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
/** In the format YYYY-MM-DD, and in the calendar. */
export const isDay = (text: string) => hasFormat(text) && !Number.isNaN(Date.parse(text)) && dayFrom(text, 0) === text
/** It begins with a day, after spaces: an implementation may drop what follows, but for 24:00, which is the next day. */
const containsDay = (text: string) => isDay(text.trim().slice(0, 10)) && !/T24/.test(text)
export const isNoDate = (request: Situation) =>
  !isRepeated(request) && datesIn(request).some((date) => !containsDay(date))
const countDigits = (text: string) => text.normalize('NFKC').match(/\d/g)?.length ?? 0
/** Enough digits for a date in another form, which an implementation may understand. */
export const isOtherSpelling = (request: Situation) =>
  datesIn(request).some((date) => countDigits(date) >= 4 && !hasFormat(date))
export const isFuture = (request: Situation) =>
  (beforeOf(request) ?? '') > new Date(request.now).toISOString().slice(0, 10)
export const isFarPast = (request: Situation) => (beforeOf(request) ?? '2000') < '1970'

/** Only statistics before the date are deleted, so those of the day itself stay; without a date, those of all time. */
export const isDeleted = (day: string, before: string | undefined) => before === undefined || day < before

/** The days of the rows of these monitors that a reset deletes; undefined if the document leaves it open. */
function rowsBefore(monitors: Monitor[], before: string | undefined): string[] | undefined {
  if (monitors.some(({ days }) => !days)) return undefined
  return monitors.flatMap(({ days = [] }) => days).filter((day) => isDeleted(day, before))
}

/** The days of the rows that the reset deletes; undefined if the document leaves it open. */
export function rowsOf(request: Request): string[] | undefined {
  const { model, subject, id } = request
  const isClear = subject?.id === id && !isRepeated(request) && datesIn(request).every(isDay)
  return isClear ? rowsBefore(monitorsOf(model, subject), beforeOf(request)) : undefined
}

export const countOf = (request: Request): number | undefined => rowsOf(request)?.length

/** A reset whose dates are several, or spelt otherwise, deletes at most the rows before the last one. */
export function atMostOf(request: Request): Claim | undefined {
  const { model, subject } = request
  const inAnyZone = (date: string) => dayFrom(date.trim().slice(0, 10), 1)
  const last = datesIn(request)
    .flatMap((date) => (isDay(date) ? date : containsDay(date) ? inAnyZone(date) : []))
    .sort()
    .at(-1)
  const most = last && subject ? rowsBefore(monitorsOf(model, subject), last)?.length : 0
  return most === undefined ? undefined : between(0, most)
}
