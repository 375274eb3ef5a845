/** Document 4.7 and 4.8: the daily statistics of a monitor, or of all monitors of a service, are deleted and counted. */
import { between, type Claim, is } from '../verdict/claims.ts'
import type { AcceptanceBasis, Cites, Operation, Shown, Situation } from './operation.ts'
import * as dates from './reset-dates.ts'
import * as rows from './rows.ts'
import { isSameTeam, type Monitor, monitorsOf, type Service } from './state.ts'

type Thing = Monitor | Service
type Request = Situation<Thing>

/** The same requirements of each reset. */
export const cited = {
  service: { all: '4.7a', before: '4.7b', always: '4.7c', count: '4.7d', free: '4.7e', missing: '4.7f', form: '4.7g' },
  monitor: { all: '4.8a', before: '4.8b', always: '4.8c', count: '4.8d', free: '4.8e', missing: '4.8f', form: '4.8g' },
} as const
type Cited = (typeof cited)['service' | 'monitor']

/** A reset of all time that finds no rows; a target may refuse such resets until it has accepted one. */
const findsNone = (request: Request) => dates.beforeOf(request) === undefined && dates.countOf(request) === 0
const takesNone = 'a reset that finds no rows is accepted'

const colleaguesOf = ({ model, caller }: Request) =>
  Object.values(model.accounts).filter((other) => caller && other.canReset !== undefined && isSameTeam(caller, other))

/** Whether the caller's team is on a paid plan, as its other members show. */
const hasPaidPlan = (request: Request) =>
  (request.caller?.canReset === undefined ? colleaguesOf(request)[0] : request.caller)?.canReset
const isOnFreePlan = (request: Request) => hasPaidPlan(request) === false

/** A token may have the plan of its log-in. */
const basisOfPlan = ({ caller }: Request) => (caller?.isStale ? 'implied' : 'documented')

/** How firmly a colleague of somebody who may reset may reset, too: no condition concerns role or log-in. */
function basisOfColleague(request: Request): AcceptanceBasis {
  if (request.caller?.isUpgraded) return basisOfPlan(request)
  if (!hasPaidPlan(request)) return 'open'
  const isOfSameRole = colleaguesOf(request).some((other) => other.canReset && other.madeAs === request.caller?.madeAs)
  if (isOfSameRole) return 'sound'
  return request.caller?.canWrite === false ? 'profile' : 'implied'
}

const extentOf = (request: Request, { always, before }: Cited) =>
  dates.beforeOf(request) === undefined ? always : before

/** An empty date need not be refused. */
const isGarbled = (request: Request) => dates.isNoDate(request) && dates.beforeOf(request) !== ''
/** An empty or garbled date never means all time. */
const noneForNoDate = (request: Request): Claim | false =>
  dates.isNoDate(request) && !dates.isOtherSpelling(request) && is(0)
/** Of several dates, or one in another form, any may be meant. */
const fewForOddDate = (request: Request): Claim | undefined | false =>
  (dates.isRepeated(request) || !dates.datesIn(request).every(dates.isDay)) &&
  !dates.isNoDate(request) &&
  dates.atMostOf(request)

function allBeforeDate(request: Request): Claim | undefined {
  const count = dates.countOf(request)
  if (count === undefined) return undefined
  const { uncountedRows, callsLeft } = request.model
  // Less than none, if a wrong target counted more in simultaneous resets than there was.
  const most = Math.max(0, count + uncountedRows)
  // Simultaneous resets may count some of the rows each, and the last one of them what is left.
  return request.isContested && callsLeft > 0 ? between(0, most) : is(most)
}

/** More are counted, but not named. */
const mostNamed = 4

/** The rows that a reset deletes, if they are few and no simultaneous reset may delete them. */
function namedRows(request: Request): string | undefined {
  const rows = request.isContested ? [] : (dates.rowsOf(request) ?? [])
  return rows.length > 0 && rows.length <= mostNamed ? `the rows of ${rows.join(' and ')}` : undefined
}

