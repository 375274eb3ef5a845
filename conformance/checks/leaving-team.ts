/** Document 3.2 and 4.5: what the deletion of an account means for the other members of its team. */

import { InapplicableError, ifAvailable } from '../records/errors.ts'
import { deletionRequested, recipe } from '../records/recipe.ts'
import { newCredentials, user } from '../records/recipes.ts'
import { daysBeforeEnd } from '../verdict/grace-period.ts'
import { changedCode, leaves, logsIn, manyTries, missing, resolve, signsUp } from './support/calls.ts'
import { otherPassword, type RecordName } from './support/named-records.ts'
import { given, suite } from './support/scenario.ts'
import { by, each, either, refused, times, tries } from './support/steps.ts'
import { ownerWith, ownerWithColleague } from './support/teams.ts'

/** Users of several kinds whose deletion was requested some days ago, as far as a hook makes them. */
const usersWhoRequested = recipe(['freeCaller'], async ({ account }) => {
  const users = []
  for (const { role, fields } of [
    { role: 'freeCaller', fields: deletionRequested(20) },
    { role: 'oauthUser', fields: deletionRequested(daysBeforeEnd(1)) },
    { role: 'member', fields: { password: null, ...deletionRequested(2) } },
    { role: 'member', fields: deletionRequested(daysBeforeEnd(1)) },
  ] as const) {
    const made = await ifAvailable(account(role, { fields }))
    // A log-in may cancel the deletion.
    if (made && !made.hasLoggedIn) users.push(made)
  }
  if (users.length > 0) return users
  throw new InapplicableError('no list makes an account with a deletion requested days ago; a hook can')
})

/** Neither does the refusal take the token. */
const refusedTwice = (owner: RecordName) => [
  times(
    2,
    by(owner, refused('incident not found', resolve(missing))),
    refused('owner of a team with other members', leaves(owner)),
  ),
  by(owner, refused('incident not found', resolve(missing))),
]

export const leavingTeam = suite('Account deletion', {
  "DEL-19 The password of another member of the team is no proof, and opens no other's account. (4.5g, 5d, 4.2c)":
    given({ team: ownerWithColleague }, ({ team: { owner, colleague } }) => [
      each([owner, colleague], (one) => {
        const { password } = one === owner ? colleague : owner
        return [
          // The owner is refused for the other member, too: either is a reason.
          refused(one === owner ? undefined : 'wrong password', leaves(one, { password })),
          // A right password after each wrong one: the document leaves open how many in a row lock an account.
          logsIn(one),
          refused('authentication failure', logsIn(one, { password })),
          logsIn(one),
        ]
      }),
      leaves(colleague),
      // Until it is deleted, the account works.
      by(colleague, refused(undefined, resolve(missing))),
      logsIn(owner),
    ]),

  'DEL-24 Members without a password count, too, and are registered; each leaves with a code of its own, whatever the others do. (3.2a, 4.1f, 4.2c, 4.5c, 4.5i)':
    given(
      { team: ownerWith({ password: null }, { password: null }), credentials: newCredentials },
      ({ team: { owner, members }, credentials }) => {
        const [{ email, verificationCode: code } = owner, { verificationCode: ofColleague } = owner] = members
        const wrong = ofColleague === code ? changedCode(code) : ofColleague
        return [
          refused('owner of a team with other members', leaves(owner)),
          refused('wrong verification code', leaves(members[0] ?? owner, { verificationCode: wrong })),
          email === undefined
            ? []
            : [
                refused('authentication failure', logsIn({ email, password: '' }), logsIn({ email, password: code })),
                refused('e-mail already registered', signsUp({ ...credentials, email })),
              ],
          members.map((member) => leaves(member)),
          // Until their accounts are deleted, they are still members: the document does not except them.
          refused('owner of a team with other members', leaves(owner)),
        ]
      },
    ),

  'DEL-25 Each of two owners of a team is refused. (4.5i)': given(
    { team: ownerWith({ role: 'owner', owner: true }) },
    ({ team: { owner, members } }) => [
      members.map((second) => [logsIn(second), refused('owner of a team with other members', leaves(second))]),
      refused('owner of a team with other members', leaves(owner)),
    ],
  ),

  'DEL-08 An owner whose only other member has read scope is refused, too. (4.5i)': refusedTwice('ownerOfReader'),

  'DEL-26 An owner without a password is refused, too, if the team has other members. (4.5c, 4.5i)': each(
    ['ownerByCode', 'ownerBesideOwner'],
    refusedTwice,
  ),

  'DEL-31 A second request is refused however long ago the first one was, with a password or with a code that was not used. (3.2c, 4.5c, 4.5h)':
    given({ users: usersWhoRequested }, ({ users }) =>
      each(users, (one) => refused('deletion already requested', times(2, leaves(one)))),
    ),

  'DEL-27 The wrong passwords of a member count for no other. (sound, 4.5a, 4.5g)': given(
    { team: ownerWithColleague, apart: user },
    ({ team: { owner, colleague }, apart }) =>
      tries(apart, either(times(manyTries, leaves(owner, { password: otherPassword }))), leaves(colleague)),
  ),
})
