/** Document 3.2 and 4.5: the owner of an account schedules its deletion, once, after proof of identity. */

import { orderOfErrors } from '../assess/conditions.ts'
import { parseTime } from '../assess/matchers.ts'
import { statusAndCode, summarizeResponse } from '../assess/response.ts'
import type { AccountDeletion, Caller, Session } from '../client/callers.ts'
import type { Assertions, Expect } from '../dsl/expect.ts'
import { suite } from '../dsl/suite.ts'
import type { User } from '../fixtures/newcomers.ts'
import { InapplicableError } from '../fixtures/provider.ts'
import {
  auto,
  freshUser,
  leavingReader,
  monitor,
  newCredentials,
  open,
  ownerWithMember,
  ownerWithMembers,
  ownerWithReader,
  ownTeam,
  user,
  writer,
} from '../fixtures/recipes.ts'
import { attemptOnce } from './attempts.ts'
import { invalidBodies, nonObjects, similarPasswords } from './invalid-values.ts'
import { logInAgain } from './log-in-again.ts'
import { rowsOf } from './statistics-subjects.ts'
import { randomUlid } from './test-ids.ts'

const day = 24 * 60 * 60 * 1000
/** In days: an implementation may count those of a calendar, with summer time, and round up to the end of one. */
const thirtyDays = { least: 29.9, most: 30.99999 }

/** The document only implies that a user who signs up owns the team; the role may say so. */
export const claimOf = (expect: Expect, { user }: Session): Assertions =>
  user.role.toLowerCase() === 'owner' ? expect : expect.implied

/** The deletion was requested now, and the account remains for 30 days. */
export function expectGrace(expect: Expect, scheduled: AccountDeletion): void {
  expect.sound(scheduled.deletionRequestedAt, 'deletionRequestedAt').toBeRecent()
  const grace = (parseTime(scheduled.deletionScheduledAt) - parseTime(scheduled.deletionRequestedAt)) / day
  expect(grace, 'the grace period in days').toBeBetween(thirtyDays.least, thirtyDays.most)
  expect.profile(grace, 'the grace period in days').toBe(30)
}