const deletedCount = (cites: Cited): Shown<Thing>[] => [
  { path: 'deletedCount', claim: noneForNoDate, cites: [cites.form], basis: 'sound' },
  { path: 'deletedCount', claim: fewForOddDate, cites: [cites.form], basis: 'sound' },
  {
    path: 'deletedCount',
    claim: allBeforeDate,
    of: namedRows,
    // 4.8 only names the field and `before`; 4.7 says what they mean.
    cites(request): Cites {
      const counted = [extentOf(request, cites), cites.count, '4.7d'] as const
      return request.subject.wasRefused ? [...counted, '8c'] : counted
    },
  },
]

const reset = (
  id: 'resetServiceStats' | 'resetMonitorStats',
  missing: 'service not found' | 'monitor not found',
  things: 'monitors' | 'services',
  cites: Cited,
): Operation<Thing> => ({
  id,
  cites: (request) => [cites.all, extentOf(request, cites)],
  find: ({ model, id }) => rows.findById<Thing>(model[things], id),
  missing,
  refusals: [
    // openapi.yaml takes no body, of any media type.
    { when: rows.hasBody, condition: 'other media type', cites: [], basis: 'profile' },
    ...rows.unauthenticated(['5f']),
    // No server need understand it: HTTP itself forbids such a query.
    { when: ({ hasBrokenQuery }) => hasBrokenQuery, condition: 'malformed path', cites: [], basis: 'profile' },
    { when: isGarbled, condition: 'invalid query', cites: [cites.form], basis: 'implied' },
    ...rows.contractRefusals(id, [cites.form]),
    { when: isOnFreePlan, condition: 'free plan', cites: [cites.free, '8b'], basis: basisOfPlan },
    ...rows.notFound(missing, [cites.missing]),
  ],
  open: [
    ...rows.callerDoubts,
    {
      when: ({ caller }) => caller?.canReset === undefined,
      condition: 'free plan',
      basis: basisOfColleague,
      learn({ caller }, { isAccepted }) {
        if (caller && isAccepted) caller.canReset = true
      },
    },
    { when: ({ caller }) => caller?.isStale === true, condition: 'free plan', basis: 'profile' },
    // Simultaneous resets may hinder each other.
    { when: ({ isContested }) => isContested, basis: 'profile' },
    { when: (request) => request.subject !== undefined && dates.countOf(request) === undefined, basis: 'profile' },
    {
      when: (request) => dates.countOf(request) === 0,
      condition: missing,
      basis: (request) => (findsNone(request) && request.model.choices[takesNone] ? 'documented' : 'implied'),
      learn(request, { isAccepted }) {
        if (findsNone(request) && isAccepted) request.model.choices[takesNone] = true
      },
    },
    { when: dates.isFuture, condition: 'invalid query', basis: 'implied' },
    { when: dates.isFarPast, condition: 'invalid query', basis: 'profile' },
  ],
  shows: [...deletedCount(cites), { path: 'ok', claim: () => is(true), cites: [], basis: 'implied' }],
  after(request, body) {
    const { model, subject, isContested } = request
    const [count, before] = [dates.countOf(request), dates.beforeOf(request)]
    if (isContested && count !== undefined) model.uncountedRows += count - Number(body?.deletedCount ?? 0)
    for (const monitor of monitorsOf(model, subject))
      monitor.days = count === undefined ? undefined : monitor.days?.filter((day) => !dates.isDeleted(day, before))
  },
  afterRefusal(request) {
    if (request.subject && isOnFreePlan(request)) request.subject.wasRefused = true
  },
})

export const resetServiceStats = reset('resetServiceStats', 'service not found', 'services', cited.service)
export const resetMonitorStats = reset('resetMonitorStats', 'monitor not found', 'monitors', cited.monitor)
