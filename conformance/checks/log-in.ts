/** Document 4.2 and 2.1: logging in with e-mail and password; users are not mistaken for each other; wrong passwords in a row are counted. */

import { limits } from '@monitoring-service/contract'
import { InapplicableError, UnverifiedError } from '../records/errors.ts'
import { acceptedCredentials, account, incident, newCredentials, sharedUser, user } from '../records/recipes.ts'
import { summarizeForm } from '../verdict/format.ts'
import { extended, leaves, logsIn, missing, resetsMonitor, resolve, sends, signsUp } from './support/calls.ts'
import { becomesReader } from './support/hook-changes.ts'
import { similarPasswords, wrongBodies } from './support/invalid-values.ts'
import { otherPassword } from './support/named-records.ts'
import { code, given, suite } from './support/scenario.ts'
import { by, each, either, refused, times, tries } from './support/steps.ts'

const wrongly = logsIn('alone', { password: otherPassword })

/** Addresses with the same local part, and with the same start; the last one equals another as a pattern of SQL. */
const similarAddresses = (email: string) => [
  email,
  ...['@mail.', '_cd@', 'b@', '_@'].map((end) => email.replace('@', end)),
]

export const logIn = suite('Log-in', {
  'LOGIN-01 A log-in returns the user who signed up. (4.2a, 2.1a, 2.1e)': logsIn('someone'),

  'LOGIN-02 The access token of a log-in authenticates its user. (5a)': [logsIn('alone'), leaves('alone')],

  'LOGIN-03 A wrong password is an authentication failure, also if it is almost right, or right for another user; it ends no session. (4.2c, 5a)':
    given({ someone: user, neighbour: user, other: sharedUser }, ({ someone, neighbour, other }) => [
      // After each the right one: an implementation may lock the account after two in a row.
      each([otherPassword, ...similarPasswords(someone.password)], (password) => [
        refused('authentication failure', logsIn(someone, { password })),
        logsIn(someone),
      ]),
      each([other.password, ''], (password) =>
        refused('authentication failure', logsIn({ email: neighbour.email, password })),
      ),
      by(neighbour, refused(undefined, resolve(missing))),
      logsIn(other),
    ]),

  'LOGIN-05 An unknown e-mail is an authentication failure, for any password. (4.2c)': refused(
    'authentication failure',
    logsIn('unregistered'),
    // In SQL patterns, _ matches any letter.
    logsIn('someone', ({ email }) => ({ email: email?.replace(/^./, '_') })),
  ),

  "LOGIN-08 A colleague's password is an authentication failure, and each member is another user, registered and with a token of its own. (4.2a, 4.2c, 2.1a, 4.1f)":
    given({ one: account('reader'), other: account('reader') }, ({ one, other }) => {
      if (one.email === other.email) throw new InapplicableError('there are no two readers')
      const calls = by(other, refused(undefined, resetsMonitor(missing)))
      const withThatOf = (owner: typeof one, { password }: typeof one) =>
        owner.password === password ? [] : refused('authentication failure', logsIn(owner, { password }))
      return [
        calls,
        withThatOf(one, other),
        logsIn(one),
        calls,
        withThatOf(other, one),
        logsIn(other),
        refused('e-mail already registered', signsUp({ email: one.email, password: otherPassword })),
      ]
    }),

  'LOGIN-07 Every letter of a password counts, also beyond ASCII and in a long one. (4.2c)': given(
    { credentials: acceptedCredentials },
    ({ credentials }) => {
      const base = credentials.password
      const long = base.padEnd(90, 'long')
      const full = base.padEnd(72, 'full')
      const wide = base + '\u00e9'.repeat(Math.floor((72 - Buffer.byteLength(base)) / 2))
      const passwords = [
        { right: `${base}\u00e9\u{1f511}`, wrongs: [`${base}e\u{1f511}`, `${base}\u00e9\u{1f512}`, `${base}??`] },
        { right: long, wrongs: [`${long.slice(0, -1)}x`] },
        // 72 bytes are the most that a common hash takes.
        { right: full, wrongs: [`${full.slice(0, -1)}x`] },
        { right: wide, wrongs: [`${wide.slice(0, -1)}\u00e8`] },
        // Where a line ends, and a text of C.
        { right: `${base}\nQq`, wrongs: [`${base}\nQx`] },
        { right: `${base}\0Qq`, wrongs: [`${base}\0Qx`] },
        // Sign-up, log-in and deletion may normalise or trim it, but then all of them do.
        { right: `${base}e\u0301\ufb01\u00b2`, wrongs: [`${base}e\u0300\ufb01\u00b2`] },
        { right: ` ${base} Qq `, wrongs: [` ${base} Qx `] },
        // In forms, + is a space, and %41 an A.
        { right: `${base}+%41`, wrongs: [`${base} %41`, `${base}+A`, `${base} A`] },
      ]
      return each(passwords, ({ right, wrongs }, index) => {
        const someone = { ...extended(credentials, `n${index}`), password: right }
        // A target may refuse a password, and then everything else.
        return either(
          signsUp(someone),
          // After each wrong one a right one: an implementation may lock the account after two in a row.
          wrongs.map((wrong) => [logsIn({ ...someone, password: wrong }), logsIn(someone)]),
          leaves(someone, { password: wrongs[0] }),
          logsIn(someone),
          leaves(someone),
        )
      })
    },
  ),

  'LOGIN-10 What is no object, or has a wrong or missing property, is refused. (4.2b)': given(
    { someone: sharedUser },
    ({ someone: { email, password } }) =>
      each(wrongBodies('login', { email, password }), (wrong) =>
        refused('invalid body', sends('login', undefined, wrong)),
      ),
  ),

  'LOGIN-30 A wrong password and an unknown e-mail are refused with the same error. (4.2c)': code(
    { someone: user, unregistered: newCredentials },
    async ({ visitor, someone, unregistered, expect }) => {
      const wrong = await visitor.logIn({ email: someone.email, password: unregistered.password })
      const unknown = await visitor.logIn(unregistered)
      for (const claim of [expect.hardening, expect.profile]) {
        const seen = summarizeForm(unknown, unregistered.email)
        claim(seen, 'the answer to an unknown e-mail').toBe(summarizeForm(wrong, someone.email))
      }
    },
  ),

  'LOGIN-40 An address in another case is the same address, and properties are known. (profile, 4.2a, 4.2b)': [
    logsIn('someone', ({ email }) => ({ email: email?.toUpperCase() })),
    // The message must not be as long as the name.
    each(['remember', 'remember'.repeat(80)], (name) => refused('invalid body', logsIn('someone', { [name]: true }))),
  ],

  'LOGIN-42 However often a wrong password is repeated, at log-in or for a deletion, it is refused; after ten, the right one is rate-limited. (4.2c, 4.5g)':
    tries(
      'otherUser',
      each(Array.from({ length: limits.attempts / 2 }), (_, index) => [
        // However the address is written, it is the same account.
        refused(
          'authentication failure',
          logsIn('alone', ({ email = '' }) => ({
            email: index % 2 === 0 ? email : email.toUpperCase(),
            password: otherPassword,
          })),
        ),
        refused('wrong password', leaves('alone', { password: otherPassword })),
      ]),
      refused(
        'too many tries',
        wrongly,
        leaves('alone', { password: otherPassword }),
        logsIn('alone'),
        leaves('alone'),
      ),
    ),

  'LOGIN-44 A log-in forgets the wrong passwords before it. (profile, 4.2a)': tries(
    'otherUser',
    times(2, refused('authentication failure', times(limits.attempts - 1, wrongly)), logsIn('alone')),
  ),

  'LOGIN-43 Of simultaneous wrong log-ins with one address ten are refused, the others rate-limited; no account makes no difference. (profile, 4.2c)':
    code(
      { someone: user, unregistered: newCredentials, apart: newCredentials },
      async ({ visitor, someone, unregistered, apart, expect, together, withoutRetry }) => {
        const { password } = unregistered
        const compared: string[] = []
        for (const email of [someone.email, unregistered.email]) {
          const calls = await together(() => withoutRetry(() => visitor.logIn({ email, password })), 12)
          const statuses = await Promise.all(calls.map(async (call) => (await call).response.status))
          if (statuses.includes(429)) {
            const { response } = await withoutRetry(() => visitor.logIn(apart))
            if (response.status === 429) throw new UnverifiedError('the target limits the rate of all requests (429)')
          }
          for (const [index, call] of calls.entries()) {
            await expect(call).refused(statuses[index] === 429 ? 'too many tries' : 'authentication failure')
          }
          const which = email === someone.email ? 'an account' : 'no account'
          const name = `the number of log-ins that were compared, of 12 at once with the address of ${which},`
          const refused = statuses.filter((status) => status === 401).length
          compared.push(`${refused} with the address of ${which}`)
          expect(refused, name, compared.toReversed().join('; ')).toBe(limits.attempts)
        }
      },
    ),

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
