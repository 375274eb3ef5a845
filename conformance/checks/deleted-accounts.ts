/** Document 3.2 and 8: what is left once the 30 days of an account have passed. */

import type { Call, Session } from '../client/callers.ts'
import { RateLimitedError } from '../client/http.ts'
import { randomUlid } from '../client/test-ids.ts'
import { assertDeleted, deletionRequested, recipe, recordHook } from '../records/recipe.ts'
import { account, freshUser, newCredentials } from '../records/recipes.ts'
import { summarizeResponse } from '../verdict/format.ts'
import { overdueDays } from '../verdict/grace-period.ts'
import { logInWithRetry } from './support/log-in-again.ts'
import { leaves, scenarios } from './support/scenario.ts'
import { expectDeleted, rowsOf } from './support/statistics-subjects.ts'
import type { CheckTools } from './support/suite.ts'
import { leavingOwner, ownerWith, teamOfDeletedMember } from './support/teams.ts'

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

/** A user, a team, a time and a signature need more bytes. */
const mostBytesOfReference = 36

/**
 * True if the target must look the token up. A longer one may contain all it needs, and be valid until it expires: the
 * document leaves that open.
 */
function isReference(token = ''): boolean {
  const bytes = token.length * (/^[\da-f-]+$/i.test(token) ? 1 / 2 : 3 / 4)
  return bytes <= mostBytesOfReference
}

/** Owns a team whose only other member's account is deleted, as the hook confirms. */
const ownerWithFormerMember = recipe(['sign-up'], async (builder) => {
  const { owner, members } = await ownerWith(deletionRequested(overdueDays)).make(builder)
  const [former] = members
  assertDeleted(former?.deleted)
  recordHook(builder.record, `made ${former?.email} a member of the team, and deleted this account`)
  return owner
})

export const deletedAccounts = scenarios('Account deletion', {}, ({ it, scenario }) => {
  it('DEL-29 An account whose grace period has ended is deleted: its user cannot log in any more. (3.2b, 8a, 4.2c)', {
    leaver: account('freeCaller', deletionRequested(overdueDays)),
  }, async ({ leaver: { email, password, deleted }, visitor, expect, eventually }) => {
    // Otherwise the job that deletes accounts may run later.
    const claim = deleted === true ? expect : expect.implied
    const { call } = await awaitRefusal(() => visitor.logIn({ email, password }), eventually)
    const circumstances = `${overdueDays} days after the request for deletion, for the owner of a team without others`
    await claim(call).refused('authentication failure', circumstances)
  })

  it('DEL-34 Neither a password that was right before, nor a token, opens an account that is deleted. (3.2b, 8a, 4.2c)', {
    user: freshUser(),
    other: newCredentials,
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
      // The deletion that was requested was that of the account before.
      const renewed = await logInWithRetry(visitor, expect, { ...other, email })
      await expect(visitor.withToken(renewed.accessToken).deleteAccount({ password: other.password })).accepted()
    }
    await expect.profile(again).accepted()
  })

  it('DEL-35 A right password that was refused for the other members vouches for no wrong one, once they are gone. (4.5g, 4.5i)', {
    team: ownerWith({}),
    other: newCredentials,
  }, async ({ team: { owner, members }, other, expect, eventually }) => {
    const { deleteAccount, password } = owner
    await expect(deleteAccount({ password })).refused('owner of a team with other members')
    await members[0]?.completeDeletion()
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

  scenario(
    'DEL-33 An owner whose only other member is deleted can leave. (3.2a, 4.5a, 4.5i, 8a)',
    { owner: ownerWithFormerMember },
    ({ owner }) => leaves(owner),
  )

  it('DEL-36 A member who joins a team whose owner is leaving stays when the account of the owner is deleted. (sound, 3.2b)', {
    team: leavingOwner,
  }, async ({ team: { owner, addMember }, visitor, expect, eventually }) => {
    await expect(owner.deleteAccount({ password: owner.password })).accepted()
    const member = await addMember()
    await owner.completeDeletion()
    await awaitRefusal(() => visitor.logIn({ email: owner.email, password: owner.password }), eventually)
    const { email, password } = member
    for (let times = 0; times < 3; times++) await logInWithRetry(visitor, expect, { email, password })
  })

  it('DEL-37 A team whose last user is leaving keeps its incidents when another member is deleted. (sound, 3.2b)', {
    team: leavingOwner,
  }, async ({ team: { owner, addMember, makeIncident }, expect }) => {
    const id = await makeIncident()
    await expect(owner.deleteAccount({ password: owner.password })).accepted()
    const { deleted } = await addMember(deletionRequested(overdueDays))
    assertDeleted(deleted)
    // The document leaves open what a user who is leaving may do.
    const after = await owner.deleteIncident(id)
    const name = 'an incident is still found after another member was deleted'
    expect.sound(after.response.status !== 404, name, summarizeResponse(after)).toHold()
  })

  it("DEL-30 A deleted member leaves the team's incidents, statistics and other members. (sound, 3.2b)", {
    team: teamOfDeletedMember,
  }, async ({ team, visitor, expect }) => {
    const { owner, others, former, incident, detected, monitor, service } = team
    assertDeleted(former.deleted)
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
})
