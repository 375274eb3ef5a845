/** Faults in the rows that a reset deletes and in deletedCount. */
import type { StatsRow } from '../implementation/memory-store.ts'
import type { ServiceCall } from '../implementation/steps.ts'
import { all, type Base, ignoring, remembering, setting, step } from '../overrides.ts'
import { byCaller, day, hasRole, incidentsOf, isOpen, servicesWith } from '../records.ts'
import { crashing, pausing } from './families.ts'
import { toFaults } from './fault.ts'

/** Wrong count. */
const counting = (count: (rows: StatsRow[], call: ServiceCall, base: Base) => number) =>
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

export const statisticsRowsFaults = [
  ...toFaults(counting, {
    '4.8 count-of-days: deletedCount is the number of different days': (rows) =>
      new Set(rows.map(({ date }) => date)).size,
    '4.8 count-of-all: deletedCount is the number of rows before the reset': (rows, { id }, { stats }) =>
      rows.length + [...stats].filter(({ monitorId }) => monitorId === id).length,
    '4.7 shared-monitor-counted-twice: Rows of a monitor count once for each of its services': (rows, _, base) =>
      sum(rows.map(({ monitorId }) => Math.max(1, servicesWith(monitorId, base).length))),
  }),
  ...toFaults(inReset, {
    '4.7 before-inclusive-for-services: For a service, before is inclusive': (isIn, date, before, call) =>
      isIn || (call.operation === 'resetServiceStats' && date === before),
    '4.8 before-today-includes-today: If before is today, the row of today is deleted': (isIn, date, before) =>
      isIn || (before === today() && date === before),
    '4.8 all-time-is-thirty-days: Without before, only the last 30 days are deleted': (isIn, date, before) =>
      isIn && (before !== null || Date.parse(date) > Date.now() - 30 * day),
    '4.8 all-time-until-today: Without before, the rows of today and later are kept': (isIn, date, before) =>
      isIn && (before !== null || date < today()),
    '4.8 before-far-future: A date after the year 2100 deletes nothing': (isIn, _, before) =>
      isIn && (before === null || before < '2100'),
    '4.8 before-end-of-year: Before 31 December, the day before stays': (isIn, date, before) =>
      isIn && !(before?.endsWith('-12-31') && date.endsWith('-12-30')),
    '4.8 before-keeps-last-century: With a date, rows before the year 2000 stay': (isIn, date, before) =>
      isIn && (before === null || date >= '2000'),
  }),
  ...toFaults(readAs, {
    '4.8 before-1970-means-all: A before of earlier than 1970 deletes all rows': (before) =>
      before < '1970' ? null : before,
    '4.8 future-before-as-today: A future before is taken as today': (before) => (before > today() ? today() : before),
  }),
  ...toFaults(takingAnyDate, {
    'sound 4.7 before-empty-means-all: An empty before deletes all rows': /^$/,
    'sound 4.8 before-garbled-means-all: A garbled before deletes all rows': /[a-z]/,
  }),
  ...toFaults(meaningAll, {
    'sound 4.8 before-31st-means-all: The 31st of a month of 30 days is taken for no date': /-(0[469]|11)-31$/,
    'sound 4.7 before-month-13-means-all: A 13th month deletes all rows': /^\d{4}-13-/,
  }),
  // Wrong scope: a reset reaches other monitors.
  ...toFaults(step('monitorsOf').changing, {
    '4.7 service-third-monitor-skipped: A service reset covers only two monitors': (monitors) => monitors.slice(0, 2),
    '4.7 service-of-ten-monitors: A reset of a service reaches its first ten monitors': (monitors) =>
      monitors.slice(0, 10),
    '4.7 shared-monitor-kept: The reset of a service leaves monitors that another service has, too': (
      monitors,
      _,
      base,
    ) => monitors.filter((id) => servicesWith(id, base).length < 2),
    '4.7 service-without-monitors-resets-all: A reset of a service without monitors deletes the rows of all': (
      monitors,
      _,
      base,
    ) => (monitors.length > 0 ? monitors : [...base.monitors.keys()]),
  }),
  // A reset deletes something else, too.
  ...toFaults(step('removeRows').after, {
    '4.7 reset-removes-service: A service reset deletes the service': (_, { id }, { services }) => services.delete(id),
    '4.7 reset-unlinks-monitors: A reset of a service for all time unlinks its monitors': (
      _,
      { id, query },
      { services },
    ) => {
      const service = services.get(id)
      if (service && !query.has('before')) services.set(id, { ...service, monitors: [] })
    },
    '4.8 reset-resolves-incidents: A reset resolves the incidents of the team': (_, { caller }, base) => {
      for (const one of incidentsOf(base).filter(isOpen))
        if (one.teamId === caller?.teamId) base.incidents.set(one.id, base.toResolved(one, undefined))
    },
  }),
  ...toFaults(crashing, {
    '4.8 date-crash-on-long-text: A long text as before responds 500': ({ query }) =>
      (query.get('before') ?? '').length > 64,
    '4.8 crash-on-far-date: A before that 64 bits of nanoseconds cannot hold responds 500': (call, base) =>
      (call.query.get('before') ?? '') > '2262-04-11' && base.queryError(call) === undefined,
  }),
  ...toFaults({
    '4.8 count-adds-up: deletedCount includes earlier resets': remembering<number>((sums) =>
      counting((rows) => {
        sums.set('', (sums.get('') ?? 0) + rows.length)
        return sums.get('') ?? 0
      }),
    ),
    'sound 4.8 before-repeated-means-all: A repeated before is ignored': all(
      ignoring('queryError', /^query\.before must not be repeated/),
      readAs((before, { query }) => (query.getAll('before').length > 1 ? null : before)),
    ),
    'sound 4.7 reset-refused-but-done: An unknown parameter is refused, and all rows are deleted': step(
      'queryError',
    ).changing((error, call, base) => {
      const monitors = base.services.get(call.id)?.monitors ?? []
      const rows = [...base.stats].filter(({ monitorId }) => monitors.includes(monitorId))
      if (error?.endsWith('is unknown')) base.removeRows(rows, call)
      return error
    }),
    '4.8 reset-by-members-not-kept: A reset by a member is confirmed, but deletes nothing': step('removeRows').skipping(
      byCaller(hasRole('member')),
    ),
    '4.8 reset-monitor-resets-everybody: A reset deletes the statistics of all teams': step('removeRows').before(
      (_, __, { stats }) => stats.clear(),
    ),
    '4.8 reset-only-first-100-rows: A reset deletes at most 100 rows': all(
      step('removeRows').passing((rows) => [rows.slice(0, 100)]),
      step('resetResult').passing((rows) => [rows.slice(0, 100)]),
    ),
    '4.8 all-time-keeps-last: Without before, the newest day is kept': step('removeRows').passing((rows, { query }) => {
      const newest = rows
        .map(({ date }) => date)
        .toSorted()
        .at(-1)
      return [query.has('before') ? rows : rows.filter(({ date }) => date !== newest)]
    }),
    '4.8 reset-monitor-of-two-services: Without a date, a monitor that two services have keeps its rows': step(
      'isInReset',
    ).changing((isIn, { monitorId }, before, { operation }, base) => {
      const isKept = before === null && operation === 'resetMonitorStats' && servicesWith(monitorId, base).length > 1
      return isIn && !isKept
    }),
    '8 refused-reset-deletes-before: A reset before a date that is refused for the plan deletes': step(
      'assertResettable',
    ).before(({ plan }, { id, query }, { stats }) => {
      for (const row of stats)
        if (plan === 'free' && row.monitorId === id && row.date < (query.get('before') ?? '')) stats.delete(row)
    }),
    '4.7 race-resetService: Concurrent resets of one service count the same rows': pausing('resetService'),
    '4.8 race-resetMonitor: Concurrent resets of one monitor count the same rows': pausing('resetMonitor'),
    'profile 4.8 slashes-accepted: before may have slashes': dates.passing((text) => [text.replaceAll('/', '-')]),
    'profile 4.8 accepts-times: before may be a date-time': dates.passing((text) => [text.split('T')[0]]),
    'profile 4.8 future-before-refused: A future before is rejected': dates.changing((error, text) =>
      Date.parse(text) > Date.now() ? 'query.before is to come' : error,
    ),
    'profile 4.7 unknown-beside-before: An unknown parameter is ignored beside a date': step('queryError').changing(
      (error, { query }) => (query.has('before') && error?.endsWith('is unknown') ? undefined : error),
    ),
    'profile 4.8 reset-not-ok: ok is false on success': setting('resetResult', { ok: false }),
    'profile 4.8 reset-nothing-refused: A reset without rows is rejected': step('resetResult').refusing(
      'MONITOR_NOT_FOUND',
    )((rows) => rows.length === 0),
  }),
]
