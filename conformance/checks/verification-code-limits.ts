/** Document 4.5: how many wrong verification codes and other proofs openapi.yaml allows. */

import { limits } from '@monitoring-service/contract'
import type { Call, Caller } from '../client/callers.ts'
import type { Exchange } from '../client/http.ts'
import { ifAvailable } from '../records/errors.ts'
import { recipe } from '../records/recipe.ts'
import { account, newCredentials, user } from '../records/recipes.ts'
import { statusAndCode } from '../verdict/format.ts'
import { attemptOnce, findLimit, manyTries } from './support/attempts.ts'
import { type CheckTools, suite } from './support/suite.ts'
import { wrongCode } from './support/wrong-codes.ts'

type Owner = Caller & { verificationCode?: string }

const leaveBy = ({ deleteAccount, verificationCode }: Owner) => deleteAccount({ verificationCode })

/** Requests for deletion with so many wrong codes. */
function* guesses(times: number): Generator<(one: Owner, code?: string) => Call<unknown>> {
  for (let index = 0; index < times; index++) {
    yield ({ deleteAccount }, code) => deleteAccount({ verificationCode: wrongCode(code, index) })
  }
}

/** Makes another one when it is called; undefined if there is none. */
const spareOAuthUser = recipe(
  [],
  async ({ account }) =>
    () =>
      ifAvailable(account('oauthUser')),
)

export const verificationCodeLimits = suite('Account deletion', {}, ({ it }) => {
  it('DEL-43 After five wrong codes the right one is refused. (profile, 4.5c)', {
    user: account('oauthUser'),
    other: user,
    makeSpare: spareOAuthUser,
  }, async ({ user, other, makeSpare, expect, withoutRetry }) => {
    const before = await guessWrongly({ expect, withoutRetry }, user, other, limits.verificationCodeAttempts)
    const last = leaveBy(user)
    const isAccepted = (await last).response.status < 300
    // The measurement explains the finding; its own failure must not replace that.
    const extent = isAccepted ? await describeExtent(withoutRetry, makeSpare).catch(() => '') : ''
    await expect(last).refused('wrong verification code', `${before}${extent}`)
  })

  it('DEL-44 After four wrong codes the right one is accepted. (profile, 4.5c)', {
    user: account('oauthUser'),
    other: user,
  }, async ({ user, other, expect, withoutRetry }) => {
    const before = await guessWrongly({ expect, withoutRetry }, user, other, limits.verificationCodeAttempts - 1)
    await expect(leaveBy(user)).accepted(before)
  })

  it('DEL-47 However many wrong codes were sent, no answer names the right one. (sound, 4.5c)', {
    user: account('oauthUser'),
    other: user,
  }, async ({ user, other, expect, withoutRetry }) => {
    const codeOf = (index: number) => wrongCode(user.verificationCode, index)
    for (let tried = 0; tried < manyTries; tried++) {
      const leave = ({ deleteAccount }: Caller) => deleteAccount({ verificationCode: codeOf(tried) })
      await expect(attemptOnce(withoutRetry, leave, user, other)).refused()
    }
  })

  it('DEL-46 Wrong log-ins, passwords and codes have one limit, also without a password and after the deletion was requested. (profile, 4.2c, 4.5g)', {
    user: account('oauthUser'),
    other: user,
    wrong: newCredentials,
  }, async ({ user, other, wrong: { password }, visitor, expect, withoutRetry }) => {
    const { verificationCode } = user
    await expect(user.deleteAccount({ verificationCode })).accepted()
    const leave = ({ deleteAccount }: Caller) => deleteAccount({ password })
    // The hook may omit the address.
    const logIn = (one: Caller): Call<unknown> =>
      one.email === undefined ? leave(one) : visitor.logIn({ email: one.email, password })
    const leaveByCode = ({ deleteAccount }: Caller) =>
      deleteAccount({ verificationCode: wrongCode(verificationCode, 2) })
    const round = [logIn, leave, leaveByCode]
    for (const attempt of [...round, ...round, ...round, logIn]) {
      await expect.sound(attemptOnce(withoutRetry, attempt, user, other)).refused()
    }
    const again = () => attemptOnce(withoutRetry, leaveByCode, user, other)
    const { limit, seen } = await findLimit(expect, limits.attempts, again, {
      // Four log-ins, and three passwords and three codes for a deletion.
      ...(user.email !== undefined && { [limits.attempts + 4]: 'log-ins and deletions count apart' }),
      [limits.attempts + 7]: 'each kind of proof counts apart',
    })
    expect(limit, 'the number of wrong log-ins, passwords and codes until one is too many', seen).toBe(limits.attempts)
    if (limit === limits.attempts) await expect(again()).refused('too many tries')
  })
})

/** Returns how many wrong codes were sent, and how they were answered. */
async function guessWrongly(
  { expect, withoutRetry }: Pick<CheckTools, 'expect' | 'withoutRetry'>,
  { verificationCode, ...one }: Owner,
  other: Owner,
  times: number,
): Promise<string> {
  const responses = new Set<string>()
  for (const guess of guesses(times)) {
    const attempt = attemptOnce(withoutRetry, (who: Owner) => guess(who, verificationCode), one, other)
    await expect.sound(attempt).refused('wrong verification code')
    responses.add(statusAndCode(await attempt))
  }
  return `after ${times} wrong codes, answered ${[...responses].join(', ')}`
}

/** Whether as many wrong codes as an account allows make the code of another user void. */
async function describeExtent(
  withoutRetry: CheckTools['withoutRetry'],
  makeSpare: () => Promise<Owner | undefined>,
): Promise<string> {
  const spare = await makeSpare()
  if (!spare) return ''
  // One more would lock the account.
  const times = limits.attempts - 1
  for (const guess of guesses(times)) await withoutRetry(() => guess(spare, spare.verificationCode))
  const { status }: Exchange['response'] = (await withoutRetry(() => leaveBy(spare))).response
  if (status === 401 || status === 403) return `; ${times} make another code void: does each process count for itself?`
  return `; not even ${times} make another code void: are they counted at all, and by all processes?`
}
