/** Document 4.2 and 2.1: users who have much in common are not mistaken for each other, and what one does concerns no other. */

import { InapplicableError } from '../records/errors.ts'
import { acceptedCredentials, account, incident } from '../records/recipes.ts'
import { statusAndCode } from '../verdict/format.ts'
import { leaves, logsIn, missing, signsUp } from './support/calls.ts'
import { logInWithRetry } from './support/log-in-again.ts'
import { code, given, suite } from './support/scenario.ts'
import { each } from './support/steps.ts'

/** Addresses with the same local part, and with the same start; the last one equals another as a pattern of SQL. */
const similarAddresses = (email: string) => [
  email,
  ...['@mail.', '_cd@', 'b@', '_@'].map((end) => email.replace('@', end)),
]

export const similarUsers = suite('Log-in', {
  'LOGIN-09 Users whose addresses are alike, with the same name and password, are different users. (4.2a, 2.1a, 2.1e, 5a)':
    given({ credentials: acceptedCredentials }, ({ credentials: { email, password } }) => {
      const people = similarAddresses(email).map((address) => ({ email: address, password }))
      return [
        // An implementation may accept addresses of some domains only, or none with _.
        each(people, (one) => signsUp({ ...one, name: 'Ada Lovelace' })),
        // Several times, so that each process of the target has met several of them; one user is met once more.
        each([...people, ...people, ...people, ...people.slice(0, 1)], (one) => logsIn(one)),
        each(people, (one) => leaves(one)),
      ]
    }),

  'LOGIN-15 A log-in returns the role that a user has now, and a reader can resolve nothing any more. (2.1a, 4.2a, 4.3b)':
    code(
      { member: account('member'), incident: incident() },
      async ({ member, incident, visitor, expect, eventually }) => {
        let session = await logInWithRetry(visitor, expect, member)
        const before = session.user.role
        // Each process of the target has seen what the member may do.
        for (let times = 0; times < 4; times++) await member.resolve(missing.id)
        const { role } = await member.change({ scope: 'read' })
        if (role === before) throw new InapplicableError('the role of the hook is the one that the member had')
        await eventually(async () => {
          session = await logInWithRetry(visitor, expect, member)
          return session.user.role !== before || undefined
        })
        // A hook may know the role by another name.
        expect(session.user.role, 'user.role').toDifferFrom(before)
        const reader = member.withToken(session.accessToken)
        // One process may have kept the role from before.
        const answers = new Set<string>()
        for (let times = 0; times < 4; times++) answers.add(statusAndCode(await reader.resolve(missing.id)))
        const name = 'the answers to one request, repeated by a user with a new role after a log-in,'
        expect(answers.size, name, [...answers].join(', then ')).toBe(1)
        // The hook made the role one without write scope; a token of a log-in since then has no other.
        if (session.user.role === role) {
          const name = 'a user with a new role has its scopes after a log-in'
          const { status } = (await reader.resolve(incident.id)).response
          const who = `a user who was ${before} and is ${role}, with the token of a new log-in`
          expect(status >= 300, name, `${status} for a resolve by ${who}`).toHold()
          // The incident is resolved now.
          if (status < 300) return
        }
        // The document leaves open what gives a token its scopes.
        const circumstances = `after the change of the role from ${before} to ${session.user.role}, with the token from before it`
        await expect.profile(member.resolve(incident.id)).refused('missing write scope', circumstances)
        await expect.implied(reader.resolve(incident.id)).refused('missing write scope')
      },
    ),
})