export const accountDeletion = suite('Account deletion', {}, ({ it, race }) => {
  it('DEL-01 With the right password the deletion is scheduled, in 30 days. (3.2a, 3.2b, 4.5a, 4.5f, 8a, 1b)', {
    user: freshUser(),
  }, async ({ user, expect }) => {
    const scheduled = await expect(user.deleteAccount({ password: user.password })).accepted()
    expectGrace(expect, scheduled)
  })

  it('DEL-02 A deletion that was already requested is refused, and its address is registered until then. (3.2c, 4.5h, 4.1f)', {
    user: user(),
  }, async ({ user, visitor, expect }) => {
    // Each process of the target has seen the account before.
    for (let seen = 0; seen < 3; seen++) await expect(user.deleteAccount({})).refused('invalid body')
    await expect(user.deleteAccount({ password: user.password })).accepted()
    await expect(user.deleteAccount({ password: user.password })).refused('deletion already requested')
    await expect(user.deleteAccount({ password: user.password })).refused('deletion already requested')
    const { email, password } = user
    await expect(visitor.signUp({ email, password: `${password}x` })).refused('e-mail already registered')
    // A wrong proof does not cancel the request.
    const wrong = user.deleteAccount({ password: `${user.password}x` })
    await expect(wrong).answered()
    await expect.profile(wrong).refused('wrong password', orderOfErrors)
    await expect(user.deleteAccount({ password: user.password })).refused('deletion already requested')
  })

  it('DEL-03 A wrong password is refused, and schedules nothing. (4.5g, 5d)', {
    user: freshUser(),
    other: newCredentials(),
  }, async ({ user, other, visitor, expect }) => {
    let caller: Caller = user
    for (const password of [other.password, user.password.toLowerCase()]) {
      await expect(caller.deleteAccount({ password })).refused('wrong password')
      caller = await logInAgain(visitor, expect, user)
    }
    await expect(caller.deleteAccount({ password: user.password })).accepted()
  })

  it('DEL-04 A password that is almost right is refused. (4.5g)', {
    user: user(),
  }, async ({ user, visitor, expect }) => {
    let caller: Caller = user
    for (const password of similarPasswords(user.password)) {
      await expect(caller.deleteAccount({ password })).refused('wrong password')
      caller = await logInAgain(visitor, expect, user)
    }
    // The document does not state how many wrong passwords lock an account.
    await expect.implied(caller.deleteAccount({ password: user.password })).accepted()
  })

  it("DEL-17 The scheduled deletion of a member leaves the team's incidents and statistics. (3.2a, 3.2b)", {
    someone: leavingReader(),
    other: leavingReader(),
    incident: open(),
    detected: auto(),
    thing: monitor(),
    caller: writer(),
  }, async ({ someone, other, incident, detected, thing, caller, expect }) => {
    if (someone.email === other.email) throw new InapplicableError('there is only one reader who can leave')
    await expect(someone.deleteAccount({ password: someone.password })).accepted()
    await expect.sound(caller.resolve(incident.id)).accepted()
    await expect.sound(caller.resolve(detected.id)).accepted()
    const { deletedCount } = await expect.sound(caller.resetMonitor(thing.id)).accepted()
    expect.sound(deletedCount, 'deletedCount').toBe(thing.days.length)
  })

  it('DEL-22 Until an account is deleted, the incidents and statistics of its team stay. (3.2b, 8a)', {
    team: ownTeam(),
  }, async ({ team, expect }) => {
    const { owner, incident, detected, monitor, service } = team
    const unknown = await owner.resolve(randomUlid())
    await expect(owner.deleteAccount({ password: owner.password })).accepted()
    for (const { id } of [incident, detected]) {
      const call = owner.resolve(id)
      const observation = summarizeResponse(await call)
      // The document leaves open whether an account works until then; 401 and 403 say that it does not.
      await expect(call).answered()
      const isThere = statusAndCode(await call) !== statusAndCode(unknown)
      const isKnown = ![401, 403].includes(unknown.response.status)
      if (isKnown) expect(isThere, 'whether the incident is still found', observation).toBe(true)
    }
    for (const [reset, id, rows] of [
      [owner.resetMonitor, monitor.id, monitor.days.length],
      [owner.resetService, service.id, rowsOf(service)],
    ] as const) {
      const done = await expect(reset(id)).answered()
      if (done) expect(done.deletedCount, 'deletedCount').toBe(rows)
    }
  })

  it('DEL-16 However often a wrong password is repeated, it is refused, for a deletion and at log-in. (4.5g, 4.2c)', {
    user: user(),
    other: user(),
    wrong: newCredentials(),
  }, async ({ user, other, wrong: { password }, visitor, expect, withoutRetry }) => {
    const leave = ({ deleteAccount }: User) => deleteAccount({ password })
    const logIn = ({ email }: User) => visitor.logIn({ email, password })
    const locked = new Set<unknown>()
    for (const attempt of Array.from({ length: 7 }, () => [leave, logIn]).flat()) {
      // Further tries would only wait.
      if (locked.has(attempt)) continue
      const call = attemptOnce(withoutRetry, attempt, user, other)
      await expect(call).refused()
      if ((await call).response.status === 429) locked.add(attempt)
    }
  })

  it('DEL-05 A password user must supply the password; a code does not replace it, or a wrong one. (4.5b, 4.5g)', {
    user: user(),
    other: newCredentials(),
  }, async ({ user, other, visitor, expect }) => {
    let caller: Caller = user
    for (const verificationCode of ['123456', '000000']) {
      await expect(caller.deleteAccount({ verificationCode })).refused('wrong verification code')
    }
    for (const [wrong, condition] of [
      [{ password: '' }, 'wrong password'],
      // An invalid body or a wrong password: either is a reason.
      [{ password: other.password, verificationCode: '123456' }, undefined],
    ] as const) {
      caller = await logInAgain(visitor, expect, user)
      await expect(caller.deleteAccount(wrong)).refused(condition)
    }
    caller = await logInAgain(visitor, expect, user)
    await expect.implied(caller.deleteAccount({ password: user.password })).accepted()
  })

  it('DEL-06 The body is required, an object with a proof; a refused one schedules nothing. (4.5e, 5d)', {
    user: user(),
  }, async ({ user, visitor, expect }) => {
    const { password } = user
    for (const negative of nonObjects) {
      await expect(user.send('scheduleAccountDeletion', negative)).refused('invalid body')
    }
    // The document leaves open whether a second proof is refused.
    const isScheduled = await expect(user.deleteAccount({ password, verificationCode: '123456' })).answered()
    if (isScheduled) return
    const again = await logInAgain(visitor, expect, user)
    await expect(again.deleteAccount({ password })).accepted()
  })

  it('DEL-07 A password that is not text is refused. (4.5b)', { user: user() }, async ({ user, expect }) => {
    for (const { body } of invalidBodies('login', 'password', { password: user.password })) {
      await expect(user.deleteAccount(body)).refused('invalid body')
    }
  })

  it('DEL-09 An owner of a team that has other members is refused. (4.5i)', {
    owner: ownerWithMember(),
    crowded: ownerWithMembers(),
    alone: user(),
  }, async ({ owner, crowded, alone, expect }) => {
    for (const { deleteAccount, password } of [owner, owner, crowded]) {
      await expect(deleteAccount({ password })).refused('owner of a team with other members')
    }
    await expect(alone.deleteAccount({ password: alone.password })).accepted()
  })

  it('DEL-08 An owner whose only other member has read scope is refused, too. (4.5i)', {
    owner: ownerWithReader(),
  }, async ({ owner: { deleteAccount, password, session }, expect }) => {
    await claimOf(expect, session)(deleteAccount({ password })).refused('owner of a team with other members')
  })

  race(
    'DEL-20 Of simultaneous requests exactly one schedules the deletion. (3.2c, 4.5h)',
    { user: user() },
    ({ user }) => user.deleteAccount({ password: user.password }),
    'deletion already requested',
  )

  it('DEL-40 During the grace period the account works; after a new log-in a second request is still refused. (3.2c)', {
    user: user(),
  }, async ({ user: { email, password, deleteAccount, withToken }, visitor, expect }) => {
    await expect(deleteAccount({ password })).accepted()
    const logIn = visitor.logIn({ email, password })
    const session = await expect(logIn).answered('authentication failure')
    const observation = summarizeResponse(await logIn)
    expect.profile(session !== undefined, 'whether the user can log in during the grace period', observation).toBe(true)
    if (!session) return
    // The document does not show how a deletion is cancelled; a log-in may be the way.
    const again = withToken(session.accessToken).deleteAccount({ password })
    const scheduledAgain = await expect(again).answered('deletion already requested')
    expect.profile(scheduledAgain, 'a second request after a log-in').toBe(undefined)
  })

  it('DEL-41 Exactly one proof is accepted, and no other property. (profile, 4.5e)', {
    user: user(),
  }, async ({ user: { password, deleteAccount }, expect }) => {
    await expect(deleteAccount({ password, verificationCode: '123456' })).refused('invalid body')
    for (const reason of ['moving on', null]) {
      await expect(deleteAccount({ password, reason })).refused('invalid body')
    }
    await expect(deleteAccount({ verificationCode: '12345６' })).refused('invalid body')
    await expect(deleteAccount({ password })).accepted()
  })

  it('DEL-45 The right password is accepted after nine wrong ones. (profile, 4.5g)', {
    user: user(),
    other: user(),
    wrong: newCredentials(),
  }, async ({ user, other, wrong, expect, withoutRetry }) => {
    const guess = (who: User) => who.deleteAccount({ password: wrong.password })
    // A space more is another password.
    await expect(user.deleteAccount({ password: ` ${user.password}` })).refused('wrong password')
    for (let tried = 1; tried < 9; tried++) {
      await expect.sound(attemptOnce(withoutRetry, guess, user, other)).refused('wrong password')
    }
    await expect(user.deleteAccount({ password: user.password })).accepted()
  })
})
