/** Document 4.2 and 2.1: users who have much in common are not mistaken for each other, and what one does concerns no other. */

import { acceptedCredentials, account, incident } from '../records/recipes.ts'
import { leaves, logsIn, missing, resolve, signsUp } from './support/calls.ts'
import { becomesReader } from './support/hook-changes.ts'
import { given, suite } from './support/scenario.ts'
import { by, each, either, refused, times } from './support/steps.ts'

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
    given({ member: account('member'), incident: incident(), other: incident() }, ({ member, incident, other }) => [
      logsIn(member),
      by(member, [
        // Each process of the target has seen what the member may do.
        either(times(8, resolve(missing))),
        becomesReader(member),
        // The document leaves open what gives a token its scopes.
        refused('missing write scope', resolve(incident)),
        logsIn(member),
        refused('missing write scope', times(8, resolve(other))),
      ]),
    ]),
})
