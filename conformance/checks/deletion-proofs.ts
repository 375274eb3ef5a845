/** Document 4.5: the proof of identity with which a user with a password deletes the account. */
import { invalidBodies, nonObjects, similarPasswords } from '../client/invalid-values.ts'
import type { User } from '../records/newcomers.ts'
import { newCredentials, user } from '../records/recipes.ts'
import { alone, newcomer, otherPassword, wrongCode, wrongPassword } from './support/account-cast.ts'
import { attemptOnce } from './support/attempts.ts'
import { logInAgain } from './support/log-in-again.ts'
import { each, leaves, logsIn, refused, scenarios } from './support/scenario.ts'

const oddPasswords = invalidBodies('login', 'password', {})

export const deletionProofs = scenarios('Account deletion', {}, ({ it, scenario }) => {
  scenario('DEL-03 A wrong password is refused, and schedules nothing. (4.5g, 5d)', [
    refused(wrongPassword, leaves(newcomer, { password: otherPassword })),
    logsIn(newcomer),
    refused(
      wrongPassword,
      leaves(newcomer, ({ password }) => ({ password: password?.toLowerCase() })),
    ),
    logsIn(newcomer),
    leaves(newcomer),
  ])

  scenario('DEL-04 A password that is almost right is refused. (4.5g)', [
    each([0, 1, 2], (index) => [
      refused(
        wrongPassword,
        leaves(alone, ({ password = '' }) => ({ password: similarPasswords(password)[index] })),
      ),
      logsIn(alone),
    ]),
    leaves(alone),
  ])

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

  scenario(
    'DEL-05 A password user must supply the password; a code does not replace it, or a wrong one. (4.5b, 4.5g)',
    [
      refused(wrongCode, leaves(alone, { verificationCode: '123456' }), leaves(alone, { verificationCode: '000000' })),
      logsIn(alone),
      refused(wrongPassword, leaves(alone, { password: '' })),
      logsIn(alone),
      // An invalid body or a wrong password: either is a reason.
      refused(undefined, leaves(alone, { password: otherPassword, verificationCode: '123456' })),
      logsIn(alone),
      leaves(alone),
    ],
  )

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

  scenario(
    'DEL-07 A password that is not text is refused. (4.5b)',
    refused(
      'invalid body',
      each(oddPasswords, ({ body }) => leaves(alone, body as object)),
    ),
  )

  scenario('DEL-41 Exactly one proof is accepted, and no other property. (profile, 4.5e)', [
    refused(
      'invalid body',
      each([{ verificationCode: '123456' }, { reason: 'moving on' }, { reason: null }], (more) =>
        leaves(alone, ({ password }) => ({ password, ...more })),
      ),
      leaves(alone, { verificationCode: '12345６' }),
    ),
    leaves(alone),
  ])

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
