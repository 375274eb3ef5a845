/** Document 4.1: creating an account with e-mail and password, and with it a team. */

import { acceptedCredentials, freshUser, newCredentials, sharedUser } from '../records/recipes.ts'
import { alone, otherPassword, registered } from './support/account-cast.ts'
import { invalidBodies, nonObjects } from './support/invalid-values.ts'
import { atOnce, each, either, leaves, logsIn, refused, scenarios, sends, signsUp, times } from './support/scenario.ts'

const wrong = 'authentication failure'
const invalid = 'invalid body'

export const signUp = scenarios('Sign-up', {}, ({ it, again, scenario }) => {
  scenario(
    'SIGN-01 Signing up creates an account, which can log in. (4.1a, 2.1a, 2.1b, 2.1c, 2.1e, 0a, 9b)',
    { credentials: acceptedCredentials },
    ({ credentials }) => [signsUp(credentials), logsIn(credentials)],
  )

  it('SIGN-02 Each new account has a team of its own. (1a)', {
    one: sharedUser(),
    other: sharedUser(1),
    third: newCredentials,
  }, async ({ one, other, third, visitor, expect }) => {
    expect(one.teamId, 'teamId').toDifferFrom(other.teamId)
    expect(one.session.user.id, 'user.id').toDifferFrom(other.session.user.id)
    expect.hardening(one.accessToken, 'accessToken').toDifferFrom(other.accessToken)
    // The same name at another domain, which a target may refuse.
    const { name } = other.session.user
    await visitor.signUp({ ...third, ...(name && { name }), email: third.email.replace('@', '@mail.') })
  })

  scenario(
    'SIGN-03 The name that is given is the name of the user. (4.1d, 2.1d)',
    { credentials: acceptedCredentials },
    ({ credentials }) => [signsUp({ ...credentials, name: 'Ada Lovelace' }), logsIn(credentials)],
  )

  scenario(
    'SIGN-04 A name with letters beyond ASCII is stored unchanged, and so is 0. (4.1d)',
    { credentials: acceptedCredentials, other: acceptedCredentials },
    ({ credentials, other }) => [
      // Counts as false in some languages.
      signsUp({ ...other, name: '0' }),
      signsUp({ ...credentials, name: "Zoë O'Neill-Łukasz 明子 100 % <b>&amp; \u{1f600}" }),
      logsIn(credentials),
    ],
  )

  scenario(
    'SIGN-06 An address is stored and compared completely, and registered once. (4.1a, 4.1b, 4.1f, 4.2c)',
    { credentials: acceptedCredentials },
    ({ credentials: { email, password } }) => {
      const tagged = email.replace('@', '+tag.of-mine@')
      return [
        signsUp({ email: tagged, password }),
        refused(registered, signsUp({ email: tagged, password })),
        refused(wrong, logsIn({ email: `${tagged}x`, password }), logsIn({ email, password })),
      ]
    },
  )

  scenario(
    'SIGN-05 An e-mail that is registered is refused, and its account stays as it is. (4.1f)',
    { taken: freshUser({ name: 'The First' }), other: newCredentials },
    ({ taken, taken: { email }, other: { password } }) => [
      refused(
        registered,
        each(['The First', 'The Second'], (name) => signsUp({ email, password, name })),
      ),
      refused(wrong, logsIn({ email, password })),
      logsIn(taken),
    ],
  )

  scenario('SIGN-07 A sign-up with a registered e-mail does not end the session of its user. (4.1f, 5a)', [
    refused(
      registered,
      signsUp(alone),
      signsUp(alone, ({ email }) => ({ email, password: otherPassword })),
    ),
    leaves(alone),
  ])

  scenario(
    'SIGN-08 A sign-up cannot join the team of another user, or take the id of another user. (1a, 4.1a)',
    { other: sharedUser(), credentials: acceptedCredentials },
    ({ other, credentials }) => {
      const { id, teamId } = other.session.user ?? {}
      const more = { id, userId: id, teamId, team: { id: teamId }, plan: 'pro', role: 'admin' }
      // The document leaves open whether unknown properties are refused; an implementation may know one of them.
      const bodies = [more, { id }, { teamId }, { teamId, role: 'admin' }]
      return refused(
        invalid,
        each(bodies, (properties) => signsUp({ ...credentials, ...properties })),
      )
    },
  )

  for (const [id, property, cites] of [
    ['SIGN-10', 'email', '4.1b, 4.1e'],
    ['SIGN-11', 'password', '4.1c, 4.1e'],
    ['SIGN-12', 'name', '4.1d, 4.1e'],
  ] as const) {
    scenario(
      `${id} A body whose ${property} is missing or wrong is a validation failure. (${cites}, 7b)`,
      { credentials: acceptedCredentials },
      ({ credentials }) => [
        refused(
          invalid,
          each(invalidBodies('signup', property, credentials), ({ body }) => signsUp(body as object)),
        ),
        signsUp(credentials),
      ],
    )
  }

  scenario(
    'SIGN-13 A body that is not an object is a validation failure. (4.1e, 7b)',
    { credentials: acceptedCredentials },
    ({ credentials }) => [
      refused(
        invalid,
        each(nonObjects, (one) => sends('signup', undefined, one)),
      ),
      signsUp(credentials),
    ],
  )

  again(
    'SIGN-20 Of simultaneous sign-ups with one e-mail exactly one succeeds. (4.1f)',
    { credentials: acceptedCredentials },
    ({ credentials }) => [atOnce(times(4, either(signsUp(credentials))))],
  )

  scenario(
    'SIGN-21 Simultaneous sign-ups of different users all succeed. (4.1a, 1a)',
    { one: acceptedCredentials, two: acceptedCredentials, three: acceptedCredentials },
    ({ one, two, three }) => atOnce(signsUp(one), signsUp(two), signsUp(three)),
  )
})
