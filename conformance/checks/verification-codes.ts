/** Document 4.5: an OAuth user proves identity with a verification code. */

import { randomInt } from 'node:crypto'
import { isMasked } from '../document/list-deletion-requests.ts'
import { readListing } from '../document/read-listing.ts'
import { InapplicableError, UnverifiedError } from '../records/errors.ts'
import { firstOf } from '../records/recipe.ts'
import { account, adminKey, newCredentials } from '../records/recipes.ts'
import { orderOfErrors } from '../verdict/conditions.ts'
import { summarizeForm } from '../verdict/format.ts'
import { expectGrace } from '../verdict/grace-period.ts'
import { pagesOf } from './support/await-listing.ts'
import { partition, suite } from './support/suite.ts'
import { wrongCode, wrongCodes } from './support/wrong-codes.ts'

/** A random code that begins with 0. */
const codeWithZero = () => `0${randomInt(10_000, 100_000)}`

export const verificationCodes = suite('Account deletion', {}, ({ it, again }) => {
  it('DEL-10 An OAuth user schedules the deletion with the verification code, in 30 days, too. (3.2a, 3.2b, 4.5c, 4.5d, 8a)', {
    user: firstOf(account('oauthUser', { verificationCode: codeWithZero() }), account('oauthUser')),
  }, async ({ user: { verificationCode, deleteAccount }, expect }) => {
    const scheduled = await expect(deleteAccount({ verificationCode })).accepted()
    expectGrace(expect, scheduled)
    // The code was used, the deletion requested: either is a reason.
    const again = deleteAccount({ verificationCode })
    await expect(again).refused()
    await expect.profile(again).refused('wrong verification code', orderOfErrors)
  })

  it('DEL-11 A wrong verification code is refused, and schedules nothing. (4.5c, 5d)', {
    user: account('oauthUser'),
  }, async ({ user: { verificationCode, deleteAccount }, expect }) => {
    for (const wrong of wrongCodes(verificationCode)) {
      await expect(deleteAccount({ verificationCode: wrong })).refused('wrong verification code')
    }
    // The document does not state how many wrong proofs invalidate the code.
    await expect.implied(deleteAccount({ verificationCode })).accepted()
  })

  it('DEL-23 An OAuth user to whom no code was issued has none. (4.5c, 5d)', {
    user: account('oauthUser', { verificationCode: null }),
    other: newCredentials,
  }, async ({ user: { deleteAccount }, other: { password }, expect }) => {
    for (const verificationCode of ['000000', '123456', '111111', '999999']) {
      await expect(deleteAccount({ verificationCode })).refused('wrong verification code')
    }
    for (const proof of [
      { verificationCode: '' },
      { verificationCode: null },
      { password: '' },
      { password, verificationCode: '123456' },
    ]) {
      await expect(deleteAccount(proof)).refused()
    }
  })

  it('DEL-28 A verification code that has expired is refused. (sound, 4.5c, 5d)', {
    user: account('oauthUser', { verificationCodeExpired: true }),
  }, async ({ user: { deleteAccount, verificationCode }, expect }) => {
    // A wrong one between them does not make it valid.
    for (const code of [verificationCode, wrongCode(verificationCode), verificationCode]) {
      await expect(deleteAccount({ verificationCode: code })).refused('wrong verification code')
    }
  })

  it('DEL-12 An OAuth user must supply the verification code; a password does not replace it. (4.5c, 5d)', {
    user: account('oauthUser'),
    other: newCredentials,
  }, async ({ user: { verificationCode, deleteAccount }, other, expect }) => {
    await expect(deleteAccount({})).refused('invalid body')
    await expect(deleteAccount({ password: other.password })).refused('wrong password')
    await expect(deleteAccount({ password: '' })).refused('wrong password')
    await expect.implied(deleteAccount({ verificationCode })).accepted()
  })

  it('DEL-14 The verification code of another user is refused, also a second time, and is no access token. (4.5c, 5c, 5d)', {
    one: account('oauthUser'),
    other: account('oauthUser'),
  }, async ({ one, other, visitor, expect }) => {
    const { verificationCode } = other
    if (verificationCode === one.verificationCode) throw new InapplicableError('all OAuth users have the same code')
    for (let tried = 0; tried < 2; tried++) {
      await expect(one.deleteAccount({ verificationCode })).refused(
        'wrong verification code',
        'for the code of another user',
      )
    }
    await expect(visitor.deleteAccount({ verificationCode })).refused('unauthenticated')
    await expect.implied(other.deleteAccount({ verificationCode })).accepted()
  })

  it('DEL-15 A user without a password cannot log in with any, and no other can sign up with its e-mail. (4.2c, 4.1f)', {
    user: account('oauthUser'),
    other: newCredentials,
    caller: adminKey,
  }, async ({ user, visitor, other, caller, expect, eventually }) => {
    const { verificationCode, deleteAccount, teamId } = user
    await expect(deleteAccount({ verificationCode })).accepted()
    // The hook may omit the address; the listing shows it.
    const findRecord = async () => {
      const { records } = await readListing(pagesOf(caller, expect))
      return records.find((record) => record.teamId === teamId)
    }
    const email = user.email ?? (await eventually(findRecord))?.email
    if (email === undefined || isMasked(email)) throw new UnverifiedError('no e-mail of an OAuth user')
    for (const password of [other.password, '', 'undefined', 'null', verificationCode]) {
      const call = visitor.logIn({ email, password })
      await expect(call).refused('authentication failure')
      if (password !== other.password) continue
      const [withoutPassword, unknown] = [summarizeForm(await call, email), await visitor.logIn(other)]
      for (const claim of [expect.hardening, expect.profile]) {
        claim(withoutPassword, 'the answer for a user without a password').toBe(summarizeForm(unknown, other.email))
      }
    }
    await expect(visitor.signUp({ ...other, email })).refused('e-mail already registered')
  })

  it('DEL-13 A verification code has 6 digits. (4.5d)', {
    user: account('oauthUser'),
  }, async ({ user: { verificationCode = '', deleteAccount }, expect }) => {
    const digits = [...verificationCode]
    for (const odd of [verificationCode.slice(0, 5), `${verificationCode}0`, `0${verificationCode}`, 'abcdef', '']) {
      await expect(deleteAccount({ verificationCode: odd })).refused('invalid body')
    }
    for (const odd of [Number(verificationCode), digits, [verificationCode], { code: verificationCode }, true, null]) {
      await expect(deleteAccount({ verificationCode: odd })).refused('invalid body')
    }
    for (const odd of [` ${verificationCode}`, `${verificationCode}\n`, digits.join(' ')]) {
      await expect.implied(deleteAccount({ verificationCode: odd })).refused('invalid body')
    }
    // None of these is a try: the code is still right.
    await expect.profile(deleteAccount({ verificationCode })).accepted()
  })

  again(
    'DEL-21 Of simultaneous requests with one verification code at most one schedules the deletion. (3.2c, 4.5c)',
    { user: account('oauthUser') },
    async ({ user: { verificationCode, deleteAccount }, expect, together }) => {
      const { succeeded, failed } = await partition(await together(() => deleteAccount({ verificationCode })))
      // The document leaves open whether a code works for any of several simultaneous requests.
      expect(succeeded.length, 'the number of calls that succeeded').toBeBetween(0, 1)
      expect.profile(succeeded.length, 'the number of calls that succeeded').toBe(1)
      // The code was used, or was still right and the deletion already requested.
      for (const call of failed) await expect(call).refused()
    },
  )
})
