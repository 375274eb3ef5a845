/** Document 3.2 and 4.5: the owner of an account schedules its deletion, once, after proof of identity. */

import type { Identity } from '../client/credentials.ts'
import { randomUlid } from '../client/test-ids.ts'
import { InapplicableError } from '../records/errors.ts'
import { optional } from '../records/recipe.ts'
import { account, incident, monitor, writer } from '../records/recipes.ts'
import { statusAndCode, summarizeResponse } from '../verdict/format.ts'
import {
  alone,
  crowded,
  newcomer,
  noEntry,
  ofOthers,
  owner,
  ownerOfReader,
  registered,
  requested,
  wrongCode,
  wrongPassword,
} from './support/account-cast.ts'
import { logInAgain } from './support/log-in-again.ts'
import { isPlanLimit } from './support/plan-changes.ts'
import {
  atOnce,
  either,
  leaves,
  logsIn,
  refused,
  resolve,
  scenarios,
  sends,
  signsUp,
  times,
} from './support/scenario.ts'
import { rowsOf } from './support/statistics-subjects.ts'
import type { CheckTools } from './support/suite.ts'
import { ownTeam, teamOfChangingPlan } from './support/teams.ts'

const almostRight = ({ email, password }: Identity) => ({ email, password: `${password}x` })

/** DEL-22 for an owner who is alone in a team that has just become a paying one. */
async function expectPlanKept(
  { owner, monitor, changePlan }: Awaited<ReturnType<typeof teamOfChangingPlan.make>>,
  { visitor, expect, eventually }: Pick<CheckTools, 'visitor' | 'expect' | 'eventually'>,
): Promise<void> {
  await changePlan('paid')
  const payer = await logInAgain(visitor, expect, owner)
  const [, before = ''] = monitor.days
  // The document leaves open how soon a change of the plan shows.
  if ((await payer.resetMonitor(monitor.id, { before })).response.status >= 300) return
  await expect(payer.deleteAccount({ password: owner.password })).answered()
  let last = await payer.resetMonitor(monitor.id)
  if (isPlanLimit(last)) {
    await eventually(async () => {
      last = await payer.resetMonitor(monitor.id)
      return !isPlanLimit(last) || undefined
    })
  }
  expect.profile(isPlanLimit(last), 'the team has lost its plan', summarizeResponse(last)).toHold(false)
}

export const accountDeletion = scenarios('Account deletion', {}, ({ it, scenario, again }) => {
  scenario(
    'DEL-01 With the right password the deletion is scheduled, in 30 days. (3.2a, 3.2b, 4.5a, 4.5f, 8a, 1b)',
    leaves(newcomer),
  )

  scenario(
    'DEL-02 A deletion that was already requested is refused, and its address is registered until then. (3.2c, 4.5h, 4.1f)',
    [
      // Each process of the target has seen the account before.
      times(3, refused('invalid body', leaves(alone, {}))),
      leaves(alone),
      times(2, refused(requested, leaves(alone))),
      refused(registered, signsUp(alone, almostRight)),
      // A wrong proof does not cancel the request.
      refused(
        wrongPassword,
        leaves(alone, ({ password }) => ({ password: `${password}x` })),
      ),
      refused(requested, leaves(alone)),
    ],
  )

  scenario(
    "DEL-17 The scheduled deletion of a member leaves the team's incidents and statistics; a colleague's code is no proof. (3.2a, 3.2b, 5d)",
    {
      someone: account('reader'),
      other: account('reader'),
      byCode: optional(account('member', { password: null })),
      incident: incident(),
      detected: incident({ type: 'auto' }),
      thing: monitor(),
      caller: writer,
    },
    ({ someone, other, byCode, incident, detected, thing }) => {
      if (someone.email === other.email) throw new InapplicableError('there is only one reader who can leave')
      const { verificationCode } = byCode ?? {}
      return [
        leaves(someone),
        resolve(incident),
        resolve(detected),
        sends('resetMonitorStats', thing, {}),
        verificationCode ? refused(wrongCode, leaves(other, { verificationCode })) : [],
      ]
    },
  )

  it('DEL-22 Until an account is deleted, the incidents, the statistics and the plan of its team stay. (3.2b, 8a)', {
    team: ownTeam,
    upgraded: optional(teamOfChangingPlan),
  }, async ({ team, upgraded, expect, ...tools }) => {
    const { owner, incident, detected, monitor, service } = team
    const unknown = await owner.resolve(randomUlid())
    let works = false
    await expect(owner.deleteAccount({ password: owner.password })).accepted()
    for (const { id } of [incident, detected]) {
      const call = owner.resolve(id)
      const observation = summarizeResponse(await call)
      // The document leaves open whether an account works until then; 401 and 403 say that it does not.
      if (await expect(call).answered()) works = true
      const isThere = statusAndCode(await call) !== statusAndCode(unknown)
      const isKnown = ![401, 403].includes(unknown.response.status)
      if (isKnown) expect(isThere, 'the incident is still found', observation).toHold()
    }
    for (const [reset, id, rows] of [
      [owner.resetMonitor, monitor.id, monitor.days.length],
      [owner.resetService, service.id, rowsOf(service)],
    ] as const) {
      const call = reset(id)
      const done = await expect(call).answered()
      // The account works, so that only the plan is in the way.
      const isOnFreePlan = works && isPlanLimit(await call)
      expect.profile(isOnFreePlan, 'the team has lost its plan', summarizeResponse(await call)).toHold(false)
      if (done) expect(done.deletedCount, 'deletedCount').toBe(rows)
    }
    if (upgraded) await expectPlanKept(upgraded, { expect, ...tools })
  })

  scenario('DEL-09 An owner of a team that has other members is refused. (4.5i)', [
    refused(ofOthers, times(2, leaves(owner)), leaves(crowded)),
    leaves(alone),
  ])

  scenario(
    'DEL-08 An owner whose only other member has read scope is refused, too. (4.5i)',
    refused(ofOthers, leaves(ownerOfReader)),
  )

  again(
    'DEL-20 Of simultaneous requests exactly one schedules the deletion. (3.2c, 4.5h)',
    atOnce(times(4, either(leaves(alone)))),
  )

  // The document does not show how a deletion is cancelled; a log-in may be the way.
  scenario(
    'DEL-40 During the grace period the account works; after a new log-in a second request is still refused, and a wrong password always. (3.2c, 4.2c)',
    [
      leaves(alone),
      logsIn(alone),
      refused(
        noEntry,
        logsIn(alone, ({ email, password }) => ({ email, password: `${password}x` })),
      ),
      refused(requested, leaves(alone)),
    ],
  )
})
