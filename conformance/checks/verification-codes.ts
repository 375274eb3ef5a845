/** Document 4.5: an OAuth user proves identity with a verification code. */

import { limits } from '@monitoring-service/contract'
import type { Caller } from '../client/callers.ts'
import { isMasked } from '../document/listed-record.ts'
import { findRecord, readListing } from '../document/read-listing.ts'
import { InapplicableError, UnverifiedError } from '../records/errors.ts'
import { account, adminKey, newCredentials } from '../records/recipes.ts'
import { summarizeForm } from '../verdict/format.ts'
import { leaves, logsIn, sends, wrongCode } from './support/calls.ts'
import { namedRecords, otherPassword } from './support/named-records.ts'
import { again, code, given, suite } from './support/scenario.ts'
import { atOnce, each, either, refused, type Steps, times, tries } from './support/steps.ts'

/** So many wrong codes, each another one. */
const guesses = (count: number): Steps =>
  Array.from({ length: count }, (_, index) => leaves('byCode', wrongCode(index)))
const oddCodes = (code: string) => [
  ...[code.slice(0, 5), `${code}0`, `0${code}`, 'abcdef', '', true, null, [...code], [code], { code }],
  // The same number, if the code begins with 0.
  ...[code.slice(1), Number(code)],
  // An implementation may ignore spaces.
  ...[` ${code}`, `${code}\n`, [...code].join(' ')],
]

/** The hook may omit the address. */
const logsInWrongly = ({ email }: Caller) =>
  email === undefined
    ? leaves('byCode', { password: otherPassword })
    : logsIn('byCode', { email, password: otherPassword })

export const verificationCodes = suite('Account deletion', {
  'DEL-10 An OAuth user schedules the deletion with the verification code, in 30 days, too. (3.2a, 3.2b, 4.5c, 4.5d, 8a)':
    [leaves('byZeroCode'), refused(undefined, leaves('byZeroCode'))],

  'DEL-11 An OAuth user must supply the right verification code; a refused proof schedules nothing. (4.5c, 5d)': [
    refused('wrong verification code', leaves('byCode', wrongCode(0)), leaves('byCode', wrongCode(5))),
    refused('invalid body', leaves('byCode', {})),
    refused('wrong password', leaves('byCode', { password: otherPassword }), leaves('byCode', { password: '' })),
    leaves('byCode'),
  ],

  'DEL-23 An OAuth user to whom no code was issued has none. (4.5c, 5d)': [
    each(['000000', '123456', '111111', '999999'], (verificationCode) =>
      refused('wrong verification code', leaves('codeless', { verificationCode })),
    ),
    each([{ verificationCode: '' }, { verificationCode: null }, { password: '' }], (proof) =>
      refused(undefined, leaves('codeless', proof)),
    ),
    refused(undefined, leaves('codeless', { password: otherPassword, verificationCode: '123456' })),
  ],

  'DEL-28 A verification code that has expired is refused. (sound, 4.5c, 5d)': refused(
    'wrong verification code',
    leaves('expired'),
    leaves('expired', wrongCode()),
    leaves('expired'),
  ),

  'DEL-14 The verification code of another user is refused, also a second time, and is no access token. (4.5c, 5c, 5d)':
    given({ one: account('oauthUser'), other: account('oauthUser') }, ({ one, other, other: { verificationCode } }) => {
      if (verificationCode === one.verificationCode) throw new InapplicableError('all OAuth users have the same code')
      const body = { verificationCode }
      return [
        refused('wrong verification code', times(2, leaves(one, body))),
        refused('unauthenticated', sends('scheduleAccountDeletion', undefined, { body })),
        leaves(other),
      ]
    }),

  'DEL-15 A user without a password cannot log in with any, and no other can sign up with its e-mail. (4.2c, 4.1f)':
    code(
      { user: account('oauthUser'), other: newCredentials, caller: adminKey },
      async ({ user, visitor, other, expect, run, listing, eventually }) => {
        const { verificationCode, teamId } = user
        await run(leaves(user))
        // The hook may omit the address; the listing shows it.
        const readRecord = async () => findRecord(await readListing(listing), { teamId })
        const email = user.email ?? (await eventually(readRecord))?.email
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
      },
    ),

  'DEL-13 A verification code has 6 digits. (4.5d)': given(
    { byZeroCode: namedRecords.byZeroCode },
    ({ byZeroCode }) => [
      each(oddCodes(byZeroCode.verificationCode ?? ''), (verificationCode) =>
        refused('invalid body', leaves(byZeroCode, { verificationCode })),
      ),
      // None of these is a try: the code is still right.
      leaves(byZeroCode),
    ],
  ),

  'DEL-21 Of simultaneous requests with one verification code at most one schedules the deletion. (3.2c, 4.5c)': again(
    atOnce(times(4, either(leaves('byCode')))),
  ),

  'DEL-43 After five wrong codes the right one is refused. (profile, 4.5c)': [
    tries('alone', refused('wrong verification code', guesses(limits.verificationCodeAttempts))),
    refused('wrong verification code', leaves('byCode')),
  ],

  'DEL-44 After four wrong codes the right one is accepted. (profile, 4.5c)': [
    tries('alone', refused('wrong verification code', guesses(limits.verificationCodeAttempts - 1))),
    leaves('byCode'),
  ],

  'DEL-46 Wrong log-ins, passwords and codes have one limit, also without a password and after the deletion was requested. (profile, 4.2c, 4.5g)':
    given({ byCode: namedRecords.byCode, alone: namedRecords.alone }, ({ byCode }) => [
      leaves(byCode),
      tries(
        'alone',
        refused(
          undefined,
          times(3, logsInWrongly(byCode), leaves(byCode, { password: otherPassword }), guesses(1)),
          logsInWrongly(byCode),
        ),
        refused('too many tries', guesses(1)),
      ),
    ]),
})
