/** Faults in the rows that a reset deletes and in deletedCount. */
import type { StatsRow } from '../implementation/memory-store.ts'
import type { ServiceCall, Steps } from '../implementation/steps.ts'
import { all, family, ignoring, recall, step } from '../overrides.ts'
import { byCaller, day, hasRole, incidentsOf, isOpen, isResolved, servicesWith } from '../records.ts'
import { crashing, pausing } from './families.ts'
import { toFaults } from './fault.ts'

/** Wrong count. */
const counting = (count: (rows: StatsRow[], call: ServiceCall, base: Steps) => number) =>
  step('resetResult').setting((_, ...context) => ({ deletedCount: count(...context) }))

/** Wrong bound: whether a row is deleted. */
const inReset = (isInReset: (isInReset: boolean, date: string, before: string | null, call: ServiceCall) => boolean) =>
  step('isInReset').changing((isIn, { date }, before, call) => isInReset(isIn, date, before, call))

/** Wrong bound: another date in place of the one that is given. */
const readAs = (change: (before: string, call: ServiceCall) => string | null) =>
  step('isInReset').passing((row, before, call) => [row, before === null ? null : change(before, call)])

/** Wrong bound: dates like these mean all time. */
const meaningAll = (pattern: RegExp) =>
  all(
    step('queryError').changing((error, { query }) => (pattern.test(query.get('before') ?? '') ? undefined : error)),
    readAs((before) => (pattern.test(before) ? null : before)),
  )

/** The same, and what else is no date is accepted, and means no time. */
const takingAnyDate = (pattern: RegExp) =>
  all(
    ignoring('queryError', /^query\.before/),
    step('isInReset').changing((isIn, _, before, __, base) =>
      before !== null && base.dateError(before) !== undefined ? pattern.test(before) : isIn,
    ),
  )

const dates = step('dateError')
const today = () => new Date().toISOString().slice(0, 10)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

