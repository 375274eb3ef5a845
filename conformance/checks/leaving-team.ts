/** Document 3.2 and 4.5: what the deletion of an account means for the other members of its team. */
import { statusAndCode, summarizeResponse } from '../assess/response.ts'
import type { Call, Session } from '../client/callers.ts'
import { RateLimitedError } from '../client/http.ts'
import { type CheckTools, suite } from '../dsl/suite.ts'
import { InapplicableError } from '../fixtures/provider.ts'
import {
  deletableUser,
  leaversSince,
  leavingColleague,
  leavingOwner,
  newCredentials,
  oauthOwnerWithMember,
  ownerWithColleague,
  ownerWithDeletableMember,
  ownerWithFormerMember,
  ownerWithOauthMembers,
  ownerWithSecondOwner,
  teamOfDeletedMember,
  user,
  usersWhoRequested,
} from '../fixtures/recipes.ts'
import { claimOf } from './account-deletion.ts'
import { attemptOnce, manyTries } from './attempts.ts'
import { expectTokenKept, isReference } from './kept-tokens.ts'
import { logInWithRetry } from './log-in-again.ts'
import { expectDeleted, rowsOf } from './statistics-subjects.ts'
import { randomUlid } from './test-ids.ts'
import { wrongCode } from './wrong-codes.ts'

/** The first log-in that is refused, or the last one of all; in an object, since a call is a promise itself. */
async function awaitRefusal(logIn: () => Call<Session>, eventually: CheckTools['eventually']) {
  let last: Call<Session> | undefined
  const isRefused = async () => {
    const call = logIn()
    const { status } = (await call).response
    last = call
    return status >= 300 || undefined
  }
  await eventually(isRefused).catch((error) => {
    // After many log-ins that were accepted, the target limits their rate.
    if (!(error instanceof RateLimitedError) || last === undefined) throw error
  })
  return { call: last ?? logIn() }
}

