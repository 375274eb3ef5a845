/** Document 3.2 and 4.5: the owner of an account schedules its deletion, once, after proof of identity by password. */

import { InapplicableError } from '../records/errors.ts'
import { optional } from '../records/recipe.ts'
import { account, incident, monitor, user, writer } from '../records/recipes.ts'
import {
  almostRight,
  leaves,
  logsIn,
  missing,
  resetsMonitor,
  resetsService,
  resolve,
  sends,
  signsUp,
} from './support/calls.ts'
import { changesPlan } from './support/hook-changes.ts'
import { similarPasswords, wrongBodies } from './support/invalid-values.ts'
import { otherPassword } from './support/named-records.ts'
import { again, given, suite } from './support/scenario.ts'
import { atOnce, by, each, either, refused, times } from './support/steps.ts'
import { teamOfChangingPlan, teamOfOwn } from './support/teams.ts'

export const accountDeletion = suite('Account deletion', {
  'DEL-01 With the right password the deletion is scheduled, in 30 days. (3.2a, 3.2b, 4.5a, 4.5f, 8a, 1b)':
    leaves('freshUser'),

  'DEL-02 A deletion that was already requested is refused; its address stays registered, also after a log-in. (3.2c, 4.5h, 4.1f, 4.2c)':
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
    { team: teamOfOwn, upgraded: optional(teamOfChangingPlan) },
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
            changesPlan(upgraded, 'paid'),
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

  'DEL-03 A wrong password is refused, also if it is almost right, and schedules nothing. (4.5g, 5d)': given(
    { someone: user },
    ({ someone, someone: { password } }) => [
      each([otherPassword, ...similarPasswords(password)], (wrong) => [
        refused('wrong password', leaves(someone, { password: wrong })),
        logsIn(someone),
      ]),
      leaves(someone),
    ],
  ),

  'DEL-05 A password user must supply the password; a code does not replace it, or a wrong one. (4.5b, 4.5g)': [
    refused(
      'wrong verification code',
      leaves('alone', { verificationCode: '123456' }),
      leaves('alone', { verificationCode: '000000' }),
    ),
    logsIn('alone'),
    refused('wrong password', leaves('alone', { password: '' })),
    logsIn('alone'),
    // An invalid body or a wrong password: either is a reason.
    refused(undefined, leaves('alone', { password: otherPassword, verificationCode: '123456' })),
    logsIn('alone'),
    leaves('alone'),
  ],

  'DEL-06 The body is required, an object with a proof that is text; a refused one schedules nothing. (4.5b, 4.5e, 5d)':
    [
      refused(
        'invalid body',
        each(wrongBodies('scheduleAccountDeletion', {}), (one) =>
          by('alone', sends('scheduleAccountDeletion', undefined, one)),
        ),
        // The document leaves open whether a second proof is refused: only the profile expects it.
        leaves('alone', ({ password }) => ({ password, verificationCode: '123456' })),
      ),
      logsIn('alone'),
      leaves('alone'),
    ],

  'DEL-41 Exactly one proof is accepted, and no other property. (profile, 4.5e)': [
    refused(
      'invalid body',
      each([{ verificationCode: '123456' }, { reason: 'moving on' }, { reason: null }], (more) =>
        leaves('alone', ({ password }) => ({ password, ...more })),
      ),
      leaves('alone', { verificationCode: '12345\uFF16' }),
    ),
    leaves('alone'),
  ],
})