export const statisticsRowsFaults = toFaults({
  ...family(counting, {
    '4.8 count-of-days': (rows) => new Set(rows.map(({ date }) => date)).size,
    '4.8 count-of-all': (rows, { id }, { stats }) =>
      rows.length + [...stats].filter(({ monitorId }) => monitorId === id).length,
    '4.7 shared-monitor-counted-twice': (rows, _, base) =>
      sum(rows.map(({ monitorId }) => Math.max(1, servicesWith(monitorId, base).length))),
  }),
  ...family(inReset, {
    '4.7 before-inclusive-for-services': (isIn, date, before, call) =>
      isIn || (call.operation === 'resetServiceStats' && date === before),
    '4.8 before-today-includes-today': (isIn, date, before) => isIn || (before === today() && date === before),
    '4.8 all-time-is-thirty-days': (isIn, date, before) =>
      isIn && (before !== null || Date.parse(date) > Date.now() - 30 * day),
    '4.8 all-time-until-today': (isIn, date, before) => isIn && (before !== null || date < today()),
    '4.8 before-far-future': (isIn, _, before) => isIn && (before === null || before < '2100'),
    '4.8 before-end-of-year': (isIn, date, before) => isIn && !(before?.endsWith('-12-31') && date.endsWith('-12-30')),
    '4.8 before-keeps-last-century': (isIn, date, before) => isIn && (before === null || date >= '2000'),
  }),
  ...family(readAs, {
    '4.8 before-1970-means-all': (before) => (before < '1970' ? null : before),
    '4.8 future-before-as-today': (before) => (before > today() ? today() : before),
  }),
  ...family(takingAnyDate, { 'sound 4.7 before-empty-means-all': /^$/, 'sound 4.8 before-garbled-means-all': /[a-z]/ }),
  ...family(meaningAll, {
    'sound 4.8 before-longer-than-a-date-means-all': /^.{11}/,
    'sound 4.8 before-31st-means-all': /-(0[469]|11)-31$/,
    'sound 4.7 before-month-13-means-all': /^\d{4}-13-/,
  }),
  // Wrong scope: a reset reaches other monitors.
  ...family(step('monitorsOf').changing, {
    '4.7 service-third-monitor-skipped': (monitors) => monitors.slice(0, 2),
    '4.7 service-of-ten-monitors': (monitors) => monitors.slice(0, 10),
    '4.7 shared-monitor-kept': (monitors, _, base) => monitors.filter((id) => servicesWith(id, base).length < 2),
    '4.7 service-without-monitors-resets-all': (monitors, _, base) =>
      monitors.length > 0 ? monitors : [...base.monitors.keys()],
  }),
  '4.7 monitors-of-first-reset': step('monitorsOf').keeping(({ id }) => id),
  // A reset deletes something else, too.
  ...family(step('removeRows').after, {
    '4.7 reset-removes-service': (_, { id }, { services }) => services.delete(id),
    '4.7 reset-unlinks-monitors': (_, { id, query }, { services }) => {
      const service = services.get(id)
      if (service && !query.has('before')) services.set(id, { ...service, monitors: [] })
    },
    '4.8 reset-resolves-incidents': (_, { caller }, base) => {
      for (const one of incidentsOf(base).filter(isOpen))
        if (one.teamId === caller?.teamId) base.incidents.set(one.id, base.toResolved(one, undefined))
    },
  }),
  'sound 4.8 reset-deletes-resolved-incidents': step('removeRows').after((_, { id }, base) => {
    for (const one of incidentsOf(base).filter(isResolved)) if (one.monitorId === id) base.incidents.delete(one.id)
  }),
  ...family(crashing, {
    '4.8 date-crash-on-long-text': ({ query }) => (query.get('before') ?? '').length > 64,
    '4.8 crash-on-far-date': (call, base) =>
      (call.query.get('before') ?? '') > '2262-04-11' && base.queryError(call) === undefined,
  }),
  '4.8 count-adds-up': counting((rows, _, base) => {
    const total = (recall<number>(base) ?? 0) + rows.length
    base.notes.set('', total)
    return total
  }),
  'sound 4.8 before-repeated-means-all': all(
    ignoring('queryError', /^query\.before must not be repeated/),
    readAs((before, { query }) => (query.getAll('before').length > 1 ? null : before)),
  ),
  '4.7 reset-refused-but-done': step('queryError').changing((error, call, base) => {
    const monitors = base.services.get(call.id)?.monitors ?? []
    const rows = [...base.stats].filter(({ monitorId }) => monitors.includes(monitorId))
    if (error?.endsWith('is unknown')) base.removeRows(rows, call)
    return error
  }),
  '4.8 reset-by-members-not-kept': step('removeRows').skipping(byCaller(hasRole('member'))),
  '4.8 reset-monitor-resets-everybody': step('removeRows').before((_, __, { stats }) => stats.clear()),
  '4.8 reset-only-first-100-rows': all(
    step('removeRows').passing((rows) => [rows.slice(0, 100)]),
    step('resetResult').passing((rows) => [rows.slice(0, 100)]),
  ),
  '4.8 all-time-keeps-last': step('removeRows').passing((rows, { query }) => {
    const days = rows.map(({ date }) => date).sort()
    return [query.has('before') ? rows : rows.filter(({ date }) => date !== days.at(-1))]
  }),
  '4.8 reset-monitor-of-two-services': step('isInReset').changing(
    (isIn, { monitorId }, before, { operation }, base) => {
      const isKept = before === null && operation === 'resetMonitorStats' && servicesWith(monitorId, base).length > 1
      return isIn && !isKept
    },
  ),
  '8 refused-reset-deletes-before': step('assertResettable').before(({ plan }, { id, query }, { stats }) => {
    for (const row of stats)
      if (plan === 'free' && row.monitorId === id && row.date < (query.get('before') ?? '')) stats.delete(row)
  }),
  '4.7 race-resetService': pausing('resetServiceStats'),
  '4.8 race-resetMonitor': pausing('resetMonitorStats'),
  'profile 4.8 slashes-accepted': dates.passing((text) => [text.replaceAll('/', '-')]),
  'profile 4.8 accepts-times': dates.passing((text) => [text.split('T')[0]]),
  'profile 4.8 future-before-refused': dates.changing((error, text) =>
    Date.parse(text) > Date.now() ? 'query.before is to come' : error,
  ),
  'profile 4.7 unknown-beside-before': step('queryError').changing((error, { query }) =>
    query.has('before') && error?.endsWith('is unknown') ? undefined : error,
  ),
  'profile 4.8 reset-not-ok': step('resetResult').setting({ ok: false }),
  'profile 4.8 reset-nothing-refused': step('resetResult').refusing('MONITOR_NOT_FOUND')((rows) => rows.length === 0),
})
