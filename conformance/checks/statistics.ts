/** Document 4.7 and 4.8: the daily statistics of a monitor, or of all monitors of a service, are reset. */
import type { Call, StatsReset } from '../callers.ts'
import type { Expect } from '../expect.ts'
import { freeCaller, monitor, reader, service, stranger, writer } from '../states/recipes.ts'
import { suite } from '../suite.ts'
import { noDates } from './negatives.ts'
import { dayAfter, daysOf, rowsBefore, rowsOf, subjects } from './resets.ts'
import { ulid } from './unknown.ts'

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

export const statistics = suite('Statistics', ({ it, decided, again }) => {
  for (const { name, prefix, cites, thing: recipe, reset } of subjects) {
    const thing = recipe()
    const missing = `${name} not found` as const

    it(`${prefix}-01 Without a date all rows of the ${name} are deleted, and counted. (${cites.all}, ${cites.always}, ${cites.count}, 9a)`, {
      thing,
      caller: writer(),
    }, async ({ thing, caller, expect }) => {
      const done = await expect(reset(caller, thing.id)).accepted()
      expect(done.deletedCount, 'deletedCount').toBe(rowsOf(thing))
      expect.implied(done.ok, 'ok').toBe(true)
      const again = await expect(reset(caller, thing.id)).accepted()
      expect(again.deletedCount, 'deletedCount the second time').toBe(0)
    })

    it(`${prefix}-02 Only rows before the date are deleted; the row of the day itself stays. (${cites.before})`, {
      thing,
      caller: writer(),
    }, async ({ thing, caller, expect }) => {
      let deleted = 0
      for (const before of daysOf(thing).slice(1)) {
        const { deletedCount } = await expect(reset(caller, thing.id, { before })).accepted()
        expect(deletedCount, `deletedCount before ${before}`).toBe(rowsBefore(thing, before) - deleted)
        deleted += deletedCount
      }
      const rest = await expect(reset(caller, thing.id)).accepted()
      expect(rest.deletedCount, 'deletedCount of the rest').toBe(rowsOf(thing) - deleted)
    })

    it(`${prefix}-03 A date before all rows deletes none, a date after them all. (${cites.before})`, {
      thing,
      caller: writer(),
    }, async ({ thing, caller, expect }) => {
      for (const before of ['2001-01-01', daysOf(thing)[0] ?? '']) {
        const { deletedCount } = await expect(reset(caller, thing.id, { before })).accepted()
        expect(deletedCount, `deletedCount before ${before}`).toBe(0)
      }
      const before = dayAfter(thing)
      const { deletedCount } = await expect(reset(caller, thing.id, { before })).accepted()
      expect(deletedCount, `deletedCount before ${before}`).toBe(rowsOf(thing))
    })

    it(`${prefix}-04 The rows of others stay. (${cites.all})`, { thing, other: recipe(), caller: writer() }, async ({
      thing,
      other,
      caller,
      expect,
    }) => {
      await expect(reset(caller, thing.id)).accepted()
      const before = daysOf(other)[1] ?? ''
      const early = await expect(reset(caller, other.id, { before })).accepted()
      expect(early.deletedCount, 'deletedCount of the other').toBe(rowsBefore(other, before))
      const late = await expect(reset(caller, other.id)).accepted()
      expect(late.deletedCount, 'deletedCount of the rest').toBe(rowsOf(other) - rowsBefore(other, before))
    })

    it(`${prefix}-05 A caller on the free plan is refused, with a plan-limit error. (${cites.free}, 8b, 7d)`, {
      thing: recipe('freeCaller'),
      caller: freeCaller(),
      paid: recipe(),
      payer: writer(),
    }, async ({ thing, caller, paid, payer, expect }) => {
      await expect(reset(caller, thing.id)).refused('free plan')
      await expect(reset(caller, thing.id, { before: dayAfter(thing) })).refused('free plan')
      await expect(reset(payer, paid.id)).accepted()
    })

    it(`${prefix}-06 A ${name} that never was is not found. (${cites.missing})`, { caller: writer() }, async ({
      caller,
      expect,
    }) => {
      await expect(reset(caller, ulid())).refused(missing)
      await expect(reset(caller, ulid(), { before: '2024-01-01' })).refused(missing)
    })

    it(`${prefix}-07 What is no date is refused, and deletes nothing. (${cites.form})`, {
      thing,
      caller: writer(),
    }, async ({ thing, caller, expect }) => {
      for (const before of noDates) {
        await expect.implied(reset(caller, thing.id, { before })).refused('invalid query')
      }
      const { deletedCount } = await expect(reset(caller, thing.id)).accepted()
      expect(deletedCount, 'deletedCount').toBe(rowsOf(thing))
    })

    it(`${prefix}-08 The leap day is a day. (${cites.before}, ${cites.form})`, { thing, caller: writer() }, async ({
      thing,
      caller,
      expect,
    }) => {
      const { deletedCount } = await expect(reset(caller, thing.id, { before: '2024-02-29' })).accepted()
      expect(deletedCount, 'deletedCount').toBe(rowsBefore(thing, '2024-02-29'))
    })

    again(
      `${prefix}-20 Simultaneous resets count every row once. (${cites.count})`,
      { thing, caller: writer() },
      async ({ thing, caller, expect, together }) => {
        const deleted = await sumOf(await together(() => reset(caller, thing.id)), expect)
        const rest = await expect(reset(caller, thing.id)).accepted()
        expect(deleted + rest.deletedCount, 'deletedCount of all together').toBe(rowsOf(thing))
      },
    )

    it(`${prefix}-30 Another team's ${name} cannot be reset, and keeps its rows. (${cites.missing})`, {
      thing,
      foreigner: stranger(),
      own: recipe('stranger'),
      caller: writer(),
    }, async ({ thing, foreigner, own, caller, expect }) => {
      await expect.hardening(reset(foreigner, thing.id)).refused(missing)
      const { deletedCount } = await expect(reset(caller, thing.id)).accepted()
      expect(deletedCount, 'deletedCount').toBe(rowsOf(thing))
      await expect(reset(foreigner, own.id)).accepted()
    })

    decided(
      `${prefix}-40 A typo never means all time. (${cites.always})`,
      { thing, caller: writer() },
      async ({ thing, caller, expect }) => {
        const day = '2024-02-29'
        for (const query of [
          'before=',
          'before',
          `befor=${day}`,
          `before=${day}&before=${day}`,
          `before=${day}T00:00:00Z`,
          'before=0000-01-01',
          `before=%20${day}`,
        ]) {
          await expect(reset(caller, thing.id, query)).refused('invalid query')
        }
        const { deletedCount } = await expect(reset(caller, thing.id)).accepted()
        expect(deletedCount, 'deletedCount').toBe(rowsOf(thing))
      },
    )

    decided(
      `${prefix}-41 No scope is asked for, only a paid plan. (${cites.all})`,
      { thing, caller: reader() },
      async ({ thing, caller, expect }) => {
        const { deletedCount } = await expect(reset(caller, thing.id)).accepted()
        expect(deletedCount, 'deletedCount').toBe(rowsOf(thing))
      },
    )

    decided(
      `${prefix}-42 The date is looked at before the plan, and the plan before the ${name}. (${cites.free})`,
      { caller: freeCaller() },
      async ({ caller, expect }) => {
        await expect(reset(caller, ulid(), { before: 'yesterday' })).refused('invalid query')
        await expect(reset(caller, ulid())).refused('free plan')
      },
    )
  }

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
})
