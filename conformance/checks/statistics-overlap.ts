/** Document 4.7 and 4.8: services and their monitors have the same statistics, and each row is deleted once. */

import { recipe, recordHook } from '../records/recipe.ts'
import { monitor, service, threeDays, writer } from '../records/recipes.ts'
import { remove, resetsMonitor, resetsService, resolve } from './support/calls.ts'
import { again, code, given, suite, table } from './support/scenario.ts'
import { daysOf, subjects } from './support/statistics-subjects.ts'
import { atOnce, each, times } from './support/steps.ts'
import { sharedMonitor } from './support/teams.ts'

/** A service with two monitors, to which a hook adds rows. */
const growingService = recipe(['writer'], async (builder) => {
  const made = await builder.service(await builder.shared('writer'), [threeDays, threeDays])
  const addRows = async (monitorId: string, days: string[]) => {
    await builder.pool.make('rows', { monitorId, days })
    recordHook(builder.record, `gave ${monitorId} rows for ${days.join(' and ')}`)
  }
  return { ...made, addRows }
})

/** A monitor with rows, and two open incidents of its own, a manual and an auto one. */
const monitorWithIncidents = recipe(['writer'], async ({ shared, monitor, incident }) => {
  const of = await shared('writer')
  const made = await monitor(of, threeDays)
  const on = { monitorId: made.id }
  return { monitor: made, incidents: [await incident(of, on), await incident(of, { ...on, type: 'auto' })] as const }
})

export const statisticsTogether = suite('Statistics', writer, {
  'SERVICE-09 The reset of a service, before a date or not, reaches each of its monitors, that of a monitor no other. (4.7a, 4.7b, 4.8a)':
    given(
      { thing: service(), second: service(), third: service(), apart: monitor() },
      ({ thing, second, third, apart }) => [
        [resetsService(thing), each(thing.monitors, (one) => resetsMonitor(one))],
        [resetsService(second, daysOf(second)[1]), each(second.monitors, (one) => resetsMonitor(one))],
        [each(third.monitors.slice(0, 1), (one) => resetsMonitor(one)), resetsService(third)],
        resetsMonitor(apart),
      ],
    ),

  'SERVICE-23 A monitor that two services have is reset with each, or alone, and its rows count once. (4.7a, 4.7b, 4.7d, 4.8a)':
    given({ shared: sharedMonitor, apart: sharedMonitor }, ({ shared: { services }, apart }) => [
      resetsService(services[0], daysOf(services[0])[1]),
      resetsService(services[1]),
      resetsMonitor(apart.monitor),
    ]),

  'SERVICE-24 Rows that come after a reset belong to the service, too. (4.7a, 4.7d)': code(
    { thing: growingService, caller: writer },
    async ({ thing, caller, expect }) => {
      await expect(caller.resetService(thing.id)).accepted()
      const [one, other] = thing.monitors
      if (!one || !other) return
      await thing.addRows(one.id, ['2024-03-01', '2024-03-02'])
      await thing.addRows(other.id, ['2024-03-02'])
      const { deletedCount } = await expect(caller.resetService(thing.id)).accepted()
      const left = (await expect(caller.resetMonitor(one.id)).answered('monitor not found'))?.deletedCount ?? 0
      const observation = `${deletedCount}; ${left} are left in one of the monitors`
      const of = 'the rows that came after the first reset'
      expect(deletedCount, 'deletedCount', { of, observation }).toBe(3)
    },
  ),

  'MONITOR-13 A reset leaves incidents, and a deleted incident leaves statistics and an open auto incident. (4.8a, 4.4a, 4.3a)':
    given({ watched: monitorWithIncidents }, ({ watched: { monitor, incidents } }) => [
      remove(incidents[0]),
      resetsMonitor(monitor),
      resolve(incidents[1]),
    ]),

  'SERVICE-22 A service and one of its monitors reset at the same time count every row once. (4.7d, 4.8d)': again(
    given({ thing: service() }, ({ thing }) => [
      atOnce(
        times(
          2,
          resetsService(thing),
          each(thing.monitors.slice(0, 1), (one) => resetsMonitor(one)),
        ),
      ),
      resetsService(thing),
    ]),
  ),

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
