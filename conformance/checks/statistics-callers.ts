/** Document 4.7 and 4.8: who may reset daily statistics, and of what. */

import { firstOf, optional, recipe } from '../records/recipe.ts'
import { account, admin, freeCaller, member, reader, stranger, writer } from '../records/recipes.ts'
import type { Role } from '../records/roles.ts'
import { logsIn, missing, resetsMonitor } from './support/calls.ts'
import { changesPlan } from './support/hook-changes.ts'
import { given, suite, table } from './support/scenario.ts'
import { dayAfter, daysOf, subjects } from './support/statistics-subjects.ts'
import { by, each, either, refused, times } from './support/steps.ts'
import { teamOfChangingPlan, teamOfOwn } from './support/teams.ts'
import { wrongIds } from './support/wrong-ids.ts'

const someReader = firstOf(reader, writer)
const someMember = firstOf(member, writer)
/** In the team of the free caller, if a hook makes it. */
const freeMember = (role: Role) =>
  optional(recipe([], async ({ shared, account }) => account(role, { of: await shared('freeCaller') })))

export const statisticsCallers = suite('Statistics', writer, {
  ...table(subjects, ({ name, prefix, cites, make, empty, resets, notFound }) => ({
    [`${prefix}-05 A member of a team on the free plan is refused, with a plan-limit error. (${cites.free}, 8b, 7d)`]:
      given(
        {
          thing: make('freeCaller'),
          bare: firstOf(empty('freeCaller'), make('freeCaller')),
          caller: freeCaller,
          member: freeMember('member'),
          admin: freeMember('admin'),
          reader: freeMember('reader'),
          paid: make(),
          payer: writer,
        },
        ({ thing, bare, member, admin, reader, paid, payer }) => [
          // With and without rows to delete.
          each([undefined, dayAfter(thing), '2001-01-01'], (before) => refused('free plan', resets(thing, before))),
          refused('free plan', resets(bare)),
          // Each has two reasons.
          refused(undefined, resets(missing, 'yesterday'), resets(missing)),
          each([member, admin, reader], (one) => (one ? refused('free plan', by(one, resets(thing))) : [])),
          by(payer, resets(paid)),
        ],
      ),

    [`${prefix}-06 An unknown ${name} is not found, for ids of any form, also of other objects. (${cites.missing})`]:
      wrongIds(name, (thing, hasDate) => resets(thing, hasDate ? '2024-01-01' : undefined)),

    [`${prefix}-30 Another team's ${name} cannot be reset by members of any role, and keeps its rows. (${cites.missing})`]:
      given(
        { thing: make(), foreigner: stranger, own: make('stranger'), viewer: someReader, colleague: someMember },
        ({ thing, foreigner, own, viewer, colleague }) => [
          each([viewer, colleague], (other) => by(other, refused(notFound, resets(own), resets(own, dayAfter(own))))),
          by(foreigner, refused(notFound, resets(thing), resets(missing), resets(thing, dayAfter(thing)))),
          each('monitors' in thing ? thing.monitors.slice(0, 1) : [], (linked) =>
            by(foreigner, refused('monitor not found', resetsMonitor(linked), resetsMonitor(linked, dayAfter(thing)))),
          ),
          resets(thing),
          by(foreigner, resets(own)),
        ],
      ),
  })),

  ...table(subjects, ({ name, prefix, cites, make, many, resets }) => ({
    [`${prefix}-17 A reset by another member of the team deletes the rows for all. (${cites.always}, ${cites.count})`]:
      given(
        {
          one: make(),
          other: make(),
          large: many,
          otherLarge: many,
          another: make(),
          member,
          admin,
          byCode: firstOf(account('member', { password: null }), member),
          last: make(),
          viewer: someReader,
        },
        ({ one, other, large, otherLarge, another, member, admin, byCode, last, viewer }) => [
          // One that was accepted is accepted for all of the team.
          [by(member, resets(one)), resets(one), by(member, resets(large))],
          [by(admin, resets(other)), resets(other), by(admin, resets(otherLarge))],
          by(byCode, resets(another)),
          // A paid plan is required, but no scope: so openapi.yaml decides.
          by(viewer, either(resets(last))),
        ],
      ),

    [`${prefix}-18 A team on the highest plan resets the statistics of a ${name}. (${cites.all}, ${cites.count})`]:
      given({ team: teamOfOwn }, ({ team }) => {
        const thing = team[name]
        return by(
          team.owner,
          [...daysOf(thing).slice(1), undefined].map((before) => resets(thing, before)),
        )
      }),

    [`${prefix}-19 A team that upgrades resets the statistics of a ${name}; after a downgrade it is refused. (${cites.free}, ${cites.all}, 8b, 8c)`]:
      given({ team: teamOfChangingPlan }, ({ team, team: { owner } }) => {
        const thing = team[name]
        const [, first, second, third] = daysOf(thing)
        return by(
          owner,
          // More than once: each process of the target has seen the plan.
          refused('free plan', resets(thing), resets(thing, dayAfter(thing)), resets(thing, first)),
          changesPlan(team, 'paid'),
          either(resets(thing, first)),
          logsIn(owner),
          [resets(thing, second), resets(thing, third)],
          changesPlan(team, 'free'),
          refused('free plan', resets(thing)),
          logsIn(owner),
          refused('free plan', times(3, resets(thing))),
        )
      }),
  })),
})
