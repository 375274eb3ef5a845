/** Document 4.2 and 2.1: users who have almost everything in common are not mistaken for each other. */
import type { Session } from '../client/callers.ts'
import { suite } from '../dsl/suite.ts'
import { acceptedCredentials } from '../fixtures/recipes.ts'
import { logInWithRetry } from './log-in-again.ts'

/** Addresses with the same local part, and with the same start. */
const similarAddresses = (email: string) => [email, email.replace('@', '@mail.'), email.replace('@', 'b@')]

export const similarUsers = suite('Log-in', {}, ({ it }) => {
  it('LOGIN-09 Users whose addresses are alike, with the same name and password, are different users. (4.2a, 2.1a, 2.1e, 5a)', {
    credentials: acceptedCredentials(),
  }, async ({ visitor, credentials: { email, password }, expect }) => {
    const people: Session[] = []
    // An implementation may accept addresses of some domains only.
    for (const address of similarAddresses(email)) {
      const applicant = { email: address, password, name: 'Ada Lovelace' }
      const session = await expect.implied(visitor.signUp(applicant)).answered('invalid body')
      if (session) people.push(session)
    }
    const tokens: string[] = []
    for (const { user: known } of people) {
      const { user, accessToken } = await logInWithRetry(visitor, expect, { email: known.email, password })
      const { id, email, teamId } = known
      expect(user, 'user').toMatch({ id, email, teamId })
      tokens.push(accessToken)
    }
    // A token of another user would ask twice.
    for (const token of tokens) await expect(visitor.withToken(token).deleteAccount({ password })).accepted()
  })
})
