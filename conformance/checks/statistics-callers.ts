/** Document 4.7 and 4.8: who may reset daily statistics, and of what. */

import type { Call, Caller, StatsReset } from '../client/callers.ts'
import type { Exchange } from '../client/exchange.ts'
import type { Role } from '../records/cast.ts'
import { firstOf, optional, recipe } from '../records/recipe.ts'
import { account, admin, freeCaller, member, reader, stranger, writer } from '../records/recipes.ts'
import { summarizeResponse } from '../verdict/format.ts'
import { missing, resetsMonitor } from './support/calls.ts'
import { logInWithRetry } from './support/log-in-again.ts'
import { code, given, suite, table } from './support/scenario.ts'
import { dayAfter, daysOf, subjects } from './support/statistics-subjects.ts'
import { by, each, either, refused } from './support/steps.ts'
import type { CheckTools } from './support/suite.ts'
import { ownTeam, teamOfChangingPlan } from './support/teams.ts'
import { wrongIds } from './support/wrong-ids.ts'

const someReader = firstOf(reader, writer)
const someMember = firstOf(member, writer)
/** In the team of the free caller, if a hook makes it. */
const freeMember = (role: Role) =>
  optional(recipe([], async ({ shared, account }) => account(role, { of: await shared('freeCaller') })))

export const statisticsCallers = suite('Statistics', writer, {
  ...table(subjects, ({ name, prefix, cites, make, many, empty, resets }) => {
    const thing = make()
    const notFound = `${name} not found` as const
    return {
      [`${prefix}-05 A member of a team on the free plan is refused, with a plan-limit error. (${cites.free}, 8b, 7d)`]:
        given(
          {
            ...{
              thing: make('freeCaller'),
              bare: firstOf(empty('freeCaller'), make('freeCaller')),
              caller: freeCaller,
            },
            ...{ member: freeMember('member'), admin: freeMember('admin'), reader: freeMember('reader') },
            ...{ paid: make(), payer: writer },
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
          { thing, foreigner: stranger, own: make('stranger'), viewer: someReader, colleague: someMember },
          ({ thing, foreigner, own, viewer, colleague }) => [
            each([viewer, colleague], (other) => by(other, refused(notFound, resets(own), resets(own, dayAfter(own))))),
            by(foreigner, refused(notFound, resets(thing), resets(missing), resets(thing, dayAfter(thing)))),
            each('monitors' in thing ? thing.monitors.slice(0, 1) : [], (linked) =>
              by(
                foreigner,
                refused('monitor not found', resetsMonitor(linked), resetsMonitor(linked, dayAfter(thing))),
              ),
            ),
            resets(thing),
            by(foreigner, resets(own)),
          ],
        ),

      [`${prefix}-17 A reset by another member of the team deletes the rows for all. (${cites.always}, ${cites.count})`]:
        given(
          {
            ...{ one: thing, other: thing, large: many, otherLarge: many, another: thing, member, admin },
            byCode: firstOf(account('member', { password: null }), member),
            ...{ last: thing, viewer: someReader },
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
        given({ team: ownTeam }, ({ team }) => {
          const thing = team[name]
          return by(
            team.owner,
            [...daysOf(thing).slice(1), undefined].map((before) => resets(thing, before)),
          )
        }),

      [`${prefix}-19 A team that upgrades resets the statistics of a ${name}; after a downgrade it is refused. (${cites.free}, ${cites.all}, 8b, 8c)`]:
        code({ team: teamOfChangingPlan }, async ({ team, visitor, expect, eventually }) => {
          const { owner, changePlan } = team
          const thing = team[name]
          const tools = { visitor, expect, eventually }
          const reset = (caller: Caller, before?: string) =>
            resets(thing, before).send(caller, thing.id) as Call<StatsReset>
          // More than once: each process of the target has seen the plan.
          for (const before of [undefined, dayAfter(thing), daysOf(thing)[1]]) {
            await expect(reset(owner, before)).refused('free plan')
          }
          await changePlan('paid')
          for (const before of daysOf(thing).slice(1)) {
            const call: Call<StatsReset> = sendOnPlan('paid', owner, (caller) => reset(caller, before), tools)
            const claim = dependsOnPlan(await call) ? expect : expect.implied
            claim((await claim(call).accepted()).deletedCount, 'deletedCount').toBe(1)
          }
          // A token may have the plan of its log-in.
          const payer = { ...owner, ...owner.withToken((await logInWithRetry(visitor, expect, owner)).accessToken) }
          await changePlan('free')
          for (let seen = 0; seen < 3; seen++) {
            await expect(sendOnPlan('free', payer, reset, tools)).refused('free plan')
          }
        }),
    }
  }),
})

/**
 * Sends a reset until the plan shows in the response. The document leaves open when a change shows: a token may have the
 * plan of its log-in, and a plan may be kept for a while. openapi.yaml reads it on each call.
 */
async function sendOnPlan(
  plan: 'free' | 'paid',
  owner: Caller & { email: string; password: string },
  send: (caller: Caller) => Call<StatsReset>,
  { visitor, expect, eventually }: Pick<CheckTools, 'visitor' | 'expect' | 'eventually'>,
): Promise<Exchange> {
  const shows = ({ response }: Exchange) => response.status < 300 === (plan === 'paid')
  let last = await send(owner)
  // A caller on the free plan is rejected; that the plan is that of now is implied.
  const claim = plan === 'free' ? expect.implied : expect.profile
  claim(shows(last), `the ${plan} plan shows with the same token`, summarizeResponse(last)).toHold()
  if (shows(last)) return last
  await eventually(async () => {
    last = await send(owner.withToken((await logInWithRetry(visitor, expect, owner)).accessToken))
    return shows(last) || undefined
  })
  return last
}

/** Returns false if the reset is refused for another reason than the plan. */
function dependsOnPlan({ response: { status, text } }: Exchange): boolean {
  return status < 300 || status === 402 || /plan|upgrade|paid|payment|subscri|tier/i.test(text)
}
