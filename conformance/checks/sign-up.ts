/** Document 4.1: creating an account with e-mail and password, and with it a team. */

import { acceptedCredentials, newCredentials, sharedUser } from '../records/recipes.ts'
import { extended, leaves, logsIn, sends, signsUp } from './support/calls.ts'
import { wrongBodies } from './support/invalid-values.ts'
import { otherPassword } from './support/named-records.ts'
import { again, code, given, suite } from './support/scenario.ts'
import { atOnce, each, either, refused, times } from './support/steps.ts'

export const signUp = suite('Sign-up', {
  'SIGN-01 Signing up creates an account, which can log in. (4.1a, 2.1a, 2.1b, 2.1c, 2.1e, 0a, 9b)': [
    signsUp('credentials'),
    logsIn('credentials'),
  ],

  'SIGN-02 Each new account has a team of its own. (1a)': code(
    { one: sharedUser(), other: sharedUser(1), third: newCredentials },
    async ({ one, other, third, visitor, expect }) => {
      expect(one.teamId, 'teamId').toDifferFrom(other.teamId)
      expect(one.session.user.id, 'user.id').toDifferFrom(other.session.user.id)
      expect.hardening(one.accessToken, 'accessToken').toDifferFrom(other.accessToken)
      // The same name at another domain, which a target may refuse.
      const { name } = other.session.user
      await visitor.signUp({ ...third, ...(name && { name }), email: third.email.replace('@', '@mail.') })
    },
  ),

  'SIGN-03 The name that is given is the name of the user, with letters beyond ASCII, too, or 0. (4.1d, 2.1d)': given(
    { credentials: acceptedCredentials },
    ({ credentials }) =>
      // 0 counts as false in some languages.
      each(['Ada Lovelace', '0', "Zoë O'Neill-Łukasz 明子 100 % <b>&amp; \u{1f600}"], (name, index) => [
        signsUp({ ...extended(credentials, `n${index}`), name }),
        logsIn(extended(credentials, `n${index}`)),
      ]),
  ),

  'SIGN-06 An address is stored and compared completely, and registered once. (4.1a, 4.1b, 4.1f, 4.2c)': given(
    { credentials: acceptedCredentials },
    ({ credentials }) => {
      const tagged = extended(credentials, '+tag.of-mine')
      const longer = { ...tagged, email: `${tagged.email}x` }
      return [
        signsUp(tagged),
        refused('e-mail already registered', signsUp(tagged)),
        refused('authentication failure', logsIn(longer), logsIn(credentials)),
      ]
    },
  ),

  'SIGN-05 An e-mail that is registered is refused; its account stays as it is, and the session of its user. (4.1f, 5a)':
    [
      each(['Lea Leaving', 'The Second'], (name) =>
        refused('e-mail already registered', signsUp('named', { password: otherPassword, name })),
      ),
      refused('authentication failure', logsIn('named', { password: otherPassword })),
      logsIn('named'),
      refused('e-mail already registered', signsUp('alone'), signsUp('alone', { password: otherPassword })),
      leaves('alone'),
    ],

  'SIGN-08 A sign-up cannot join the team of another user, or take the id of another user. (1a, 4.1a)': given(
    { other: sharedUser(), credentials: acceptedCredentials },
    ({ other, credentials }) => {
      const { id, teamId } = other.session.user ?? {}
      const more = { id, userId: id, teamId, team: { id: teamId }, plan: 'pro', role: 'admin' }
      // The document leaves open whether unknown properties are refused; an implementation may know one of them.
      const bodies = [more, { id }, { teamId }, { teamId, role: 'admin' }]
      return each(bodies, (properties) => refused('invalid body', signsUp({ ...credentials, ...properties })))
    },
  ),

  'SIGN-10 What is no object, or has a wrong or missing property, is a validation failure. (4.1b, 4.1c, 4.1d, 4.1e, 7b)':
    given({ credentials: acceptedCredentials }, ({ credentials }) => [
      each(wrongBodies('signup', credentials), (wrong) => refused('invalid body', sends('signup', undefined, wrong))),
      signsUp(credentials),
    ]),

  'SIGN-20 Of simultaneous sign-ups with one e-mail exactly one succeeds; of different users all. (1a, 4.1a, 4.1f)':
    again([
      atOnce(times(4, either(signsUp('credentials')))),
      atOnce(signsUp('otherCredentials'), signsUp('unregistered')),
    ]),
})