export const leavingTeam = suite('Account deletion', {}, ({ it, race }) => {
  it("DEL-19 The password of another member of the team is no proof, and opens no other's account. (4.5g, 5d, 4.2c)", {
    team: ownerWithColleague(),
  }, async ({ team: { owner, colleague }, visitor, expect }) => {
    if (!colleague)
      throw new InapplicableError('no fixture puts a member into a team that has just signed up; a hook can')
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
    team: ownerWithOauthMembers(),
    other: newCredentials(),
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
    team: ownerWithSecondOwner(),
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
    owner: oauthOwnerWithMember(),
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
    users: usersWhoRequested(),
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
    team: ownerWithColleague(),
    apart: user(),
    other: newCredentials(),
  }, async ({ team: { owner, colleague }, apart, other, expect, withoutRetry }) => {
    if (!colleague)
      throw new InapplicableError('no fixture puts a member into a team that has just signed up; a hook can')
    for (let tried = 0; tried < manyTries; tried++) {
      const { response } = await withoutRetry(() => owner.deleteAccount({ password: other.password }))
      if (response.status === 429) break
    }
    const leave = ({ deleteAccount, password }: typeof colleague) => deleteAccount({ password })
    await expect(attemptOnce(withoutRetry, leave, colleague, apart)).accepted()
  })

  it('DEL-29 An account whose grace period has ended is deleted: its user cannot log in any more. (3.2b, 8a, 4.2c)', {
    leavers: leaversSince(31),
  }, async ({ leavers, visitor, expect, eventually }) => {
    for (const { email, password, isDeleted } of leavers) {
      // Otherwise the job that deletes accounts may run later.
      const claim = isDeleted === true ? expect : expect.implied
      const { call } = await awaitRefusal(() => visitor.logIn({ email, password }), eventually)
      const circumstances = '31 days after the request for deletion, for the owner of a team without others'
      await claim(call).refused('authentication failure', circumstances)
    }
  })

  it('DEL-34 Neither a password that was right before, nor a token, opens an account that is deleted. (3.2b, 8a, 4.2c)', {
    user: deletableUser(),
    other: newCredentials(),
  }, async ({ user, other, visitor, expect, eventually }) => {
    const { email, password, completeDeletion } = user
    // Twice, so that several processes know the user.
    await logInWithRetry(visitor, expect, { email, password })
    const { accessToken } = await logInWithRetry(visitor, expect, { email, password })
    const known = visitor.withToken(accessToken)
    for (let times = 0; times < 2; times++) await known.resetMonitor(randomUlid())
    await expect(known.deleteAccount({ password })).accepted()
    await completeDeletion()
    const logIn = () => visitor.logIn({ email, password })
    const { call } = await awaitRefusal(logIn, eventually)
    await expect(call).refused('authentication failure', 'after the account was deleted')
    // Each process must have forgotten the account.
    for (let times = 0; times < 5; times++) {
      await expect(logIn()).refused('authentication failure', 'after the account was deleted')
    }
    const claim = isReference(accessToken) ? expect.sound : expect.profile
    for (let times = 0; times < 3; times++) {
      await claim(known.resetMonitor(randomUlid())).refused('unauthenticated', 'after the account was deleted')
    }
    const again = visitor.signUp({ ...other, email })
    const session = await expect(again).answered('e-mail already registered')
    if (session) {
      const name = 'of a new account with the address of a deleted one'
      expect(session.user.teamId, `user.teamId ${name}`).toDifferFrom(user.teamId)
      expect.sound(session.user.id, `user.id ${name}`).toDifferFrom(user.session.user.id)
      const circumstances = 'with the token of the deleted account, after another one got its address'
      await expect.sound(known.deleteAccount({ password: other.password })).refused(undefined, circumstances)
    }
    await expect.profile(again).accepted()
  })

  it('DEL-35 A right password that was refused for the other members vouches for no wrong one, once they are gone. (4.5g, 4.5i)', {
    owner: ownerWithDeletableMember(),
    other: newCredentials(),
  }, async ({ owner: { deleteAccount, password, completeDeletionOfMember }, other, expect, eventually }) => {
    await expect(deleteAccount({ password })).refused('owner of a team with other members')
    await completeDeletionOfMember()
    await expect(deleteAccount({ password: other.password })).refused('wrong password')
    // The job that deletes accounts may take a while.
    const leave = () => deleteAccount({ password })
    const done = await eventually(async () => {
      const call = leave()
      return (await call).response.status < 300 ? { call } : undefined
    })
    // The document leaves open what a wrong proof does to the session.
    await expect.implied(done?.call ?? leave()).accepted()
  })

  it('DEL-36 A member who joins a team whose owner is leaving stays when the account of the owner is deleted. (sound, 3.2b)', {
    team: leavingOwner(),
  }, async ({ team: { owner, addMember }, visitor, expect, eventually }) => {
    await expect(owner.deleteAccount({ password: owner.password })).accepted()
    const member = await addMember()
    await owner.completeDeletion()
    await awaitRefusal(() => visitor.logIn({ email: owner.email, password: owner.password }), eventually)
    const { email, password } = member
    for (let times = 0; times < 3; times++) await logInWithRetry(visitor, expect, { email, password })
  })

  it('DEL-37 A team whose last user is leaving keeps its incidents when another member is deleted. (sound, 3.2b)', {
    team: leavingOwner(),
  }, async ({ team: { owner, addMember, makeIncident }, expect }) => {
    const id = await makeIncident()
    await expect(owner.deleteAccount({ password: owner.password })).accepted()
    const { isDeleted } = await addMember({ deletionRequestedDaysAgo: 31 })
    if (!isDeleted) throw new InapplicableError('no fixture deletes the account of a member; a hook can')
    // The document leaves open what a user who is leaving may do.
    const after = await owner.deleteIncident(id)
    const name = 'whether an incident is still found after another member was deleted'
    expect.sound(after.response.status !== 404, name, summarizeResponse(after)).toBe(true)
  })

  race(
    'DEL-32 Of simultaneous requests of a member exactly one schedules the deletion. (3.2c, 4.5h)',
    { user: leavingColleague('member') },
    ({ user: { deleteAccount, password } }) => deleteAccount({ password }),
    'deletion already requested',
  )

  it('DEL-33 An owner whose only other member is deleted can leave. (3.2a, 4.5a, 4.5i, 8a)', {
    owner: ownerWithFormerMember(),
  }, async ({ owner: { deleteAccount, password }, expect }) => {
    await expect(deleteAccount({ password })).accepted()
  })

  it("DEL-30 A deleted member leaves the team's incidents, statistics and other members. (sound, 3.2b)", {
    team: teamOfDeletedMember(),
  }, async ({ team, visitor, expect }) => {
    const { owner, others, former, incident, detected, monitor, service } = team
    await expect.profile(former.resolve(randomUlid())).refused('unauthenticated')
    await expect.profile(former.resetMonitor(randomUlid())).refused('unauthenticated')
    if (isReference(former.accessToken)) {
      await expect(former.resolve(detected.id)).refused('unauthenticated')
      await expect(former.resetMonitor(monitor.id)).refused('unauthenticated')
    }
    await expect(owner.resolve(detected.id)).accepted()
    await expect(owner.deleteIncident(incident.id)).accepted()
    await expectDeleted(owner.resetMonitor(monitor.id), expect, monitor.days.length)
    await expectDeleted(owner.resetService(service.id), expect, rowsOf(service))
    for (const { email, password, verificationCode, deleteAccount } of others) {
      if (password === undefined) await expect(deleteAccount({ verificationCode })).accepted()
      else if (email !== undefined) await logInWithRetry(visitor, expect, { email, password })
    }
  })

  for (const [letter, role] of [
    ['a', 'admin'],
    ['b', 'member'],
  ] as const) {
    it(`DEL-18${letter} A user with the role ${role} is registered, and can leave a team of others, once. (3.2a, 3.2c, 4.1f, 4.5a, 4.5h, 4.5i)`, {
      user: leavingColleague(role),
      other: newCredentials(),
    }, async ({ user: { email, deleteAccount, password, resolve }, other, visitor, expect }) => {
      if (email !== undefined) await expect(visitor.signUp({ ...other, email })).refused('e-mail already registered')
      await expect(deleteAccount({ password })).accepted()
      // Until it is deleted, the account works.
      await expect.profile(resolve(randomUlid())).refused('incident not found')
      await expect(deleteAccount({ password })).refused('deletion already requested')
    })
  }
})
