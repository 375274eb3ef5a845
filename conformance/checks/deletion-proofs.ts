/** Document 4.5: the proof of identity with which a user with a password deletes the account. */

import { leaves, logsIn, sends } from './support/calls.ts'
import { invalidBodies, nonObjects, similarPasswords } from './support/invalid-values.ts'
import { otherPassword } from './support/named-records.ts'
import { suite } from './support/scenario.ts'
import { by, each, refused, times, tries } from './support/steps.ts'

const oddPasswords = invalidBodies('login', 'password', {})

export const deletionProofs = suite('Account deletion', {
  'DEL-03 A wrong password is refused, and schedules nothing. (4.5g, 5d)': [
    refused('wrong password', leaves('newcomer', { password: otherPassword })),
    logsIn('newcomer'),
    refused(
      'wrong password',
      leaves('newcomer', ({ password }) => ({ password: password?.toLowerCase() })),
    ),
    logsIn('newcomer'),
    leaves('newcomer'),
  ],

  'DEL-04 A password that is almost right is refused. (4.5g)': [
    each([0, 1, 2], (index) => [
      refused(
        'wrong password',
        leaves('alone', ({ password = '' }) => ({ password: similarPasswords(password)[index] })),
      ),
      logsIn('alone'),
    ]),
    leaves('alone'),
  ],

  'DEL-16 However often a wrong password is repeated, it is refused, for a deletion and at log-in. (4.5g, 4.2c)': tries(
    'otherUser',
    refused(
      undefined,
      times(6, leaves('alone', { password: otherPassword }), logsIn('alone', { password: otherPassword })),
    ),
  ),

  'DEL-05 A password user must supply the password; a code does not replace it, or a wrong one. (4.5b, 4.5g)': [
    refused(
      'wrong verification code',
      leaves('alone', { verificationCode: '123456' }),
      leaves('alone', { verificationCode: '000000' }),
    ),
    logsIn('alone'),
    refused('wrong password', leaves('alone', { password: '' })),
    logsIn('alone'),
    // An invalid body or a wrong password: either is a reason.
    refused(undefined, leaves('alone', { password: otherPassword, verificationCode: '123456' })),
    logsIn('alone'),
    leaves('alone'),
  ],

  'DEL-06 The body is required, an object with a proof; a refused one schedules nothing. (4.5e, 5d)': [
    refused(
      'invalid body',
      each(nonObjects, (one) => by('alone', sends('scheduleAccountDeletion', undefined, one))),
      // The document leaves open whether a second proof is refused.
      leaves('alone', ({ password }) => ({ password, verificationCode: '123456' })),
    ),
    logsIn('alone'),
    leaves('alone'),
  ],

  'DEL-07 A password that is not text is refused. (4.5b)': each(oddPasswords, ({ body }) =>
    refused('invalid body', leaves('alone', body as object)),
  ),

  'DEL-41 Exactly one proof is accepted, and no other property. (profile, 4.5e)': [
    refused(
      'invalid body',
      each([{ verificationCode: '123456' }, { reason: 'moving on' }, { reason: null }], (more) =>
        leaves('alone', ({ password }) => ({ password, ...more })),
      ),
      leaves('alone', { verificationCode: '12345６' }),
    ),
    leaves('alone'),
  ],

  'DEL-45 The right password is accepted after nine wrong ones. (profile, 4.5g)': [
    tries(
      'otherUser',
      refused(
        'wrong password',
        // A space more is another password.
        leaves('alone', ({ password }) => ({ password: ` ${password}` })),
        times(8, leaves('alone', { password: otherPassword })),
      ),
    ),
    leaves('alone'),
  ],
})
