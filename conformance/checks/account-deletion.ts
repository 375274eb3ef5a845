/** Document 3.2 and 4.5: the owner of an account schedules its deletion, once, after proof of identity. */

import { InapplicableError } from '../records/errors.ts'
import { optional, recipe } from '../records/recipe.ts'
import { account, incident, monitor, writer } from '../records/recipes.ts'
import {
  almostRight,
  leaves,
  logsIn,
  missing,
  resetsMonitor,
  resetsService,
  resolve,
  signsUp,
} from './support/calls.ts'
import { again, given, suite } from './support/scenario.ts'
import { atOnce, by, either, refused, times } from './support/steps.ts'
import { ownTeam, teamOfChangingPlan } from './support/teams.ts'

/** On a paid plan since a moment, as far as the first reset shows. */
const upgradedTeam = recipe(['freeCaller'], async (builder) => {
  const { owner, monitor, changePlan } = await teamOfChangingPlan.make(builder)
  await changePlan('paid')
  const { role: _, ...caller } = owner
  // A hook may have made others in its team.
  return { owner: { ...caller, mayOwn: true }, monitor }
})

export const accountDeletion = suite('Account deletion', {
  'DEL-01 With the right password the deletion is scheduled, in 30 days. (3.2a, 3.2b, 4.5a, 4.5f, 8a, 1b)':
    leaves('newcomer'),

  'DEL-02 A deletion that was already requested is refused; until then its address is registered, and its user can log in. (3.2c, 4.5h, 4.1f, 4.2c)':
    [
      // Each process of the target has seen the account before.
      times(3, refused('invalid body', leaves('alone', {}))),
      leaves('alone'),
      times(2, refused('deletion already requested', leaves('alone'))),
      refused('e-mail already registered', signsUp('alone', almostRight)),
      // A wrong proof does not cancel the request.
      refused('wrong password', leaves('alone', almostRight)),
      refused('deletion already requested', leaves('alone')),
      // The document does not show how a deletion is cancelled; a log-in may be the way.
      logsIn('alone'),
      refused('authentication failure', logsIn('alone', almostRight)),
      refused('deletion already requested', leaves('alone')),
    ],

  "DEL-17 The scheduled deletion of a member leaves the team's incidents and statistics; a colleague's code is no proof. (3.2a, 3.2b, 5d)":
    given(
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
          resetsMonitor(thing),
          verificationCode ? refused('wrong verification code', leaves(other, { verificationCode })) : [],
        ]
      },
    ),

  'DEL-22 Until an account is deleted, the incidents, the statistics and the plan of its team stay. (3.2b, 8a)': given(
    { team: ownTeam, upgraded: optional(upgradedTeam) },
    ({ team: { owner, incident, detected, monitor, service }, upgraded }) => [
      by(
        owner,
        refused('incident not found', resolve(missing)),
        leaves(owner),
        resolve(incident),
        resolve(detected),
        resetsMonitor(monitor),
        resetsService(service),
      ),
      upgraded
        ? by(
            upgraded.owner,
            logsIn(upgraded.owner),
            resetsMonitor(upgraded.monitor, upgraded.monitor.days[1]),
            leaves(upgraded.owner),
            resetsMonitor(upgraded.monitor),
          )
        : [],
    ],
  ),

  'DEL-09 An owner of a team that has other members is refused. (4.5i)': [
    refused('owner of a team with other members', times(2, leaves('owner')), leaves('crowded')),
    leaves('alone'),
  ],

  'DEL-20 Of simultaneous requests exactly one schedules the deletion. (3.2c, 4.5h)': again(
    atOnce(times(4, either(leaves('alone')))),
  ),
})
