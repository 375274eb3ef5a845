/** How many attempts to log in openapi.yaml allows. */

import { limits } from '@monitoring-service/contract'
import { UnverifiedError } from '../records/errors.ts'
import type { User } from '../records/newcomers.ts'
import { newCredentials, user } from '../records/recipes.ts'
import { attemptOnce, findLimit } from './support/attempts.ts'
import { suite } from './support/suite.ts'

const allowedTries = limits.attempts

export const logInLimits = suite('Log-in', {}, ({ it }) => {
  it('LOGIN-42 After ten wrong passwords, some at log-in and some for a deletion, even the right one is rate-limited. (profile, 4.2c, 4.5g)', {
    someone: user,
    other: user,
    wrong: newCredentials,
  }, async ({ visitor, someone, other, wrong: { password: wrong }, expect, withoutRetry }) => {
    const logInAgain = ({ email, password }: User) => visitor.logIn({ email, password })
    const leave = ({ deleteAccount, password }: User) => deleteAccount({ password })
    const wrongly =
      <T>(attempt: (who: User) => T) =>
      (who: User) =>
        attempt({ ...who, password: wrong })
    // However the address is written, it is the same account.
    const shouting = { ...someone, email: someone.email.toUpperCase() }
    for (let tried = 0; tried < allowedTries / 2; tried++) {
      await expect
        .sound(attemptOnce(withoutRetry, wrongly(logInAgain), tried % 2 === 0 ? someone : shouting, other))
        .refused('authentication failure')
      await expect.sound(attemptOnce(withoutRetry, wrongly(leave), someone, other)).refused('wrong password')
    }
    const again = () => attemptOnce(withoutRetry, wrongly(logInAgain), someone, other)
    const { limit, seen } = await findLimit(expect, allowedTries, again, {
      [allowedTries + allowedTries / 2]: 'each operation counts for itself',
    })
    expect(limit, 'the number of wrong passwords, half of the first ten at log-in, until one is too many', seen).toBe(
      allowedTries,
    )
    for (const attempt of [logInAgain, leave]) {
      await expect(attemptOnce(withoutRetry, attempt, someone, other)).refused(
        'too many tries',
        `after ${limit} wrong passwords`,
      )
    }
  })

  it('LOGIN-44 A log-in forgets the wrong passwords before it. (profile, 4.2a)', {
    someone: user,
    other: user,
    wrong: newCredentials,
  }, async ({ visitor, someone, other, wrong: { password: wrong }, expect, withoutRetry }) => {
    const logIn = ({ email, password }: User) => visitor.logIn({ email, password })
    const logInWrongly = ({ email }: User) => visitor.logIn({ email, password: wrong })
    for (let round = 1; round <= 2; round++) {
      for (let tried = 0; tried < allowedTries - 1; tried++) {
        await expect.sound(attemptOnce(withoutRetry, logInWrongly, someone, other)).refused()
      }
      const circumstances = `after ${round} times ${allowedTries - 1} wrong passwords, with a log-in between`
      await expect(attemptOnce(withoutRetry, logIn, someone, other)).accepted(round === 1 ? undefined : circumstances)
    }
  })

  it('LOGIN-43 Of simultaneous wrong log-ins with one address ten are refused, the others rate-limited; no account makes no difference. (profile, 4.2c)', {
    someone: user,
    unregistered: newCredentials,
    apart: newCredentials,
  }, async ({ visitor, someone, unregistered, apart, expect, together, withoutRetry }) => {
    const { password } = unregistered
    const compared: string[] = []
    for (const email of [someone.email, unregistered.email]) {
      const calls = await together(() => withoutRetry(() => visitor.logIn({ email, password })), 12)
      const statuses = await Promise.all(calls.map(async (call) => (await call).response.status))
      if (statuses.includes(429)) {
        const { response } = await withoutRetry(() => visitor.logIn(apart))
        if (response.status === 429) throw new UnverifiedError('the target limits the rate of all requests (429)')
      }
      for (const [index, call] of calls.entries()) {
        await expect(call).refused(statuses[index] === 429 ? 'too many tries' : 'authentication failure')
      }
      const which = email === someone.email ? 'an account' : 'no account'
      const name = `the number of log-ins that were compared, of 12 at once with the address of ${which},`
      const refused = statuses.filter((status) => status === 401).length
      compared.push(`${refused} with the address of ${which}`)
      expect(refused, name, compared.toReversed().join('; ')).toBe(allowedTries)
    }
  })
})
