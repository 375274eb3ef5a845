/** Document 4.1: creating an account with e-mail and password, and with it a team. */

import { acceptedCredentials, freshUser, newCredentials, sharedUser, user } from '../records/recipes.ts'
import type { Expect } from '../verdict/expect.ts'
import { expectEachRefused } from './support/expect-each-refused.ts'
import { invalidBodies, nonObjects } from './support/invalid-values.ts'
import { logInWithRetry } from './support/log-in-again.ts'
import { suite } from './support/suite.ts'

/** The document leaves the case of an address open; openapi.yaml stores lower case. */
function expectAddress(expect: Expect, user: { email: string }, given: string): void {
  expect(user.email.toLowerCase(), 'user.email in small letters').toBe(given.toLowerCase())
  expect.profile(user.email, 'user.email').toBe(given.toLowerCase())
}

export const signUp = suite('Sign-up', {}, ({ it, race }) => {
  it('SIGN-01 Signing up creates an account, which can log in. (4.1a, 2.1a, 2.1b, 2.1c, 2.1e, 0a, 9b)', {
    credentials: acceptedCredentials,
  }, async ({ visitor, credentials, expect }) => {
    const created = await expect(visitor.signUp(credentials)).accepted()
    expectAddress(expect, created.user, credentials.email)
    expect.profile(created.user.role, 'user.role').toBe('owner')
    expect.sound(created.accessToken, 'accessToken').toDifferFrom(created.refreshToken)

    const { user } = await logInWithRetry(visitor, expect, credentials)
    const { id, email, teamId } = created.user
    expect(user, 'user').toMatch({ id, email, teamId })
  })

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
    const elsewhere = { ...third, ...(name && { name }), email: third.email.replace('@', '@mail.') }
    const created = await expect(visitor.signUp(elsewhere)).answered()
    if (!created) return
    for (const { teamId } of [one, other]) expect(created.user.teamId, 'teamId').toDifferFrom(teamId)
  })

  it('SIGN-03 The name that is given is the name of the user. (4.1d, 2.1d)', {
    credentials: acceptedCredentials,
  }, async ({ visitor, credentials, expect }) => {
    const { user } = await expect(visitor.signUp({ ...credentials, name: 'Ada Lovelace' })).accepted()
    expect(user.name, 'user.name').toBe('Ada Lovelace')
    const again = await logInWithRetry(visitor, expect, credentials)
    expect(again.user.name, 'user.name').toBe('Ada Lovelace')
  })

  it('SIGN-04 A name with letters beyond ASCII is stored unchanged, and so is 0. (4.1d)', {
    credentials: acceptedCredentials,
    other: acceptedCredentials,
  }, async ({ visitor, credentials, other, expect }) => {
    // Counts as false in some languages.
    const short = await expect.implied(visitor.signUp({ ...other, name: '0' })).answered('invalid body')
    if (short) expect.sound(short.user.name, 'user.name').toBe('0')
    const name = "Zoë O'Neill-Łukasz 明子 100 % <b>&amp; \u{1f600}"
    const { user } = await expect.implied(visitor.signUp({ ...credentials, name })).accepted()
    expect.sound(user.name, 'user.name').toKeep(name)
    expect.profile(user.name, 'user.name').toBe(name)
    const again = await logInWithRetry(visitor, expect, credentials)
    expect.sound(again.user.name, 'user.name').toKeep(name)
  })

  it('SIGN-06 An address is stored and compared completely, and registered once. (4.1a, 4.1b, 4.1f, 4.2c)', {
    credentials: acceptedCredentials,
  }, async ({ visitor, credentials: { email, password }, expect }) => {
    const tagged = email.replace('@', '+tag.of-mine@')
    const { user } = await expect.implied(visitor.signUp({ email: tagged, password })).accepted()
    expect.implied(user.email.toLowerCase(), 'user.email').toBe(tagged.toLowerCase())
    await expect(visitor.signUp({ email: tagged, password })).refused('e-mail already registered')
    await expect(visitor.logIn({ email: `${tagged}x`, password })).refused('authentication failure')
    await expect.implied(visitor.logIn({ email, password })).refused('authentication failure')
  })

  it('SIGN-05 An e-mail that is registered is refused, and its account stays as it is. (4.1f)', {
    taken: freshUser({ name: 'The First' }),
    other: newCredentials,
  }, async ({ visitor, taken, other, expect }) => {
    const { email } = taken
    for (const name of ['The First', 'The Second']) {
      const second = { email, password: other.password, name }
      await expect(visitor.signUp(second)).refused('e-mail already registered')
    }
    await expect(visitor.logIn({ email, password: other.password })).refused('authentication failure')
    const { user } = await logInWithRetry(visitor, expect, taken)
    expect(user, 'user').toMatch({ id: taken.session.user.id, teamId: taken.teamId, name: 'The First' })
  })

  it('SIGN-07 A sign-up with a registered e-mail does not end the session of its user. (4.1f, 5a)', {
    taken: user,
    other: newCredentials,
  }, async ({ visitor, taken: { email, password, deleteAccount }, other, expect }) => {
    for (const tried of [password, other.password]) {
      await expect(visitor.signUp({ email, password: tried })).refused('e-mail already registered')
    }
    await expect(deleteAccount({ password })).accepted()
  })

  it('SIGN-08 A sign-up cannot join the team of another user, or take the id of another user. (1a, 4.1a)', {
    other: sharedUser(),
    credentials: acceptedCredentials,
  }, async ({ visitor, other, credentials, expect }) => {
    const { id, teamId } = other.session.user
    const more = { id, userId: id, teamId, team: { id: teamId }, plan: 'pro', role: 'admin' }
    // The document leaves open whether unknown properties are refused; an implementation may know one of them.
    for (const properties of [more, { id }, { teamId }, { teamId, role: 'admin' }]) {
      const created = await expect(visitor.signUp({ ...credentials, ...properties })).answered('invalid body')
      if (!created) continue
      expect(created.user.id, 'user.id').toDifferFrom(id)
      expect(created.user.teamId, 'user.teamId').toDifferFrom(teamId)
      return
    }
  })

  for (const [id, property, cites] of [
    ['SIGN-10', 'email', '4.1b, 4.1e'],
    ['SIGN-11', 'password', '4.1c, 4.1e'],
    ['SIGN-12', 'name', '4.1d, 4.1e'],
  ] as const) {
    it(`${id} A body whose ${property} is missing or wrong is a validation failure. (${cites}, 7b)`, {
      credentials: acceptedCredentials,
    }, async ({ visitor, credentials, expect }) => {
      const bodies = invalidBodies('signup', property, credentials)
      const attempts = bodies.map(({ what, body }) => ({ name: what, send: () => visitor.signUp(body) }))
      await expectEachRefused(() => expect, attempts, 'invalid body')
      await expect(visitor.signUp(credentials)).accepted()
    })
  }

  it('SIGN-13 A body that is not an object is a validation failure. (4.1e, 7b)', {
    credentials: acceptedCredentials,
  }, async ({ visitor, credentials, expect }) => {
    const attempts = nonObjects.map((one) => ({ name: one.what, send: () => visitor.send('signup', one) }))
    await expectEachRefused(() => expect, attempts, 'invalid body')
    await expect(visitor.signUp(credentials)).accepted()
  })

  race(
    'SIGN-20 Of simultaneous sign-ups with one e-mail exactly one succeeds. (4.1f)',
    { credentials: acceptedCredentials },
    ({ visitor, credentials }) => visitor.signUp(credentials),
    'e-mail already registered',
  )

  it('SIGN-21 Simultaneous sign-ups of different users all succeed. (4.1a, 1a)', {
    one: acceptedCredentials,
    two: acceptedCredentials,
    three: acceptedCredentials,
  }, async ({ visitor, one, two, three, expect, together }) => {
    const people = [one, two, three]
    const left = [...people]
    const calls = await together(() => visitor.signUp(left.shift()), people.length)
    const teams = new Set<string>()
    for (const [index, call] of calls.entries()) {
      const { user } = await expect(call).accepted()
      expectAddress(expect, user, people[index]?.email ?? '')
      teams.add(user.teamId)
    }
    expect(teams.size, 'the number of teams').toBe(people.length)
  })
})
