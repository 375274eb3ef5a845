/** Document 4.7 and 4.8: which daily statistics go with a reset of a monitor or of a service, each row once. */

import { recipe } from '../records/recipe.ts'
import { threeDays, writer } from '../records/recipes.ts'
import { dayFrom } from '../verdict/days.ts'
import { remove, resetsMonitor, resetsService, resolve, sends } from './support/calls.ts'
import { addsRows, links, rowOfLink } from './support/hook-changes.ts'
import { daysOfNoCalendar, invalidDates } from './support/invalid-values.ts'
import { again, given, suite, table } from './support/scenario.ts'
import { boundaryDaysOf, dayAfter, daysOf, type Subject, subjects } from './support/statistics-subjects.ts'
import { atOnce, each, either, refused, times } from './support/steps.ts'
import { sharedMonitor } from './support/teams.ts'

const farPast = ['0001-01-01', '1900-02-28', '1969-12-31']
const farDays = [...farPast, '2000-02-29', '2100-03-01', '9999-12-31']

const daysAroundToday = () => [-1, 0, 1].map((days) => dayFrom(new Date().toISOString().slice(0, 10), days))
/** Of the day on which it is made: a run may last past midnight. */
function withDaysAroundToday(make: Subject['make']): ReturnType<Subject['make']> {
  const current = () => make(undefined, daysAroundToday())
  return { ...current(), make: (context) => current().make(context) }
}

const day = '2024-02-29'
/** Queries whose refusal openapi.yaml demands. */
const malformed = [
  ...['before=', 'before', `befor=${day}`, `before=${day}&before=${day}`, `before=${day}&sort=day`],
  ...[`before=${day}T00:00:00Z`, 'before=0000-01-01', `before=%20${day}`],
]

/** A service with two monitors, to which a hook adds rows. */
const growingService = recipe(['writer'], async ({ shared, service }) =>
  service(await shared('writer'), [threeDays, threeDays]),
)

/** A service whose monitors a hook can change, and a monitor that it does not have yet. */
const changingService = recipe(['writer'], async ({ shared, service, monitor }) => {
  const of = await shared('writer')
  return { thing: await service(of, [threeDays]), added: await monitor(of, [rowOfLink, ...threeDays]) }
})

/** A monitor with rows, and two open incidents of its own, a manual and an auto one. */
const monitorWithIncidents = recipe(['writer'], async ({ shared, monitor, incident }) => {
  const of = await shared('writer')
  const made = await monitor(of, threeDays)
  const on = { monitorId: made.id }
  return { monitor: made, incidents: [await incident(of, on), await incident(of, { ...on, type: 'auto' })] as const }
})

