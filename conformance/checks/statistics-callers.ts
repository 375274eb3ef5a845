/** Document 4.7 and 4.8: who may reset daily statistics, and of what. */

import type { Role } from '../records/cast.ts'
import { firstOf, recipe } from '../records/recipe.ts'
import { account, admin, freeCaller, incident, member, reader, service, stranger, writer } from '../records/recipes.ts'
import { orderOfErrors } from '../verdict/conditions.ts'
import { summarizeForm } from '../verdict/format.ts'
import { logInAgain } from './support/log-in-again.ts'
import { dependsOnPlan, sendOnPlan } from './support/plan-changes.ts'
import {
  dayAfter,
  daysOf,
  expectDeleted,
  expectNone,
  rowsBefore,
  rowsOf,
  subjects,
} from './support/statistics-subjects.ts'
import { suite } from './support/suite.ts'
import { ownTeam, teamOfChangingPlan } from './support/teams.ts'
import { distinctiveIds, makesPath, malformedIds, randomUlid, similarIds, unknownIds } from './support/test-ids.ts'

/** In the team of the free caller. */
const freeMember = (role: Role) =>
  recipe(['freeCaller'], async ({ shared, account }) => account(role, { of: await shared('freeCaller') }))

export const statisticsCallers = suite('Statistics', { caller: writer }, ({ it }) => {
  for (const { name, prefix, cites, thing: make, many, empty, reset } of subjects) {
    const thing = make()
    const missing = `${name} not found` as const

    it(`${prefix}-05 A caller on the free plan is refused, with a plan-limit error. (${cites.free}, 8b, 7d)`, {
      thing: make('freeCaller'),
      bare: firstOf(empty('freeCaller'), make('freeCaller')),
      caller: freeCaller,
      paid: make(),
      payer: writer,
    }, async ({ thing, bare, caller, paid, payer, expect }) => {
      await expect(reset(caller, thing.id)).refused('free plan')
      // With and without rows to delete.
      for (const before of [dayAfter(thing), '2001-01-01']) {
        await expect(reset(caller, thing.id, { before })).refused('free plan')
      }
      await expect(reset(caller, bare.id)).refused('free plan')
      await expect(reset(payer, paid.id)).accepted()
    })

    it(`${prefix}-16 Any member of a team on the free plan is refused. (${cites.free}, 8b)`, {
      thing: make('freeCaller'),
      member: freeMember('member'),
      admin: freeMember('admin'),
      reader: freeMember('reader'),
    }, async ({ thing, member, admin, reader, expect }) => {
      for (const caller of [member, admin, reader]) await expect(reset(caller, thing.id)).refused('free plan')
    })

    it(`${prefix}-06 An unknown ${name} is not found, for ids of any form. (${cites.missing})`, {
      thing,
    }, async ({ thing, caller, expect }) => {
      const ids = [randomUlid(), ...unknownIds(name), ...malformedIds, ...similarIds(thing.id)]
      for (const [index, id] of ids.entries()) {
        const query = index % 2 === 0 ? {} : { before: '2024-01-01' }
        await expect(reset(caller, id, query)).refused(makesPath(id) ? undefined : missing)
      }
      await expectDeleted(reset(caller, thing.id), expect, rowsOf(thing))
    })

    it(`${prefix}-12 The id of another kind of object is not that of a ${name}. (${cites.missing})`, {
      thing: service(),
      incident: incident(),
    }, async ({ thing, incident, caller, expect }) => {
      const [one] = thing.monitors
      for (const id of distinctiveIds([name === 'monitor' ? thing.id : one?.id, incident.id, caller.teamId])) {
        await expect(reset(caller, id)).refused(missing)
      }
      await expectDeleted(caller.resetService(thing.id), expect, rowsOf(thing))
    })

    it(`${prefix}-30 Another team's ${name} cannot be reset, and keeps its rows. (${cites.missing})`, {
      thing,
      foreigner: stranger,
      own: make('stranger'),
    }, async ({ thing, foreigner, own, caller, expect }) => {
      const refused = reset(foreigner, thing.id)
      await expect.sound(refused).refused(missing)
      const unknown = summarizeForm(await reset(foreigner, randomUlid()), thing.id)
      expect.profile(summarizeForm(await refused, thing.id), `the answer to another team's ${name}`).toBe(unknown)
      await expect.sound(reset(foreigner, thing.id, { before: dayAfter(thing) })).refused(missing)
      const [linked] = thing.monitors
      if (linked && linked.id !== thing.id) {
        for (const query of [{}, { before: dayAfter(thing) }])
          await expect.sound(foreigner.resetMonitor(linked.id, query)).refused('monitor not found')
      }
      await expectDeleted(reset(caller, thing.id), expect, rowsOf(thing))
      await expect(reset(foreigner, own.id)).accepted()
    })

    it(`${prefix}-31 Another team's ${name} cannot be reset by members of any role, and keeps its rows. (${cites.missing})`, {
      thing: make('stranger'),
      caller: stranger,
      viewer: reader,
      colleague: member,
    }, async ({ thing, caller, viewer, colleague, expect }) => {
      for (const foreigner of [viewer, colleague]) {
        await expect.sound(reset(foreigner, thing.id)).refused(missing)
        await expect.sound(reset(foreigner, thing.id, { before: dayAfter(thing) })).refused(missing)
      }
      await expectDeleted(reset(caller, thing.id), expect, rowsOf(thing))
    })

    it(`${prefix}-17 A reset by another member of the team deletes the rows for all. (${cites.always}, ${cites.count})`, {
      one: thing,
      other: thing,
      large: many,
      otherLarge: many,
      another: thing,
      member: member,
      admin: admin,
      byCode: firstOf(account('member', { password: null }), member),
    }, async ({ one, other, large, otherLarge, another, member, admin, byCode, caller, expect }) => {
      for (const [colleague, thing, more] of [
        [member, one, large],
        [admin, other, otherLarge],
      ] as const) {
        const done = await expect.implied(reset(colleague, thing.id)).accepted()
        expect(done.deletedCount, 'deletedCount').toBe(rowsOf(thing))
        await expectNone(reset(caller, thing.id), expect, 'after a colleague')
        // No condition concerns the caller; one that was accepted is accepted for all of the team.
        await expectDeleted(reset(colleague, more.id), expect, rowsOf(more), 'of a larger one')
      }
      // The same role in the same team: they differ in how they log in.
      await expectDeleted(reset(byCode, another.id), expect.sound, rowsOf(another), 'by a member without a password')
    })

    it(`${prefix}-18 A team on the highest plan resets the statistics of a ${name}. (${cites.all}, ${cites.count})`, {
      team: ownTeam,
    }, async ({ team, expect }) => {
      const { owner, monitor } = team
      const thing = name === 'service' ? team.service : { id: monitor.id, monitors: [monitor] }
      let deleted = 0
      for (const before of daysOf(thing).slice(1)) {
        const rows = rowsBefore(thing, before) - deleted
        await expectDeleted(reset(owner, thing.id, { before }), expect, rows, `before ${before}`)
        deleted += rows
      }
      await expectDeleted(reset(owner, thing.id), expect, rowsOf(thing) - deleted, 'of the rest')
    })

    it(`${prefix}-19 A team that upgrades resets the statistics of a ${name}; after a downgrade it is refused. (${cites.free}, ${cites.all}, 8b, 8c)`, {
      team: teamOfChangingPlan,
    }, async ({ team, visitor, expect, eventually }) => {
      const { owner, monitor, changePlan } = team
      const thing = name === 'service' ? team.service : { id: monitor.id, monitors: [monitor] }
      const tools = { visitor, expect, eventually }
      // More than once: each process of the target has seen the plan.
      for (const query of [undefined, { before: dayAfter(thing) }, { before: daysOf(thing)[1] ?? '' }]) {
        await expect(reset(owner, thing.id, query)).refused('free plan')
      }
      await changePlan('paid')
      for (const before of daysOf(thing).slice(1)) {
        const call = sendOnPlan('paid', owner, (caller) => reset(caller, thing.id, { before }), tools)
        await expectDeleted(call, dependsOnPlan(await call) ? expect : expect.implied, 1)
      }
      // A token may have the plan of its log-in.
      const payer = { ...owner, ...(await logInAgain(visitor, expect, owner)) }
      await changePlan('free')
      for (let seen = 0; seen < 3; seen++) {
        await expect(sendOnPlan('free', payer, (caller) => reset(caller, thing.id), tools)).refused('free plan')
      }
    })

    it(`${prefix}-41 A paid plan is required, but no scope. (profile, ${cites.all})`, {
      thing,
      caller: reader,
    }, async ({ thing, caller, expect }) => {
      await expectDeleted(reset(caller, thing.id), expect, rowsOf(thing))
    })

    it(`${prefix}-42 The date is validated before the plan is checked, and the plan before the ${name}. (profile, ${cites.free})`, {
      caller: freeCaller,
    }, async ({ caller, expect }) => {
      await expect(reset(caller, randomUlid(), { before: 'yesterday' })).refused('invalid query', orderOfErrors)
      await expect(reset(caller, randomUlid())).refused('free plan', orderOfErrors)
    })
  }
})
