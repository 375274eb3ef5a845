/** Document 4.7 and 4.8: the daily statistics of a monitor, or of all monitors of a service, are deleted and counted. */
import type { OperationId } from '@monitoring-service/contract'
import { between, is } from '../verdict/claims.ts'
import type { Condition } from '../verdict/conditions.ts'
import { dayFrom } from '../verdict/days.ts'
import type { AcceptanceBasis, Operation, Situation } from './operation.ts'
import * as rows from './rows.ts'
import { isBefore, isSameTeam, type Model, type Monitor, rowsBefore, type Service } from './state.ts'

type Thing = Monitor | Service
type One = Situation<Thing>

/** The values of `before`, which are no date, or several: one value is meant. */
const datesOf = ({ query }: One) => query?.getAll('before') ?? []
const beforeOf = (one: One) => datesOf(one)[0]
const isRepeated = (one: One) => datesOf(one).length > 1
const isEmpty = (one: One) => beforeOf(one) === ''
/** Of a day that the calendar has; with something around it, an implementation may still understand it. */
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && dayOf(text) === text
const dayOf = (text: string) => (Number.isNaN(Date.parse(text)) ? undefined : dayFrom(text, 0))
const containsDay = (text: string) => isDay(text.trim().slice(0, 10)) && !/T24/.test(text)
const isNoDate = (one: One) => !isRepeated(one) && datesOf(one).some((date) => !containsDay(date))
/** Enough digits for a date in another form, which an implementation may understand. */
const isOtherSpelling = (one: One) =>
  datesOf(one).some((date) => /(?:\d\D*){4}/.test(date.normalize('NFKC')) && !/^\d{4}-\d\d-\d\d$/.test(date))
const isDecidedNoDate = (one: One) => datesOf(one).some((date) => !isDay(date) || date.startsWith('0000'))
const hasOtherParameter = ({ query }: One) => [...(query?.keys() ?? [])].some((name) => name !== 'before')
const isFuture = (one: One) => (beforeOf(one) ?? '') > new Date(one.now).toISOString().slice(0, 10)
const isFarPast = (one: One) => (beforeOf(one) ?? '2000') < '1970'
/** A reset of all time that finds no rows; a target may refuse such resets, but then each. */
const isBare = (one: One) => beforeOf(one) === undefined && countOf(one) === 0
const takesBare = 'a reset that finds no rows is accepted'

function monitorsOf(state: Model, thing: Thing): Monitor[] {
  if (!('monitors' in thing)) return [thing]
  return [...new Set(thing.monitors)].flatMap((name) => state.monitors[name] ?? [])
}

/** The rows that the call deletes; undefined if the document leaves it open. */
function countOf(one: One): number | undefined {
  const { state, subject, id } = one
  const isClear = subject?.id === id && !isRepeated(one) && datesOf(one).every(isDay)
  return isClear ? rowsBefore(monitorsOf(state, subject), beforeOf(one)) : undefined
}

/** The rows that a call deletes at the most that repeats the date. */
function mostOf({ state, subject, query }: One): number {
  const last = query?.getAll('before').filter(isDay).sort().at(-1)
  return (last && subject && rowsBefore(monitorsOf(state, subject), last)) || 0
}

const colleaguesOf = ({ state, caller }: One) =>
  Object.values(state.accounts).filter((other) => caller && other.canReset !== undefined && isSameTeam(caller, other))

/** Whether the caller's team is on a paid plan, as its other members show. */
const hasPaidPlan = (one: One) => (one.caller?.canReset === undefined ? colleaguesOf(one)[0] : one.caller)?.canReset

/** The basis on which a colleague of callers that may reset may do so, too: no condition concerns role or log-in. */
function basisOfColleague(one: One): AcceptanceBasis {
  if (!hasPaidPlan(one)) return 'open'
  if (colleaguesOf(one).some(({ madeAs, canReset }) => canReset && madeAs === one.caller?.madeAs)) return 'sound'
  return one.caller?.canWrite === false ? 'profile' : 'implied'
}

/** The requirements of each. */
export const cited = {
  service: { all: '4.7a', before: '4.7b', always: '4.7c', count: '4.7d', free: '4.7e', missing: '4.7f', form: '4.7g' },
  monitor: { all: '4.8a', before: '4.8b', always: '4.8c', count: '4.8d', free: '4.8e', missing: '4.8f', form: '4.8g' },
}

const reset = (
  id: OperationId,
  missing: Condition,
  things: 'monitors' | 'services',
  cites: typeof cited.service,
): Operation<Thing> => {
  const part = (one: One) => (beforeOf(one) === undefined ? cites.always : cites.before)
  return {
    id,
    cites: (one) => `${cites.all} ${part(one)}`,
    find: ({ state, id }) => rows.findById<Thing>(state[things], id),
    missing,
    refusals: [
      [rows.hasBody, 'other media type', '', 'profile'],
      ...rows.unauthenticated('5f'),
      [(one) => isNoDate(one) && !isEmpty(one), 'invalid query', cites.form, 'implied'],
      [isDecidedNoDate, 'invalid query', cites.form, 'profile'],
      [(one) => isRepeated(one) || hasOtherParameter(one), 'invalid query', '', 'profile'],
      [(one) => hasPaidPlan(one) === false, 'free plan', `${cites.free} 8b`],
      ...rows.notFound(missing, cites.missing),
    ],
    open: [
      ...rows.callerDoubts,
      [
        ({ caller }) => caller?.canReset === undefined,
        'free plan',
        basisOfColleague,
        ({ caller }, isAccepted) => {
          if (caller && isAccepted) caller.canReset = true
        },
      ],
      // Simultaneous resets may hinder each other.
      [(one) => one.isContested || (one.subject && countOf(one) === undefined) === true, undefined, 'profile'],
      [
        (one) => countOf(one) === 0,
        missing,
        (one) => (isBare(one) && one.state.choices[takesBare] ? 'documented' : 'implied'),
        (one, isAccepted) => {
          if (isBare(one) && isAccepted) one.state.choices[takesBare] = true
        },
      ],
      [isFuture, 'invalid query', 'implied'],
      [isFarPast, 'invalid query', 'profile'],
    ],
    shows: [
      // An empty or garbled date never means all time.
      ['deletedCount', (one) => isNoDate(one) && !isOtherSpelling(one) && is(0), cites.form, 'sound'],
      ['deletedCount', (one) => isRepeated(one) && between(0, mostOf(one)), cites.form, 'sound'],
      [
        'deletedCount',
        (one) => {
          const count = countOf(one)
          if (count === undefined) return undefined
          // Simultaneous resets may delete some of the rows each.
          const { unclaimed, toCome } = one.state
          return one.isContested && toCome > 0 ? between(0, count + unclaimed) : is(count + unclaimed)
        },
        (one) => `${part(one)} ${cites.count}`,
      ],
      ['ok', () => is(true), '', 'implied'],
    ],
    after(one, body) {
      const { state, subject, isContested } = one
      const [count, before] = [countOf(one), beforeOf(one)]
      if (isContested && count !== undefined) state.unclaimed += count - Number(body?.deletedCount ?? 0)
      for (const monitor of monitorsOf(state, subject))
        monitor.days =
          count === undefined
            ? undefined
            : monitor.days?.filter((day) => before !== undefined && !isBefore(day, before))
    },
  }
}

export const resetServiceStats = reset('resetServiceStats', 'service not found', 'services', cited.service)
export const resetMonitorStats = reset('resetMonitorStats', 'monitor not found', 'monitors', cited.monitor)
