/** Document 4.7 and 4.8: services and their monitors have the same statistics, and each row is deleted once. */

import type { Call, StatsReset } from '../client/callers.ts'
import { recipe, recordHook } from '../records/recipe.ts'
import { monitor, service, threeDays, writer } from '../records/recipes.ts'
import type { Expect } from '../verdict/expect.ts'
import { summarizeResponse } from '../verdict/format.ts'
import {
  daysOf,
  expectDeleted,
  expectNone,
  restOf,
  rowsBefore,
  rowsOf,
  subjects,
} from './support/statistics-subjects.ts'
import { suite } from './support/suite.ts'
import { sharedMonitor } from './support/teams.ts'

/** The rows that each of simultaneous resets deleted. The document leaves open whether one may be refused. */
async function countsOf(calls: Call<StatsReset>[], expect: Expect): Promise<number[]> {
  const counts: number[] = []
  for (const call of calls) {
    const exchange = await call
    const { status } = exchange.response
    expect.profile(status < 300, 'the reset was accepted', summarizeResponse(exchange)).toHold()
    counts.push(await restOf(call, expect))
  }
  return counts
}

/** @param rest the rows that a reset after these deleted. */
function expectSum(expect: Expect, counts: number[], sum: number, rest?: number): void {
  const seen = [...counts, rest ?? 0].reduce((one, other) => one + other)
  const observation = `${seen} (${counts.join(' + ')} at once${rest === undefined ? '' : `, then ${rest}`})`
  expect(seen, 'deletedCount', { of: 'all together', observation }).toBe(sum)
}

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

export const statisticsTogether = suite('Statistics', { caller: writer }, ({ it, again }) => {
  it('SERVICE-09 The reset of a service reaches each of its monitors, and no other. (4.7a)', {
    thing: service(),
    apart: monitor(),
  }, async ({ thing, apart, caller, expect }) => {
    await expectDeleted(caller.resetService(thing.id), expect, rowsOf(thing))
    for (const { id } of thing.monitors) {
      await expectNone(caller.resetMonitor(id), expect, 'of a linked monitor')
    }
    await expectDeleted(caller.resetMonitor(apart.id), expect, apart.days.length, 'of a monitor that is not linked')
  })

  it('SERVICE-10 The reset of a service before a date leaves the later rows of each monitor. (4.7b)', {
    thing: service(),
  }, async ({ thing, caller, expect }) => {
    const before = daysOf(thing)[1] ?? ''
    await expect(caller.resetService(thing.id, { before })).accepted()
    for (const { id, days } of thing.monitors) {
      await expectDeleted(
        caller.resetMonitor(id),
        expect,
        days.filter((day) => day >= before).length,
        'of a linked monitor',
      )
    }
  })

  it('MONITOR-09 The reset of a monitor leaves the other monitors of its service. (4.8a)', {
    thing: service(),
  }, async ({ thing, caller, expect }) => {
    const [one, ...others] = thing.monitors
    if (!one) return
    await expectDeleted(caller.resetMonitor(one.id), expect, one.days.length, 'of one monitor')
    await expectDeleted(
      caller.resetService(thing.id),
      expect,
      rowsOf({ id: thing.id, monitors: others }),
      'of the rest',
    )
  })

  it('SERVICE-23 A monitor that two services have is reset with each, or alone, and its rows count once. (4.7a, 4.7b, 4.7d, 4.8a)', {
    shared: sharedMonitor,
    apart: sharedMonitor,
  }, async ({ shared: { monitor, services }, apart, caller, expect }) => {
    const [one, other] = services
    const before = daysOf(one)[1] ?? ''
    await expectDeleted(caller.resetService(one.id, { before }), expect, rowsBefore(one, before), `before ${before}`)
    const left = rowsOf(other) - monitor.days.filter((day) => day < before).length
    await expectDeleted(caller.resetService(other.id), expect, left, 'of the other service')
    await expectDeleted(
      caller.resetMonitor(apart.monitor.id),
      expect,
      apart.monitor.days.length,
      'of the monitor alone',
    )
  })

  it('SERVICE-24 Rows that come after a reset belong to the service, too. (4.7a, 4.7d)', {
    thing: growingService,
  }, async ({ thing, caller, expect }) => {
    await expect(caller.resetService(thing.id)).accepted()
    const [one, other] = thing.monitors
    if (!one || !other) return
    await thing.addRows(one.id, ['2024-03-01', '2024-03-02'])
    await thing.addRows(other.id, ['2024-03-02'])
    const { deletedCount } = await expect(caller.resetService(thing.id)).accepted()
    const left = await restOf(caller.resetMonitor(one.id), expect)
    const observation = `${deletedCount}; ${left} are left in one of the monitors`
    const of = 'the rows that came after the first reset'
    expect(deletedCount, 'deletedCount', { of, observation }).toBe(3)
  })

  it('MONITOR-13 A reset leaves incidents, and a deleted incident leaves statistics and an open auto incident. (4.8a, 4.4a, 4.3a)', {
    watched: monitorWithIncidents,
  }, async ({ watched: { monitor: thing, incidents }, caller, expect }) => {
    const [created, detected] = incidents
    await expect(caller.deleteIncident(created.id)).accepted()
    await expectDeleted(caller.resetMonitor(thing.id), expect, thing.days.length)
    const { incident } = await expect(caller.resolve(detected.id)).accepted()
    expect(incident, 'incident').toMatch({ id: detected.id, status: 'resolved' })
  })

  again(
    'SERVICE-22 A service and one of its monitors reset at the same time count every row once. (4.7d, 4.8d)',
    { thing: service() },
    async ({ thing, caller, expect, together }) => {
      let made = 0
      const monitorId = thing.monitors[0]?.id ?? ''
      const either = () => (made++ % 2 === 0 ? caller.resetService(thing.id) : caller.resetMonitor(monitorId))
      const counts = await countsOf(await together(either), expect)
      const rest = await restOf(caller.resetService(thing.id), expect)
      expectSum(expect, counts, rowsOf(thing), rest)
    },
  )

  for (const { name, prefix, cites, thing: make, reset } of subjects) {
    again(
      `${prefix}-20 Simultaneous resets of one ${name} count every row once. (${cites.count})`,
      { thing: make() },
      async ({ thing, caller, expect, together }) => {
        const counts = await countsOf(await together(() => reset(caller, thing.id)), expect)
        const rest = await restOf(reset(caller, thing.id), expect)
        expectSum(expect, counts, rowsOf(thing), rest)
      },
    )

    again(
      `${prefix}-21 Simultaneous resets of one ${name} before a date count every row once. (${cites.before}, ${cites.count})`,
      { thing: make() },
      async ({ thing, caller, expect, together }) => {
        const before = daysOf(thing).at(-1) ?? ''
        const counts = await countsOf(await together(() => reset(caller, thing.id, { before })), expect)
        expectSum(expect, counts, rowsBefore(thing, before))
        const rest = await restOf(reset(caller, thing.id), expect)
        expectSum(expect, counts, rowsOf(thing), rest)
      },
    )
  }
})
