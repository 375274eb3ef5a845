/** Document 4.5: the proof of identity with which a user with a password deletes the account. */

import { user } from '../records/recipes.ts'
import { leaves, logsIn, sends } from './support/calls.ts'
import { similarPasswords, wrongBodies } from './support/invalid-values.ts'
import { otherPassword } from './support/named-records.ts'
import { given, suite } from './support/scenario.ts'
import { by, each, refused, times, tries } from './support/steps.ts'

export const deletionProofs = suite('Account deletion', {
  'DEL-03 A wrong password is refused, also if it is almost right, and schedules nothing. (4.5g, 5d)': given(
    { someone: user },
    ({ someone, someone: { password } }) => [
      each([otherPassword, ...similarPasswords(password)], (wrong) => [
        refused('wrong password', leaves(someone, { password: wrong })),
        logsIn(someone),
      ]),
      leaves(someone),
    ],
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

  'DEL-06 The body is required, an object with a proof that is text; a refused one schedules nothing. (4.5b, 4.5e, 5d)':
    [
      refused(
        'invalid body',
        each(wrongBodies('scheduleAccountDeletion', {}), (one) =>
          by('alone', sends('scheduleAccountDeletion', undefined, one)),
        ),
        // The document leaves open whether a second proof is refused.
        leaves('alone', ({ password }) => ({ password, verificationCode: '123456' })),
      ),
      logsIn('alone'),
      leaves('alone'),
    ],

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
