/** Document 3.2 and 8: what is left once the 30 days of an account have passed. */

import type { Fields } from '../records/kinds.ts'
import { assertDeleted, deletionRequested, optional, recipe } from '../records/recipe.ts'
import { account, adminKey, user } from '../records/recipes.ts'
import { overdueDays } from '../verdict/grace-period.ts'
import {
  leaves,
  listed,
  logsIn,
  missing,
  remove,
  resetsMonitor,
  resetsService,
  resolve,
  signsUp,
} from './support/calls.ts'
import { completesDeletion } from './support/hook-changes.ts'
import { otherPassword } from './support/named-records.ts'
import { given, suite } from './support/scenario.ts'
import { by, refused, times } from './support/steps.ts'
import { ownerWith, teamOfOwn } from './support/teams.ts'

/** Signed up, and has requested the deletion; only then a member with these fields has joined the team. */
const ownerWhoLeft = (fields: Fields = {}) =>
  recipe(['sign-up'], async ({ signUp, account, incident }) => {
    const owner = await signUp()
    const left = await incident(owner)
    const { body } = await owner.deleteAccount({ password: owner.password })
    return {
      owner: { ...owner, ...(body as object) },
      incident: left,
      member: await account('member', { of: owner, fields }),
    }
  })

/** With a member whose account is deleted, as the hook confirms. */
const teamOfDeletedMember = recipe(['writer'], async (builder) => {
  const team = await teamOfOwn.make(builder)
  const join = (fields: Fields) => builder.account('member', { of: team.owner, fields })
  const others = [await join({ password: null }), await join({})]
  const former = await join(deletionRequested(overdueDays))
  assertDeleted(former.deleted)
  return { ...team, others, former }
})

export const deletedAccounts = suite('Account deletion', {
  'DEL-34 Neither a password that was right before, nor a token, opens an account that is deleted. (3.2b, 8a, 4.2c)':
    given({ user, former: optional(account('freeCaller', deletionRequested(overdueDays))) }, ({ user, former }) => {
      const again = { email: user.email, password: otherPassword }
      return [
        former ? [completesDeletion(former), refused('authentication failure', logsIn(former))] : [],
        // Several times, so that several processes know the user, and then have to forget the account.
        times(2, logsIn(user)),
        by(user, refused(undefined, times(2, resetsMonitor(missing)))),
        [leaves(user), completesDeletion(user)],
        refused('authentication failure', times(5, logsIn(user))),
        by(user, refused('unauthenticated', times(3, resetsMonitor(missing)))),
        signsUp(again),
        refused(undefined, leaves(user, { password: otherPassword })),
        // The deletion that was requested was that of the account before.
        [logsIn(again), leaves(again)],
      ]
    }),

  'DEL-33 An owner can leave whose only other member is deleted; the right password of before vouches for no wrong one. (3.2a, 4.5a, 4.5g, 4.5i, 8a)':
    given({ team: ownerWith({}) }, ({ team: { owner, members } }) => [
      refused('owner of a team with other members', leaves(owner)),
      members.map((member) => completesDeletion(member)),
      refused('wrong password', leaves(owner, { password: otherPassword })),
      logsIn(owner),
      leaves(owner),
    ]),

  'DEL-36 A member who joins a team whose owner is leaving stays when that is deleted; if the member is, the incidents stay. (sound, 3.2b)':
    given(
      {
        caller: optional(adminKey),
        team: ownerWhoLeft(),
        other: optional(ownerWhoLeft(deletionRequested(overdueDays))),
      },
      ({ caller, team: { owner, member }, other }) => [
        [completesDeletion(owner), times(3, logsIn(member))],
        other?.member.deleted === true
          ? [
              caller ? listed(other.owner) : [],
              by(other.owner, refused('incident not found', remove(missing)), remove(other.incident)),
            ]
          : [],
      ],
    ),

  "DEL-30 A deleted member leaves the team's incidents, statistics and other members. (sound, 3.2b)": given(
    { team: teamOfDeletedMember },
    ({ team: { owner, others, former, incident, detected, monitor, service } }) => [
      ...[missing, detected].map((one) => by(former, refused('unauthenticated', resolve(one)))),
      ...[missing, monitor].map((one) => by(former, refused('unauthenticated', resetsMonitor(one)))),
      by(owner, resolve(detected), remove(incident), resetsMonitor(monitor), resetsService(service)),
      others.map((one) => (one.password === undefined ? leaves(one) : one.email === undefined ? [] : logsIn(one))),
    ],
  ),
})
