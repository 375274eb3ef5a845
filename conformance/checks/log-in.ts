/** Document 4.2: logging in with e-mail and password. */

import { InapplicableError } from '../records/errors.ts'
import { acceptedCredentials, account, freshUser, newCredentials, sharedUser, user } from '../records/recipes.ts'
import { summarizeForm } from '../verdict/format.ts'
import { expectEachRefused } from './support/expect-each-refused.ts'
import { invalidBodies, nonObjects, similarPasswords } from './support/invalid-values.ts'
import { logInWithRetry } from './support/log-in-again.ts'
import { suite } from './support/suite.ts'
import { randomUlid } from './support/test-ids.ts'

export const logIn = suite('Log-in', {}, ({ it }) => {
  it('LOGIN-01 A log-in returns the user who signed up. (4.2a, 2.1a, 2.1e)', {
    someone: sharedUser(),
  }, async ({ visitor, someone, expect }) => {
    const { user } = await logInWithRetry(visitor, expect, someone)
    const { id, email, teamId, name, role } = someone.session.user
    expect(user, 'user').toMatch({ id, email, teamId, name, role })
  })

  it('LOGIN-02 The access token of a log-in authenticates its user. (5a)', {
    someone: user,
  }, async ({ visitor, someone, expect }) => {
    const { password } = someone
    const { accessToken } = await logInWithRetry(visitor, expect, someone)
    const caller = someone.withToken(accessToken)
    await expect(caller.deleteAccount({ password })).accepted()
  })

  it('LOGIN-03 A wrong password, or the right one in another case, is an authentication failure. (4.2c)', {
    someone: freshUser(),
    other: newCredentials,
  }, async ({ visitor, someone, other, expect }) => {
    const { email, password } = someone
    for (const wrong of [other.password, swapCase(password)]) {
      await expect(visitor.logIn({ email, password: wrong })).refused('authentication failure')
      await logInWithRetry(visitor, expect, someone)
    }
  })

  it('LOGIN-04 A password that is almost right is an authentication failure. (4.2c)', {
    someone: user,
  }, async ({ visitor, someone, expect }) => {
    const { email } = someone
    for (const password of similarPasswords(someone.password)) {
      await expect(visitor.logIn({ email, password })).refused('authentication failure')
      await logInWithRetry(visitor, expect, someone)
    }
  })

  it('LOGIN-05 An unknown e-mail is an authentication failure, for any password. (4.2c)', {
    unregistered: newCredentials,
    someone: sharedUser(),
  }, async ({ visitor, unregistered: { email }, someone, expect }) => {
    // In SQL patterns, _ matches any letter.
    const pattern = someone.email.replace(/^./, '_')
    for (const address of [email, pattern]) {
      await expect(visitor.logIn({ email: address, password: someone.password })).refused('authentication failure')
    }
  })

  it("LOGIN-06 Another user's password, or an empty one, is an authentication failure. (4.2c)", {
    someone: user,
    other: sharedUser(),
  }, async ({ visitor, someone, other, expect }) => {
    for (const password of [other.password, '']) {
      await expect(visitor.logIn({ email: someone.email, password })).refused('authentication failure')
    }
    await logInWithRetry(visitor, expect, other)
  })

  it("LOGIN-08 A colleague's password is an authentication failure, and each member is another user, registered and with a token of its own. (4.2a, 4.2c, 2.1a, 4.1f)", {
    one: account('reader'),
    other: account('reader'),
  }, async ({ visitor, one, other, expect }) => {
    if (one.email === other.email) throw new InapplicableError('there are no two readers')
    const ids = new Set<string>()
    const tokens = new Set<string>()
    for (const [{ email = '', password = '' }, colleague] of [
      [one, other],
      [other, one],
    ] as const) {
      const isFirst = ids.size === 0
      const before = isFirst ? await colleague.resetMonitor(randomUlid()) : undefined
      if (password !== colleague.password) {
        await expect(visitor.logIn({ email, password: colleague.password })).refused('authentication failure')
      }
      const { user, accessToken } = await logInWithRetry(visitor, expect, { email, password })
      if (before) {
        const { status } = (await colleague.resetMonitor(randomUlid())).response
        const name = 'the status of a call of a colleague, as before the log-in,'
        expect.sound(status, name).toBe(before.response.status)
      }
      tokens.add(accessToken)
      expect(user.email.toLowerCase(), 'user.email in small letters').toBe(email.toLowerCase())
      ids.add(user.id)
    }
    const { email = '' } = one
    await expect(visitor.signUp({ email, password: `${one.password}x` })).refused('e-mail already registered')
    expect(ids.size, 'the number of ids of two users').toBe(2)
    expect.sound(tokens.size, 'the number of access tokens of two users').toBe(2)
  })

  it('LOGIN-07 Every letter of a password counts, also beyond ASCII and in a long one. (4.2c)', {
    one: acceptedCredentials,
    other: acceptedCredentials,
    third: acceptedCredentials,
    fourth: acceptedCredentials,
    fifth: acceptedCredentials,
    sixth: acceptedCredentials,
    seventh: acceptedCredentials,
    eighth: acceptedCredentials,
  }, async ({ visitor, one, other, third, fourth, fifth, sixth, seventh, eighth, expect }) => {
    const long = other.password.padEnd(90, 'long')
    const full = third.password.padEnd(72, 'full')
    const wide = fourth.password + '\u00e9'.repeat(Math.floor((72 - Buffer.byteLength(fourth.password)) / 2))
    for (const [{ email }, password, wrongs] of [
      [
        one,
        `${one.password}\u00e9\u{1f511}`,
        [`${one.password}e\u{1f511}`, `${one.password}\u00e9\u{1f512}`, `${one.password}??`],
      ],
      [other, long, [`${long.slice(0, -1)}x`]],
      // 72 bytes are the most that a common hash takes.
      [third, full, [`${full.slice(0, -1)}x`]],
      [fourth, wide, [`${wide.slice(0, -1)}\u00e8`]],
      // Where a line ends, and a text of C.
      [fifth, `${fifth.password}\nQq`, [`${fifth.password}\nQx`]],
      [sixth, `${sixth.password}\0Qq`, [`${sixth.password}\0Qx`]],
      // Sign-up, log-in and deletion may normalise or trim it, but then all of them do.
      [seventh, `${seventh.password}e\u0301\ufb01\u00b2`, [`${seventh.password}e\u0300\ufb01\u00b2`]],
      [eighth, ` ${eighth.password} Qq `, [` ${eighth.password} Qx `]],
    ] as const) {
      const made = await expect.implied(visitor.signUp({ email, password })).answered('invalid body')
      if (!made) continue
      // After each wrong one a right one: an implementation may lock the account after two in a row.
      for (const wrong of wrongs) {
        await expect(visitor.logIn({ email, password: wrong })).refused('authentication failure')
        await logInWithRetry(visitor, expect, { email, password })
      }
      const leaver = visitor.withToken(made.accessToken)
      await expect(leaver.deleteAccount({ password: wrongs[0] })).refused('wrong password')
      const { accessToken } = await logInWithRetry(visitor, expect, { email, password })
      await expect(visitor.withToken(accessToken).deleteAccount({ password })).accepted()
    }
  })

  for (const [id, property] of [
    ['LOGIN-10', 'email'],
    ['LOGIN-11', 'password'],
  ] as const) {
    it(`${id} A log-in whose ${property} is missing or not text is refused. (4.2b)`, {
      someone: sharedUser(),
    }, async ({ visitor, someone: { email, password }, expect }) => {
      const bodies = invalidBodies('login', property, { email, password })
      const attempts = bodies.map(({ what, body }) => ({ name: what, send: () => visitor.logIn(body) }))
      await expectEachRefused(() => expect, attempts, 'invalid body')
    })
  }

  it('LOGIN-12 A log-in whose body is not an object is refused. (4.2b)', async ({ visitor, expect }) => {
    const attempts = nonObjects.map((one) => ({ name: one.what, send: () => visitor.send('login', one) }))
    await expectEachRefused(() => expect, attempts, 'invalid body')
  })

  it('LOGIN-20 Simultaneous log-ins of one user all succeed. (4.2a)', {
    someone: sharedUser(),
  }, async ({ visitor, someone, expect, together }) => {
    const { email, password, session } = someone
    await logInWithRetry(visitor, expect, someone)
    for (const call of await together(() => visitor.logIn({ email, password }), 2)) {
      const { user } = await expect(call).accepted()
      expect(user.id, 'user.id').toBe(session.user.id)
    }
  })

  it('LOGIN-30 A wrong password and an unknown e-mail are refused with the same error. (4.2c)', {
    someone: user,
    unregistered: newCredentials,
  }, async ({ visitor, someone, unregistered, expect }) => {
    const wrong = await visitor.logIn({ email: someone.email, password: unregistered.password })
    const unknown = await visitor.logIn(unregistered)
    for (const claim of [expect.hardening, expect.profile]) {
      const seen = summarizeForm(unknown, unregistered.email)
      claim(seen, 'the answer to an unknown e-mail').toBe(summarizeForm(wrong, someone.email))
    }
  })

  it('LOGIN-40 An address in another case is the same address, and properties are known. (profile, 4.2a, 4.2b)', {
    someone: sharedUser(),
  }, async ({ visitor, someone: { email, password }, expect }) => {
    const { user } = await expect(visitor.logIn({ email: email.toUpperCase(), password })).accepted()
    expect(user.email, 'user.email').toBe(email.toLowerCase())
    // The message must not be as long as the name.
    for (const unknown of ['remember', 'remember'.repeat(80)]) {
      await expect(visitor.logIn({ email, password, [unknown]: true })).refused('invalid body')
    }
  })
})

function swapCase(text: string): string {
  return [...text]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')
}
