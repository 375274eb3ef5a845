/** Document 4.7 and 4.8: which daily statistics go when those of a monitor, or of all monitors of a service, are reset. */

import type { Exchange } from '../client/http.ts'
import { daysOfNoCalendar, invalidDates } from '../client/invalid-values.ts'
import { writer } from '../records/recipes.ts'
import { summarizeResponse } from '../verdict/format.ts'
import { expectEachRefused } from './support/expect-each-refused.ts'
import {
  dayAfter,
  daysAround,
  daysOf,
  expectDeleted,
  expectNone,
  restOf,
  rowsBefore,
  rowsOf,
  subjects,
  turnsOf,
} from './support/statistics-subjects.ts'
import { suite } from './support/suite.ts'

const isAccepted = ({ response }: Exchange) => response.status < 300

export const statistics = suite('Statistics', { caller: writer }, ({ it }) => {
  for (const { name, prefix, cites, thing: make, many, empty, reset } of subjects) {
    const thing = make()

    it(`${prefix}-01 Without a date all rows of the ${name} are deleted, and counted. (${cites.all}, ${cites.always}, ${cites.count}, 9a)`, {
      thing,
    }, async ({ thing, caller, expect }) => {
      const done = await expect(reset(caller, thing.id)).accepted()
      expect(done.deletedCount, 'deletedCount').toBe(rowsOf(thing))
      expect.implied(done.ok, 'ok').toBe(true)
      for (const time of ['second', 'third']) await expectNone(reset(caller, thing.id), expect, `the ${time} time`)
    })

    it(`${prefix}-02 Only rows before the date are deleted; the row of the day itself stays. (${cites.before})`, {
      thing,
    }, async ({ thing, caller, expect }) => {
      let deleted = 0
      for (const before of daysOf(thing).slice(1)) {
        const { deletedCount } = await expect(reset(caller, thing.id, { before })).accepted()
        expect(deletedCount, 'deletedCount', { of: `the reset before ${before}` }).toBe(
          rowsBefore(thing, before) - deleted,
        )
        deleted += deletedCount
      }
      await expectDeleted(reset(caller, thing.id), expect, rowsOf(thing) - deleted, 'of the rest')
    })

    it(`${prefix}-03 A date before all rows deletes none, a date after them all. (${cites.before})`, {
      thing,
    }, async ({ thing, caller, expect }) => {
      for (const before of ['1969-12-31', daysOf(thing)[0] ?? '']) {
        await expectNone(reset(caller, thing.id, { before }), expect, `before ${before}`)
      }
      const before = dayAfter(thing)
      await expectDeleted(reset(caller, thing.id, { before }), expect, rowsOf(thing), `before ${before}`)
    })

    it(`${prefix}-04 The rows of other objects remain. (${cites.all})`, {
      thing,
      other: make(),
    }, async ({ thing, other, caller, expect }) => {
      await expect(reset(caller, thing.id)).accepted()
      const before = daysOf(other)[1] ?? ''
      await expectDeleted(reset(caller, other.id, { before }), expect, rowsBefore(other, before), 'of the other')
      await expectDeleted(reset(caller, other.id), expect, rowsOf(other) - rowsBefore(other, before), 'of the rest')
    })

    it(`${prefix}-07 A value that is not a date is refused, and deletes nothing. (${cites.form})`, {
      thing,
    }, async ({ thing, caller, expect }) => {
      const attempts = invalidDates.map((before) => ({
        name: JSON.stringify(before),
        send: () => reset(caller, thing.id, { before }),
      }))
      await expectEachRefused(() => expect.implied, attempts, 'invalid query')
      await expectDeleted(reset(caller, thing.id), expect, rowsOf(thing))
    })

    it(`${prefix}-50 An empty, garbled or repeated date never means all time. (sound, ${cites.before}, ${cites.form})`, {
      thing,
    }, async ({ thing, caller, expect }) => {
      const [first = '', second = ''] = daysOf(thing).slice(1)
      let deleted = 0
      for (const [query, most] of [
        ['before=', 0],
        ['before', 0],
        ['before=%20', 0],
        ['before=garbled', 0],
        ['before=0000-00-00', 0],
        ['before=null', 0],
        ['before=2001-01-01&verbose=true', 0],
        [`before=${encodeURIComponent('２００１-０１-０１')}`, 0],
        ...daysOfNoCalendar(daysOf(thing)[0] ?? '').map((day) => [`before=${day}`, 0] as const),
        [`before=&before=${first}`, rowsBefore(thing, first)],
        [`before=${second}&before=${first}`, rowsBefore(thing, second)],
        [`before=${first}&before=`, rowsBefore(thing, second)],
      ] as const) {
        const done = await expect(reset(caller, thing.id, query)).answered('invalid query')
        deleted += done?.deletedCount ?? 0
        expect(deleted, 'the sum of deletedCount', { of: `the resets until ?${query}` }).toBeBetween(0, most)
      }
      await expectDeleted(reset(caller, thing.id), expect, rowsOf(thing) - deleted, 'of the rest')
    })

    it(`${prefix}-14 The rows of yesterday, today and tomorrow differ by the date, and all time includes them. (${cites.before}, ${cites.always})`, {
      thing: make(undefined, daysAround(new Date())),
    }, async ({ thing, caller, expect }) => {
      const [, today = '', tomorrow = ''] = daysOf(thing)
      let deleted = rowsBefore(thing, today)
      await expectDeleted(reset(caller, thing.id, { before: today }), expect, deleted, `before ${today}`)
      // The document leaves open whether a future date is refused.
      const future = await expect(reset(caller, thing.id, { before: tomorrow })).answered('invalid query')
      if (future) {
        const rows = rowsBefore(thing, tomorrow) - deleted
        expect(future.deletedCount, 'deletedCount', { of: `the reset before ${tomorrow}` }).toBe(rows)
        deleted += future.deletedCount
      }
      await expectDeleted(reset(caller, thing.id), expect, rowsOf(thing) - deleted, 'of the rest')
    })

    it(`${prefix}-15 A ${name} without rows is reset, and no other loses its own. (${cites.always}, ${cites.count})`, {
      thing: empty(),
      other: make(),
    }, async ({ thing, other, caller, expect }) => {
      let missing: string | undefined
      for (const query of [{ before: '2024-02-29' }, {}]) {
        if (rowsOf(thing) > 0) break
        const call = reset(caller, thing.id, query)
        if (!isAccepted(await call) && thing.monitors.length === 0) missing ??= summarizeResponse(await call)
        await expectNone(call, expect, 'without rows')
      }
      await expectDeleted(reset(caller, other.id), expect, rowsOf(other), 'of the other')
      // A target may refuse each reset that finds no rows; else a service that exists is found without monitors, too.
      const isUsual = missing !== undefined && isAccepted(await reset(caller, other.id))
      if (isUsual) expect(true, 'a service without monitors is refused', missing).toHold(false)
    })

    it(`${prefix}-08 A leap day is a valid date. (${cites.before}, ${cites.form})`, {
      thing,
    }, async ({ thing, caller, expect }) => {
      await expectDeleted(reset(caller, thing.id, { before: '2024-02-29' }), expect, rowsBefore(thing, '2024-02-29'))
    })

    it(`${prefix}-11 Each of many, unevenly distributed rows counts. (${cites.all}, ${cites.before})`, {
      thing: many,
    }, async ({ thing, caller, expect }) => {
      let deleted = 0
      for (const before of turnsOf(daysOf(thing))) {
        const rows = rowsBefore(thing, before) - deleted
        await expectDeleted(reset(caller, thing.id, { before }), expect, rows, `before ${before}`)
        deleted += rows
      }
      await expectDeleted(reset(caller, thing.id), expect, rowsOf(thing) - deleted, 'of the rest')
      for (const { id } of thing.monitors) {
        const rest = await restOf(caller.resetMonitor(id), expect)
        expect(rest, 'deletedCount', { of: 'what should be gone' }).toBe(0)
      }
    })

    it(`${prefix}-43 If a day of the far past or future is a valid date, rows are before or after it like others. (${cites.before}, ${cites.form})`, {
      thing,
    }, async ({ thing, caller, expect }) => {
      for (const before of ['0001-01-01', '1900-02-28', '1969-12-31', '2000-02-29', '2100-03-01', '9999-12-31']) {
        const call = reset(caller, thing.id, { before })
        await expect.profile(call).accepted()
        const done = await expect(call).answered('invalid query')
        const rows = before < '2100' ? 0 : rowsOf(thing)
        if (done) expect(done.deletedCount, 'deletedCount', { of: `the reset before ${before}` }).toBe(rows)
        if (done && before > '2100') return
      }
    })

    it(`${prefix}-40 A malformed query is refused, and does not delete all rows. (profile, ${cites.always})`, {
      thing,
    }, async ({ thing, caller, expect }) => {
      const day = '2024-02-29'
      for (const query of [
        'before=',
        'before',
        `befor=${day}`,
        `before=${day}&before=${day}`,
        `before=${day}&sort=day`,
        `before=${day}T00:00:00Z`,
        'before=0000-01-01',
        `before=%20${day}`,
      ]) {
        await expect(reset(caller, thing.id, query)).refused('invalid query')
      }
      await expectDeleted(reset(caller, thing.id), expect, rowsOf(thing))
    })
  }
})
