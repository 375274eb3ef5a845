/** Document 4.2: logging in with e-mail and password. */
import { sight } from '../assess/response.ts'
import { suite } from '../dsl/suite.ts'
import type { Person } from '../fixtures/pool.ts'
import { newCredentials, newcomer, nobody, person, resident } from '../fixtures/recipes.ts'
import { logInSoon } from './entering.ts'
import { almost, negativesOf, noObjects } from './negatives.ts'
import { tryOnce } from './tries.ts'

export const logIn = suite('Log-in', ({ it, decided }) => {
  it('LOGIN-01 Who logs in is the user who signed up. (4.2a, 2.1a, 2.1e)', {
    visitor: nobody(),
    someone: resident(),
  }, async ({ visitor, someone, expect }) => {
    const { user } = await logInSoon(visitor, expect, someone)
    const { id, email, teamId, name, role } = someone.session.user
    expect(user, 'user').toMatch({ id, email, teamId, name, role })
  })

  it('LOGIN-02 The access token of a log-in authenticates its user. (5a)', {
    visitor: nobody(),
    someone: person(),
  }, async ({ visitor, someone, expect }) => {
    const { password } = someone
    const { accessToken } = await logInSoon(visitor, expect, someone)
    const caller = someone.withToken(accessToken)
    await expect(caller.deleteAccount({ password })).accepted()
  })

  it('LOGIN-03 A wrong password, or the right one in another case, is an authentication failure. (4.2c)', {
    visitor: nobody(),
    someone: newcomer(),
    other: newCredentials(),
  }, async ({ visitor, someone, other, expect }) => {
    const { email, password } = someone
    for (const wrong of [other.password, swapCase(password)]) {
      await expect(visitor.logIn({ email, password: wrong })).refused('authentication failure')
      await logInSoon(visitor, expect, someone)
    }
  })

  it('LOGIN-04 A password that is almost right is an authentication failure. (4.2c)', {
    visitor: nobody(),
    someone: person(),
  }, async ({ visitor, someone, expect }) => {
    const { email } = someone
    for (const password of almost(someone.password)) {
      await expect(visitor.logIn({ email, password })).refused('authentication failure')
      await logInSoon(visitor, expect, someone)
    }
  })

  it('LOGIN-05 An e-mail that nobody has is an authentication failure, whatever the password. (4.2c)', {
    visitor: nobody(),
    nobodys: newCredentials(),
    someone: resident(),
  }, async ({ visitor, nobodys: { email }, someone, expect }) => {
    // To a database, _ may mean any letter.
    const pattern = someone.email.replace(/^./, '_')
    for (const address of [email, pattern]) {
      await expect(visitor.logIn({ email: address, password: someone.password })).refused('authentication failure')
    }
  })

  it("LOGIN-06 Another user's password, or an empty one, is an authentication failure. (4.2c)", {
    visitor: nobody(),
    someone: person(),
    other: resident(),
  }, async ({ visitor, someone, other, expect }) => {
    for (const password of [other.password, '']) {
      await expect(visitor.logIn({ email: someone.email, password })).refused('authentication failure')
    }
    await logInSoon(visitor, expect, other)
  })

  for (const [id, property] of [
    ['LOGIN-10', 'email'],
    ['LOGIN-11', 'password'],
  ] as const) {
    it(`${id} Nobody logs in whose ${property} is missing or no text. (4.2b)`, {
      visitor: nobody(),
      someone: resident(),
    }, async ({ visitor, someone: { email, password }, expect }) => {
      for (const { body } of negativesOf('login', property, { email, password })) {
        await expect(visitor.logIn(body)).refused('invalid body')
      }
    })
  }

  it('LOGIN-12 Nobody logs in with what is no object. (4.2b)', { visitor: nobody() }, async ({ visitor, expect }) => {
    for (const negative of noObjects) await expect(visitor.send('login', negative)).refused('invalid body')
  })

  it('LOGIN-20 Simultaneous log-ins of one user all succeed. (4.2a)', {
    visitor: nobody(),
    someone: resident(),
  }, async ({ visitor, someone, expect, together }) => {
    const { email, password, session } = someone
    await logInSoon(visitor, expect, someone)
    for (const call of await together(() => visitor.logIn({ email, password }), 2)) {
      const { user } = await expect(call).accepted()
      expect(user.id, 'user.id').toBe(session.user.id)
    }
  })

  it('LOGIN-30 A wrong password and an unknown e-mail are refused alike. (4.2c)', {
    visitor: nobody(),
    someone: person(),
    nobodys: newCredentials(),
  }, async ({ visitor, someone, nobodys, expect }) => {
    const wrong = await visitor.logIn({ email: someone.email, password: nobodys.password })
    const unknown = await visitor.logIn(nobodys)
    for (const claim of [expect.hardening, expect.profile]) {
      claim(sight(unknown), 'the answer to an unknown e-mail').toBe(sight(wrong))
    }
  })

  decided(
    'LOGIN-40 An address in another case is the same address, and properties are known. (4.2a, 4.2b)',
    { visitor: nobody(), someone: resident() },
    async ({ visitor, someone: { email, password }, expect }) => {
      const { user } = await expect(visitor.logIn({ email: email.toUpperCase(), password })).accepted()
      expect(user.email, 'user.email').toBe(email.toLowerCase())
      await expect(visitor.logIn({ email, password, remember: true })).refused('invalid body')
    },
  )

  decided(
    'LOGIN-42 After ten wrong passwords, some at log-in and some for a deletion, even the right one has to wait; a success forgets them. (4.2c, 4.5g)',
    { visitor: nobody(), someone: person(), other: person(), wrong: newCredentials() },
    async ({ visitor, someone, other, wrong: { password: wrong }, expect, impatiently }) => {
      const enter = ({ email, password }: Person) => visitor.logIn({ email, password })
      const leave = ({ deleteAccount, password }: Person) => deleteAccount({ password })
      const wrongly =
        <T>(attempt: (who: Person) => T) =>
        (who: Person) =>
          attempt({ ...who, password: wrong })
      // A space more is another password.
      await expect(enter({ ...someone, password: `${someone.password} ` })).refused('authentication failure')
      await expect(enter(someone)).accepted()
      for (let tried = 0; tried < 5; tried++) {
        await expect(tryOnce(impatiently, wrongly(enter), someone, other)).refused('authentication failure')
        await expect(tryOnce(impatiently, wrongly(leave), someone, other)).refused('wrong password')
      }
      for (const attempt of [enter, leave]) {
        await expect(tryOnce(impatiently, attempt, someone, other)).refused('too many tries')
      }
    },
  )
})

function swapCase(text: string): string {
  return [...text]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')
}
