/** Document 4.7 and 4.8: services and their monitors have the same statistics, and each row is deleted once. */
import type { Call, StatsReset } from '../callers.ts'
import type { Expect } from '../expect.ts'
import { monitor, service, writer } from '../states/recipes.ts'
import { suite } from '../suite.ts'
import { daysOf, rowsOf, subjects } from './resets.ts'

/** How many rows simultaneous resets deleted. Whether one may be told to come back later is open. */
async function sumOf(calls: Call<StatsReset>[], expect: Expect): Promise<number> {
  let deleted = 0
  for (const call of calls) {
    const { status } = (await call).response
    expect.profile(status < 300, 'whether the reset was accepted').toBe(true)
    if (status < 300) deleted += (await expect(call).accepted()).deletedCount
  }
  return deleted
}

export const statisticsTogether = suite('Statistics', ({ it, again }) => {
  it('SERVICE-09 The reset of a service reaches each of its monitors, and no other. (4.7a)', {
    thing: service(),
    apart: monitor(),
    caller: writer(),
  }, async ({ thing, apart, caller, expect }) => {
    const { deletedCount } = await expect(caller.resetService(thing.id)).accepted()
    expect(deletedCount, 'deletedCount').toBe(rowsOf(thing))
    for (const { id } of thing.monitors) {
      const linked = await expect(caller.resetMonitor(id)).accepted()
      expect(linked.deletedCount, 'deletedCount of a linked monitor').toBe(0)
    }
    const other = await expect(caller.resetMonitor(apart.id)).accepted()
    expect(other.deletedCount, 'deletedCount of a monitor that is not linked').toBe(apart.days.length)
  })

  it('SERVICE-10 The reset of a service before a date leaves the later rows of each monitor. (4.7b)', {
    thing: service(),
    caller: writer(),
  }, async ({ thing, caller, expect }) => {
    const before = daysOf(thing)[1] ?? ''
    await expect(caller.resetService(thing.id, { before })).accepted()
    for (const { id, days } of thing.monitors) {
      const { deletedCount } = await expect(caller.resetMonitor(id)).accepted()
      expect(deletedCount, 'deletedCount of a linked monitor').toBe(days.filter((day) => day >= before).length)
    }
  })

  it('MONITOR-09 The reset of a monitor leaves the other monitors of its service. (4.8a)', {
    thing: service(),
    caller: writer(),
  }, async ({ thing, caller, expect }) => {
    const [one, ...others] = thing.monitors
    if (!one) return
    const { deletedCount } = await expect(caller.resetMonitor(one.id)).accepted()
    expect(deletedCount, 'deletedCount of one monitor').toBe(one.days.length)
    const rest = await expect(caller.resetService(thing.id)).accepted()
    expect(rest.deletedCount, 'deletedCount of the rest').toBe(rowsOf({ id: thing.id, monitors: others }))
  })

  again(
    'SERVICE-21 A service and one of its monitors reset at the same time count every row once. (4.7d, 4.8d)',
    { thing: service(), caller: writer() },
    async ({ thing, caller, expect, together }) => {
      let made = 0
      const monitorId = thing.monitors[0]?.id ?? ''
      const either = () => (made++ % 2 === 0 ? caller.resetService(thing.id) : caller.resetMonitor(monitorId))
      const deleted = await sumOf(await together(either), expect)
      const rest = await expect(caller.resetService(thing.id)).accepted()
      expect(deleted + rest.deletedCount, 'deletedCount of all together').toBe(rowsOf(thing))
    },
  )

  for (const { name, prefix, cites, thing: recipe, reset } of subjects) {
    again(
      `${prefix}-20 Simultaneous resets of one ${name} count every row once. (${cites.count})`,
      { thing: recipe(), caller: writer() },
      async ({ thing, caller, expect, together }) => {
        const deleted = await sumOf(await together(() => reset(caller, thing.id)), expect)
        const rest = await expect(reset(caller, thing.id)).accepted()
        expect(deleted + rest.deletedCount, 'deletedCount of all together').toBe(rowsOf(thing))
      },
    )
  }
})
