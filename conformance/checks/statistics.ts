/** Document 4.7 and 4.8: which daily statistics go when those of a monitor, or of all monitors of a service, are reset. */

import { writer } from '../records/recipes.ts'
import { resetsMonitor, sends } from './support/calls.ts'
import { daysOfNoCalendar, invalidDates } from './support/invalid-values.ts'
import { given, suite, table } from './support/scenario.ts'
import { dayAfter, daysAround, daysOf, subjects, turnsOf } from './support/statistics-subjects.ts'
import { each, either, refused, times } from './support/steps.ts'

const farPast = ['0001-01-01', '1900-02-28', '1969-12-31']
const farDays = [...farPast, '2000-02-29', '2100-03-01', '9999-12-31']

const day = '2024-02-29'
/** Queries that openapi.yaml forbids. */
const malformed = [
  ...['before=', 'before', `befor=${day}`, `before=${day}&before=${day}`, `before=${day}&sort=day`],
  ...[`before=${day}T00:00:00Z`, 'before=0000-01-01', 'before=%zz', `before=%20${day}`],
]

export const statistics = suite('Statistics', writer, {
  ...table(subjects, ({ name, prefix, cites, make, many, empty, resets, operation }) => {
    const thing = make()
    return {
      [`${prefix}-01 Without a date all rows of the ${name} are deleted, and counted; those of others remain. (${cites.all}, ${cites.always}, ${cites.count}, 9a)`]:
        given({ thing, other: make() }, ({ thing, other }) => [
          times(3, resets(thing)),
          [resets(other, daysOf(other)[1]), resets(other)],
        ]),

      [`${prefix}-02 Only rows before the date are deleted, of the far past or future, too; the row of the day itself stays. (${cites.before}, ${cites.form})`]:
        given({ thing, other: make() }, ({ thing, other }) => [
          // Of two rows, none is before the first date; the last one is a leap day.
          each([...farPast, ...daysOf(thing), dayAfter(thing)], (before) => resets(thing, before)),
          resets(thing),
          each(farDays, (before) => resets(other, before)),
        ]),

      [`${prefix}-07 A value that is not a date, or a malformed query, is refused, and never means all time. (${cites.before}, ${cites.form})`]:
        given({ thing, other: make(), last: make() }, ({ thing, other, last }) => {
          const [zero = '', first = '', second = ''] = daysOf(thing)
          const odd = [
            ...['before=', 'before', 'before=%20', 'before=%zz', 'before=garbled', 'before=0000-00-00', 'before=null'],
            'before=2001-01-01&verbose=true',
            `before=${encodeURIComponent('２００１-０１-０１')}`,
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
    }
  }),
})