export const statistics = suite('Statistics', writer, {
  ...table(subjects, ({ name, prefix, cites, make, many, empty, resets, operation }) => ({
    [`${prefix}-01 Without a date all rows of the ${name} are deleted, and counted; those of others remain. (${cites.all}, ${cites.always}, ${cites.count}, 9a)`]:
      given({ thing: make(), other: make() }, ({ thing, other }) => [
        times(3, resets(thing)),
        [resets(other, daysOf(other)[1]), resets(other)],
      ]),

    [`${prefix}-02 Only rows before the date are deleted, also for dates of the far past or future; the row of the day itself stays. (${cites.before}, ${cites.form})`]:
      given({ thing: make(), other: make() }, ({ thing, other }) => [
        // No row is before the first day; the last one is a leap day.
        each([...farPast, ...daysOf(thing), dayAfter(thing)], (before) => resets(thing, before)),
        resets(thing),
        each(farDays, (before) => resets(other, before)),
      ]),

    [`${prefix}-07 A value that is not a date, or a malformed query, is refused, and never means all time. (${cites.before}, ${cites.form})`]:
      given({ thing: make(), other: make(), last: make() }, ({ thing, other, last }) => {
        const [zero = '', first = '', second = ''] = daysOf(thing)
        // Refused or not, they never mean all time.
        const odd = [
          ...['before=', 'before', 'before=%20', 'before=%zz', 'before=garbled', 'before=0000-00-00', 'before=null'],
          'before=2001-01-01&verbose=true',
          `before=${encodeURIComponent('２００１-０１-０１')}`,
          ...['before=garbled-and-longer-than-a-date', `before=${zero}+and+more`, `before=${zero}T00:00:00Z`],
          ...daysOfNoCalendar(zero).map((day) => `before=${day}`),
          ...[`before=&before=${first}`, `before=${second}&before=${first}`, `before=${first}&before=`],
        ]
        return [
          [each(invalidDates, (before) => refused('invalid query', resets(thing, before))), resets(thing)],
          [either(each(odd, (query) => sends(operation, other, { query }))), resets(other)],
          [each(malformed, (query) => refused('invalid query', sends(operation, last, { query }))), resets(last)],
        ]
      }),

    [`${prefix}-14 The rows of yesterday, today and tomorrow differ by the date, and all time includes them. (${cites.before}, ${cites.always})`]:
      given({ thing: withDaysAroundToday(make) }, ({ thing }) => [
        each(daysOf(thing).slice(1), (before) => resets(thing, before)),
        resets(thing),
      ]),

    [`${prefix}-15 A ${name} without rows is reset, and no other loses its own. (${cites.always}, ${cites.count})`]:
      given({ thing: empty(), other: make() }, ({ thing, other }) => [
        resets(thing, '2024-02-29'),
        resets(thing),
        // The second one finds no rows: if it is accepted, the reset of one without rows must be, too.
        times(2, resets(other)),
        resets(thing),
      ]),

    [`${prefix}-11 Each of many, unevenly distributed rows counts. (${cites.all}, ${cites.before})`]: given(
      { thing: many },
      ({ thing }) => [
        each(boundaryDaysOf(daysOf(thing)), (before) => resets(thing, before)),
        resets(thing),
        each('days' in thing ? [thing] : thing.monitors, (one) => resetsMonitor(one)),
      ],
    ),
  })),

  'SERVICE-23 A monitor that two services have is reset with each, or alone, and its rows count once. (4.7a, 4.7b, 4.7d, 4.8a)':
    given({ shared: sharedMonitor, apart: sharedMonitor }, ({ shared: { services }, apart }) => [
      resetsService(services[0], daysOf(services[0])[1]),
      resetsService(services[1]),
      resetsMonitor(apart.monitor),
    ]),

  'SERVICE-24 Rows that come after a reset belong to the service, too. (4.7a, 4.7d)': given(
    { thing: growingService },
    ({ thing, thing: { monitors } }) => [
      resetsService(thing),
      each(monitors, (one, index) => addsRows(one, ...['2024-03-01', '2024-03-02'].slice(index))),
      resetsService(thing),
      each(monitors, (one) => resetsMonitor(one)),
    ],
  ),

  'SERVICE-25 A monitor that is linked after a reset belongs to the service, too. (4.7a, 4.7d)': given(
    { service: changingService },
    ({ service: { thing, added } }) => [
      // Each process of the target has seen the monitors.
      times(4, resetsService(thing)),
      links(thing, added),
      resetsService(thing),
      resetsMonitor(added),
    ],
  ),

  'MONITOR-13 A reset leaves incidents, and a deleted incident leaves statistics and an open auto incident. (4.8a, 4.4a, 4.3a)':
    given({ watched: monitorWithIncidents }, ({ watched: { monitor, incidents } }) => [
      remove(incidents[0]),
      resetsMonitor(monitor),
      resolve(incidents[1]),
    ]),

  ...table(subjects, ({ name, prefix, cites, make, resets }) => ({
    [`${prefix}-20 Simultaneous resets of one ${name}, of all time or before a date, count every row once. (${cites.before}, ${cites.count})`]:
      again(
        given({ thing: make(), other: make() }, ({ thing, other }) => [
          [atOnce(times(4, resets(thing))), resets(thing)],
          [atOnce(times(4, resets(other, daysOf(other).at(-1)))), resets(other)],
        ]),
      ),
  })),
})
