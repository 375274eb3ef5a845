/** Document 3.2 and 4.5: what the deletion of an account means for the other members of its team. */

import type { Caller } from '../client/callers.ts'
import { randomUlid } from '../client/test-ids.ts'
import { InapplicableError, ifAvailable } from '../records/errors.ts'
import { deletionRequested, recipe, recordHook } from '../records/recipe.ts'
import { newCredentials, user } from '../records/recipes.ts'
import { statusAndCode } from '../verdict/format.ts'
import { claimOf } from './account-deletion.ts'
import { aMember, anAdmin, otherPassword, registered, requested } from './support/account-cast.ts'
import { attemptOnce, manyTries } from './support/attempts.ts'
import { expectTokenKept } from './support/kept-tokens.ts'
import { logInWithRetry } from './support/log-in-again.ts'
import { atOnce, by, either, leaves, refused, resolve, scenarios, signsUp, times } from './support/scenario.ts'
import { ownerWith, ownerWithColleague } from './support/teams.ts'
import { wrongCode } from './support/wrong-codes.ts'

/** Owns a team that has another member, and has no password. */
const oauthOwnerWithMember = recipe(['ownerWithMember'], async ({ account, record }) => {
  const owner = await account('ownerWithMember', { fields: { password: null } })
  const addOwner = async () => {
    const added = await ifAvailable(account('member', { of: owner, fields: { role: 'owner', owner: true } }))
    if (added) recordHook(record, `made ${added.email} another owner of the team`)
  }
  return { ...owner, addOwner }
})

/** Users of several kinds whose deletion was requested some days ago, as far as a hook makes them. */
const usersWhoRequested = recipe(['freeCaller'], async ({ account }) => {
  const users = []
  for (const [role, daysAgo, fields] of [
    ['freeCaller', 20, {}],
    ['oauthUser', 29, {}],
    ['member', 2, { password: null }],
    ['member', 29, {}],
  ] as const) {
    const made = await ifAvailable(account(role, { fields: { ...fields, ...deletionRequested(daysAgo) } }))
    // A log-in may cancel the deletion.
    if (made && !made.hasLoggedIn) users.push({ ...made, daysAgo })
  }
  if (users.length > 0) return users
  throw new InapplicableError('no fixture makes an account with a deletion requested days ago; a hook can')
})

