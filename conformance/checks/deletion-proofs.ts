/** Document 4.5: the proof of identity with which a user with a password deletes the account. */

import type { Caller } from '../client/callers.ts'
import type { User } from '../records/newcomers.ts'
import { freshUser, newCredentials, user } from '../records/recipes.ts'
import { attemptOnce } from './support/attempts.ts'
import { invalidBodies, nonObjects, similarPasswords } from './support/invalid-values.ts'
import { logInAgain } from './support/log-in-again.ts'
import { suite } from './support/suite.ts'

export const deletionProofs = suite('Account deletion', {}, ({ it }) => {
  it('DEL-03 A wrong password is refused, and schedules nothing. (4.5g, 5d)', {
    user: freshUser(),
    other: newCredentials,
  }, async ({ user, other, visitor, expect }) => {
    let caller: Caller = user
    for (const password of [other.password, user.password.toLowerCase()]) {
      await expect(caller.deleteAccount({ password })).refused('wrong password')
      caller = await logInAgain(visitor, expect, user)
    }
    await expect(caller.deleteAccount({ password: user.password })).accepted()
  })

  it('DEL-04 A password that is almost right is refused. (4.5g)', {
    user: user,
  }, async ({ user, visitor, expect }) => {
    let caller: Caller = user
    for (const password of similarPasswords(user.password)) {
      await expect(caller.deleteAccount({ password })).refused('wrong password')
      caller = await logInAgain(visitor, expect, user)
    }
    // The document does not state how many wrong passwords lock an account.
    await expect.implied(caller.deleteAccount({ password: user.password })).accepted()
  })

  it('DEL-16 However often a wrong password is repeated, it is refused, for a deletion and at log-in. (4.5g, 4.2c)', {
    user: user,
    other: user,
    wrong: newCredentials,
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
    user: user,
    other: newCredentials,
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
    user: user,
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

  it('DEL-07 A password that is not text is refused. (4.5b)', { user: user }, async ({ user, expect }) => {
    for (const { body } of invalidBodies('login', 'password', { password: user.password })) {
      await expect(user.deleteAccount(body)).refused('invalid body')
    }
  })

  it('DEL-41 Exactly one proof is accepted, and no other property. (profile, 4.5e)', {
    user: user,
  }, async ({ user: { password, deleteAccount }, expect }) => {
    await expect(deleteAccount({ password, verificationCode: '123456' })).refused('invalid body')
    for (const reason of ['moving on', null]) {
      await expect(deleteAccount({ password, reason })).refused('invalid body')
    }
    await expect(deleteAccount({ verificationCode: '12345６' })).refused('invalid body')
    await expect(deleteAccount({ password })).accepted()
  })

  it('DEL-45 The right password is accepted after nine wrong ones. (profile, 4.5g)', {
    user: user,
    other: user,
    wrong: newCredentials,
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
