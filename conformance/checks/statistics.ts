/** Document 4.7 and 4.8: which daily statistics go when those of a monitor, or of all monitors of a service, are reset. */

import { writer } from '../records/recipes.ts'
import { resetsMonitor, sends } from './support/calls.ts'
import { daysOfNoCalendar, invalidDates } from './support/invalid-values.ts'
import { given, suite, table } from './support/scenario.ts'
import { dayAfter, daysAround, daysOf, subjects, turnsOf } from './support/statistics-subjects.ts'
import { each, either, refused, times } from './support/steps.ts'

const farDays = ['0001-01-01', '1900-02-28', '1969-12-31', '2000-02-29', '2100-03-01', '9999-12-31']

const day = '2024-02-29'
/** Queries that openapi.yaml forbids. */
const malformed = [
  ...['before=', 'before', `befor=${day}`, `before=${day}&before=${day}`, `before=${day}&sort=day`],
  ...[`before=${day}T00:00:00Z`, 'before=0000-01-01', `before=%20${day}`],
]

export const statistics = suite('Statistics', writer, {
  ...table(subjects, ({ name, prefix, cites, make, many, empty, resets, operation }) => {
    const thing = make()
    return {
      [`${prefix}-01 Without a date all rows of the ${name} are deleted, and counted. (${cites.all}, ${cites.always}, ${cites.count}, 9a)`]:
        times(3, resets(name)),

      [`${prefix}-02 Only rows before the date are deleted; the row of the day itself stays. (${cites.before}, ${cites.form})`]:
        given({ thing }, ({ thing }) => [
          // Of two rows, none is before the first date; the last one is a leap day.
          each(['1969-12-31', ...daysOf(thing), dayAfter(thing)], (before) => resets(thing, before)),
          resets(thing),
        ]),

      [`${prefix}-04 The rows of other objects remain. (${cites.all})`]: given(
        { thing, other: make() },
        ({ thing, other }) => [resets(thing), resets(other, daysOf(other)[1]), resets(other)],
      ),

      [`${prefix}-07 A value that is not a date is refused, and deletes nothing. (${cites.form})`]: [
        each(invalidDates, (before) => refused('invalid query', resets(name, before))),
        resets(name),
      ],

      [`${prefix}-50 An empty, garbled or repeated date never means all time. (sound, ${cites.before}, ${cites.form})`]:
        given({ thing }, ({ thing }) => {
          const [zero = '', first = '', second = ''] = daysOf(thing)
          const queries = [
            ...['before=', 'before', 'before=%20', 'before=garbled', 'before=0000-00-00', 'before=null'],
            'before=2001-01-01&verbose=true',
            `before=${encodeURIComponent('２００１-０１-０１')}`,
            ...daysOfNoCalendar(zero).map((day) => `before=${day}`),
            ...[`before=&before=${first}`, `before=${second}&before=${first}`, `before=${first}&before=`],
          ]
          return [either(each(queries, (query) => sends(operation, thing, { query }))), resets(thing)]
        }),

      [`${prefix}-14 The rows of yesterday, today and tomorrow differ by the date, and all time includes them. (${cites.before}, ${cites.always})`]:
        given({ thing: make(undefined, daysAround(new Date())) }, ({ thing }) => [
          each(daysOf(thing).slice(1), (before) => resets(thing, before)),
          resets(thing),
        ]),

      [`${prefix}-15 A ${name} without rows is reset, and no other loses its own. (${cites.always}, ${cites.count})`]:
        given({ thing: empty(), other: make() }, ({ thing, other }) => [
          resets(thing, '2024-02-29'),
          resets(thing),
          // Shows whether resets that find no rows are accepted: a service that exists is found without monitors, too.
          times(2, resets(other)),
          resets(thing),
        ]),

      [`${prefix}-11 Each of many, unevenly distributed rows counts. (${cites.all}, ${cites.before})`]: given(
        { thing: many },
        ({ thing }) => [
          each(turnsOf(daysOf(thing)), (before) => resets(thing, before)),
          resets(thing),
          each('days' in thing ? [thing] : thing.monitors, (one) => resetsMonitor(one)),
        ],
      ),

      [`${prefix}-43 If a day of the far past or future is a valid date, rows are before or after it like others. (${cites.before}, ${cites.form})`]:
        farDays.map((before) => resets(name, before)),

      [`${prefix}-40 A malformed query is refused, and does not delete all rows. (profile, ${cites.always})`]: [
        each(malformed, (query) => refused('invalid query', sends(operation, name, { query }))),
        resets(name),
      ],
    }
  }),
})