export const leavingTeam = scenarios('Account deletion', {}, ({ it, scenario, again }) => {
  it("DEL-19 The password of another member of the team is no proof, and opens no other's account. (4.5g, 5d, 4.2c)", {
    team: ownerWithColleague,
  }, async ({ team: { owner, colleague }, visitor, expect }) => {
    // A right password after each wrong one: the document leaves open how many in a row lock an account.
    for (const [one, other] of [
      [owner, colleague],
      [colleague, owner],
    ] as const) {
      const { password } = other
      // The owner is refused for the other member, too: either is a reason.
      await expect(one.deleteAccount({ password })).refused(one === owner ? undefined : 'wrong password')
      await logInWithRetry(visitor, expect, one)
      await expect(visitor.logIn({ email: one.email, password })).refused('authentication failure')
      await logInWithRetry(visitor, expect, one)
    }
    const { password } = colleague
    const { accessToken } = await logInWithRetry(visitor, expect, colleague)
    await expect.implied(colleague.withToken(accessToken).deleteAccount({ password })).accepted()
    await logInWithRetry(visitor, expect, owner)
  })

  it('DEL-24 Members without a password count, too, and are registered; each leaves with a code of its own, whatever the others do. (3.2a, 4.1f, 4.2c, 4.5c, 4.5i)', {
    team: ownerWith({ password: null }, { password: null }),
    other: newCredentials,
  }, async ({ team: { owner, members }, other, visitor, expect }) => {
    const before = await owner.resetMonitor(randomUlid())
    const claimOfOwner = claimOf(expect, owner.session)
    await claimOfOwner(owner.deleteAccount({ password: owner.password })).refused('owner of a team with other members')
    expectTokenKept(expect, before, await owner.resetMonitor(randomUlid()))
    for (const [index, { email, deleteAccount, verificationCode }] of members.entries()) {
      if (index === 0) {
        const ofColleague = members[1]?.verificationCode
        const isOther = ofColleague !== verificationCode
        const wrong = { verificationCode: isOther ? ofColleague : wrongCode(verificationCode) }
        const whose = isOther ? 'for the code of another member' : undefined
        await expect(deleteAccount(wrong)).refused('wrong verification code', whose)
        if (email !== undefined) {
          for (const password of ['', verificationCode]) {
            await expect(visitor.logIn({ email, password })).refused('authentication failure')
          }
          await expect(visitor.signUp({ ...other, email })).refused('e-mail already registered')
        }
      }
      // The document leaves open how many tries a code has.
      const claim = index === 0 ? expect.implied : expect
      await claim(deleteAccount({ verificationCode })).accepted()
    }
    // Until their accounts are deleted, they are still members: the document does not except them.
    await claimOfOwner(owner.deleteAccount({ password: owner.password })).refused(
      'owner of a team with other members',
      'after the others requested their deletion',
    )
  })

  it('DEL-25 Each of two owners of a team is refused. (4.5i)', {
    team: ownerWith({ role: 'owner', owner: true }),
  }, async ({ team, visitor, expect }) => {
    const { owner, members } = team
    const { email = '', password = '' } = members[0] ?? {}
    const session = await logInWithRetry(visitor, expect, { email, password })
    if (session.user.role.toLowerCase() !== 'owner') throw new InapplicableError('the role of the member is another')
    const second = visitor.withToken(session.accessToken)
    const ofSecond = second.deleteAccount({ password })
    await ofSecond
    const ofFirst = owner.deleteAccount({ password: owner.password })
    const circumstances = `for the second owner; for the first one: ${statusAndCode(await ofFirst)}`
    await expect(ofSecond).refused('owner of a team with other members', circumstances)
    await claimOf(expect, owner.session)(ofFirst).refused('owner of a team with other members')
  })

  it('DEL-26 An owner without a password is refused, too, if the team has other members. (4.5c, 4.5i)', {
    owner: oauthOwnerWithMember,
  }, async ({ owner: { deleteAccount, resetMonitor, verificationCode, addOwner }, expect }) => {
    const refused = () => expect(deleteAccount({ verificationCode })).refused('owner of a team with other members')
    const before = await resetMonitor(randomUlid())
    await refused()
    expectTokenKept(expect, before, await resetMonitor(randomUlid()))
    // With a second owner, too, if the hook makes one.
    await addOwner()
    // The refusal does not use up the code.
    await refused()
  })

  it('DEL-31 A second request is refused however long ago the first one was, with a password or with a code that was not used. (3.2c, 4.5c, 4.5h)', {
    users: usersWhoRequested,
  }, async ({ users, expect }) => {
    for (const { deleteAccount, password, verificationCode, daysAgo } of users) {
      const proof = password === undefined ? { verificationCode } : { password }
      const when = `${daysAgo} days after the first request`
      const first = deleteAccount(proof)
      await expect(first).refused('deletion already requested', when)
      const second = deleteAccount(proof)
      await expect(second).refused('deletion already requested', when)
      // A code may be used up, and a wrong proof be answered 401.
      if (password !== undefined) expectTokenKept(expect, await first, await second)
    }
  })

  it('DEL-27 The wrong passwords of a member count for no other. (sound, 4.5a, 4.5g)', {
    team: ownerWithColleague,
    apart: user,
    other: newCredentials,
  }, async ({ team: { owner, colleague }, apart, other, expect, withoutRetry }) => {
    for (let tried = 0; tried < manyTries; tried++) {
      const { response } = await withoutRetry(() => owner.deleteAccount({ password: other.password }))
      if (response.status === 429) break
    }
    const leave = ({ deleteAccount, password }: Caller) => deleteAccount({ password })
    await expect(attemptOnce(withoutRetry, leave, colleague, apart)).accepted()
  })

  again(
    'DEL-32 Of simultaneous requests of a member exactly one schedules the deletion. (3.2c, 4.5h)',
    atOnce(times(4, either(leaves(aMember)))),
  )

  for (const [letter, role, one] of [
    ['a', 'admin', anAdmin],
    ['b', 'member', aMember],
  ] as const) {
    scenario(
      `DEL-18${letter} A user with the role ${role} is registered, and can leave a team of others, once. (3.2a, 3.2c, 4.1f, 4.5a, 4.5h, 4.5i)`,
      { one: one.recipe },
      ({ one }) => [
        one.email === undefined ? [] : refused(registered, signsUp(one, { email: one.email, password: otherPassword })),
        leaves(one),
        // Until it is deleted, the account works.
        by(one, refused('incident not found', resolve(randomUlid()))),
        refused(requested, leaves(one)),
      ],
    )
  }
})
