/** Document 3.2 and 8: what is left once the 30 days of an account have passed. */

import { randomUlid } from '../client/test-ids.ts'
import type { Fields } from '../records/kinds.ts'
import { assertDeleted, deletionRequested, recipe, recordHook } from '../records/recipe.ts'
import { account, freshUser, newCredentials } from '../records/recipes.ts'
import { overdueDays } from '../verdict/grace-period.ts'
import { noEntry, ofOthers, otherPassword, wrongPassword } from './support/account-cast.ts'
import { awaitNoEntry } from './support/log-in-again.ts'
import {
  by,
  isDeleted,
  leaves,
  logsIn,
  refused,
  remove,
  resolve,
  scenarios,
  sends,
  signsUp,
  times,
} from './support/scenario.ts'
import { ownerWith, ownTeam } from './support/teams.ts'

/** Owns a team whose only other member's account is deleted, as the hook confirms. */
const ownerWithFormerMember = recipe(['sign-up'], async (builder) => {
  const { owner, members } = await ownerWith(deletionRequested(overdueDays)).make(builder)
  const [former] = members
  assertDeleted(former?.deleted)
  recordHook(builder.record, `made ${former?.email} a member of the team, and deleted this account`)
  return owner
})

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
  const team = await ownTeam.make(builder)
  const join = (fields: Fields) => builder.account('member', { of: team.owner, fields })
  const others = [await join({ password: null }), await join({})]
  const former = await join(deletionRequested(overdueDays))
  assertDeleted(former.deleted)
  return { ...team, others, former }
})

const missing = randomUlid()

export const deletedAccounts = scenarios('Account deletion', {}, ({ it, scenario }) => {
  it('DEL-29 An account whose grace period has ended is deleted: its user cannot log in any more. (3.2b, 8a, 4.2c)', {
    one: account('freeCaller', deletionRequested(overdueDays)),
  }, async ({ one: { email, password, deleted }, visitor, expect, eventually }) => {
    // Otherwise the job that deletes accounts may run later.
    const claim = deleted === true ? expect : expect.implied
    const logIn = () => visitor.logIn({ email, password })
    await awaitNoEntry(logIn, eventually)
    const circumstances = `${overdueDays} days after the request for deletion, for the owner of a team without others`
    await claim(logIn()).refused(noEntry, circumstances)
  })

  scenario(
    'DEL-34 Neither a password that was right before, nor a token, opens an account that is deleted. (3.2b, 8a, 4.2c)',
    { user: freshUser(), other: newCredentials },
    ({ user, other: { password } }) => {
      const again = { email: user.email, password }
      return [
        // Several times, so that several processes know the user, and then have to forget the account.
        times(2, logsIn(user)),
        by(user, refused(undefined, times(2, sends('resetMonitorStats', missing, {})))),
        leaves(user),
        isDeleted(user),
        refused(noEntry, times(5, logsIn(user))),
        by(user, refused('unauthenticated', times(3, sends('resetMonitorStats', missing, {})))),
        signsUp(again),
        refused(undefined, leaves(user, { password })),
        // The deletion that was requested was that of the account before.
        logsIn(again),
        leaves(again),
      ]
    },
  )

  scenario(
    'DEL-35 A right password that was refused for the other members vouches for no wrong one, once they are gone. (4.5g, 4.5i)',
    { team: ownerWith({}) },
    ({ team: { owner, members } }) => [
      refused(ofOthers, leaves(owner)),
      members.map((member) => isDeleted(member)),
      refused(wrongPassword, leaves(owner, { password: otherPassword })),
      leaves(owner),
    ],
  )

  scenario(
    'DEL-33 An owner whose only other member is deleted can leave. (3.2a, 4.5a, 4.5i, 8a)',
    { owner: ownerWithFormerMember },
    ({ owner }) => leaves(owner),
  )

  scenario(
    'DEL-36 A member who joins a team whose owner is leaving stays when the account of the owner is deleted. (sound, 3.2b)',
    { team: ownerWhoLeft() },
    ({ team: { owner, member } }) => [isDeleted(owner), times(3, logsIn(member))],
  )

  scenario(
    'DEL-37 A team whose last user is leaving keeps its incidents when another member is deleted. (sound, 3.2b)',
    { team: ownerWhoLeft(deletionRequested(overdueDays)) },
    ({ team: { owner, incident, member } }) => {
      assertDeleted(member.deleted)
      return by(owner, refused('incident not found', remove(missing)), remove(incident))
    },
  )

  scenario(
    "DEL-30 A deleted member leaves the team's incidents, statistics and other members. (sound, 3.2b)",
    { team: teamOfDeletedMember },
    ({ team: { owner, others, former, incident, detected, monitor, service } }) => [
      ...[missing, detected].map((one) => by(former, refused('unauthenticated', resolve(one)))),
      ...[missing, monitor].map((one) => by(former, refused('unauthenticated', sends('resetMonitorStats', one, {})))),
      by(
        owner,
        resolve(detected),
        remove(incident),
        sends('resetMonitorStats', monitor, {}),
        sends('resetServiceStats', service, {}),
      ),
      others.map((one) => (one.password === undefined ? leaves(one) : one.email === undefined ? [] : logsIn(one))),
    ],
  )
})
