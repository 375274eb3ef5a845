/** Document 4.7 and 4.8: the daily statistics of a monitor, or of all monitors of a service, are deleted and counted. */
import type { OperationId } from '@monitoring-service/contract'
import { between, is } from '../verdict/claims.ts'
import type { Condition } from '../verdict/conditions.ts'
import type { AcceptanceBasis, Operation, Shown, Situation } from './operation.ts'
import {
  atMostOf,
  beforeOf,
  countOf,
  datesIn,
  isDay,
  isDeleted,
  isFarPast,
  isFuture,
  isNoDate,
  isOtherSpelling,
  isRepeated,
} from './reset-dates.ts'
import * as rows from './rows.ts'
import { isSameTeam, type Monitor, monitorsOf, type Service } from './state.ts'

type Thing = Monitor | Service
type Request = Situation<Thing>

/** A reset of all time that finds no rows; a target may refuse such resets, but then each. */
const findsNone = (request: Request) => beforeOf(request) === undefined && countOf(request) === 0
const takesNone = 'a reset that finds no rows is accepted'

const colleaguesOf = ({ state, caller }: Request) =>
  Object.values(state.accounts).filter((other) => caller && other.canReset !== undefined && isSameTeam(caller, other))

/** Whether the caller's team is on a paid plan, as its other members show. */
const hasPaidPlan = (request: Request) =>
  (request.caller?.canReset === undefined ? colleaguesOf(request)[0] : request.caller)?.canReset

/** The basis on which a colleague of callers that may reset may do so, too: no condition concerns role or log-in. */
function basisOfColleague(request: Request): AcceptanceBasis {
  // A token may have the plan of its log-in.
  if (request.caller?.isUpgraded) return request.caller.isStale ? 'implied' : 'documented'
  if (!hasPaidPlan(request)) return 'open'
  const isOfSameRole = colleaguesOf(request).some((other) => other.canReset && other.madeAs === request.caller?.madeAs)
  if (isOfSameRole) return 'sound'
  return request.caller?.canWrite === false ? 'profile' : 'implied'
}

/** The requirements of each. */
export const cited = {
  service: { all: '4.7a', before: '4.7b', always: '4.7c', count: '4.7d', free: '4.7e', missing: '4.7f', form: '4.7g' },
  monitor: { all: '4.8a', before: '4.8b', always: '4.8c', count: '4.8d', free: '4.8e', missing: '4.8f', form: '4.8g' },
}

const extentOf = (request: Request, { always, before }: typeof cited.service) =>
  beforeOf(request) === undefined ? always : before

/** How many rows a reset deletes. */
const countsOf = (cites: typeof cited.service): Shown<Thing>[] => [
  // An empty or garbled date never means all time.
  ['deletedCount', (request) => isNoDate(request) && !isOtherSpelling(request) && is(0), cites.form, 'sound'],
  [
    'deletedCount',
    (request) => (isRepeated(request) || !datesIn(request).every(isDay)) && !isNoDate(request) && atMostOf(request),
    cites.form,
    'sound',
  ],
  [
    'deletedCount',
    (request) => {
      const count = countOf(request)
      if (count === undefined) return undefined
      // Simultaneous resets may delete some of the rows each.
      const { uncountedRows, callsLeft } = request.state
      // A wrong target may have counted more in simultaneous resets than there was.
      const most = Math.max(0, count + uncountedRows)
      return request.isContested && callsLeft > 0 ? between(0, most) : is(most)
    },
    // 4.8 only names the field; 4.7 says that it counts the rows.
    (request) => `${extentOf(request, cites)} ${cites.count} 4.7d${request.subject.wasRefused ? ' 8c' : ''}`,
  ],
]

const reset = (
  id: OperationId,
  missing: Condition,
  things: 'monitors' | 'services',
  cites: typeof cited.service,
): Operation<Thing> => {
  return {
    id,
    cites: (request) => `${cites.all} ${extentOf(request, cites)}`,
    find: ({ state, id }) => rows.findById<Thing>(state[things], id),
    missing,
    refusals: [
      [rows.hasBody, 'other media type', '', 'profile'],
      ...rows.unauthenticated('5f'),
      // No server need understand it: HTTP itself forbids such a query.
      [({ hasBrokenQuery }) => hasBrokenQuery, 'malformed path', '', 'profile'],
      [(request) => isNoDate(request) && beforeOf(request) !== '', 'invalid query', cites.form, 'implied'],
      ...rows.contractRefusals(id, cites.form),
      [
        (request) => hasPaidPlan(request) === false,
        'free plan',
        `${cites.free} 8b`,
        ({ caller }) => (caller?.isStale ? 'implied' : 'documented'),
      ],
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
      [({ caller }) => caller?.isStale === true, 'free plan', 'profile'],
      // Simultaneous resets may hinder each other.
      [({ isContested }) => isContested, undefined, 'profile'],
      [(request) => request.subject !== undefined && countOf(request) === undefined, undefined, 'profile'],
      [
        (request) => countOf(request) === 0,
        missing,
        (request) => (findsNone(request) && request.state.choices[takesNone] ? 'documented' : 'implied'),
        (request, isAccepted) => {
          if (findsNone(request) && isAccepted) request.state.choices[takesNone] = true
        },
      ],
      [isFuture, 'invalid query', 'implied'],
      [isFarPast, 'invalid query', 'profile'],
    ],
    shows: [...countsOf(cites), ['ok', () => is(true), '', 'implied']],
    after(request, body) {
      const { state, subject, isContested } = request
      const [count, before] = [countOf(request), beforeOf(request)]
      if (isContested && count !== undefined) state.uncountedRows += count - Number(body?.deletedCount ?? 0)
      for (const monitor of monitorsOf(state, subject))
        monitor.days = count === undefined ? undefined : monitor.days?.filter((day) => !isDeleted(day, before))
    },
    afterRefusal(request) {
      if (request.subject && hasPaidPlan(request) === false) request.subject.wasRefused = true
    },
  }
}

export const resetServiceStats = reset('resetServiceStats', 'service not found', 'services', cited.service)
export const resetMonitorStats = reset('resetMonitorStats', 'monitor not found', 'monitors', cited.monitor)
