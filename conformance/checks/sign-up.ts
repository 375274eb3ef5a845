/** Document 4.1: creating an account with e-mail and password, and with it a team; addresses, names and passwords. */

import { limits } from '@monitoring-service/contract'
import { type Exchange, isAccepted } from '../client/exchange.ts'
import { longestSetup } from '../document/login.ts'
import { commonPasswords } from '../document/signup.ts'
import { InapplicableError } from '../records/errors.ts'
import { acceptedCredentials, newCredentials, sharedUser } from '../records/recipes.ts'
import { summarizeForm } from '../verdict/format.ts'
import { extended, leaves, logsIn, missing, sends, signsUp, wait } from './support/calls.ts'
import { wrongBodies } from './support/invalid-values.ts'
import { otherPassword } from './support/named-records.ts'
import { again, code, given, suite } from './support/scenario.ts'
import { action, atOnce, each, either, refused, times, tries } from './support/steps.ts'

/** Adds a subdomain, so that the address has this length. */
function lengthen(email: string, length: number): string {
  const [local, domain] = email.split('@')
  const labels = 'a'.repeat(length - email.length - 1).replace(/(a{60})a/g, '$1.')
  return `${local}@${labels}.${domain}`
}

/** With another tag, dot and case: the document leaves open which of them are one address. */
const similarAddresses = (email: string) => [
  email.replace('+tag', '+other'),
  email.replace(/^.{3}/, '$&.'),
  email.toUpperCase(),
]

/** Each address is free, or that of the account: then its user can log in with it. */
const areAccounts = (account: { email: string; password: string }, addresses: string[]) =>
  action(async ({ run, visitor, expect }) => {
    const formOf = (exchange: Exchange | undefined, email: string) => exchange && summarizeForm(exchange, email)
    const registered = await run(refused('e-mail already registered', signsUp(account)))
    for (const email of addresses) {
      const other = { ...account, email }
      const exchange = await run(either(signsUp(other)))
      const isMeant = formOf(exchange, email) === formOf(registered, account.email)
      // Some refuse addresses that are alike on purpose; openapi.yaml takes those for free.
      if (isMeant) await expect.profile(visitor.logIn(other)).accepted('with an address that is refused as registered')
      else if (exchange && isAccepted(exchange)) await run(logsIn(other))
    }
  })

export const signUp = suite('Sign-up', {
  'SIGN-01 Signing up creates an account, which can log in. (4.1a, 2.1a, 2.1b, 2.1c, 2.1e, 0a, 9b)': [
    // Each process of the target may remember that nobody has the address.
    refused('authentication failure', logsIn('credentials')),
    signsUp('credentials'),
    logsIn('credentials'),
    wait(longestSetup),
    times(4, logsIn('credentials')),
  ],

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
        [signsUp(tagged), logsIn(tagged)],
        areAccounts(tagged, similarAddresses(tagged.email)),
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
    { other: sharedUser, credentials: acceptedCredentials },
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

  'SIGN-41 An address is kept in lower case; a name that is not given stays absent, an empty one is kept. (profile, 2.1d, 4.1f)':
    [
      signsUp('unregistered', ({ email }) => ({ email: email?.toUpperCase() })),
      refused('e-mail already registered', signsUp('unregistered')),
      refused('invalid body', signsUp('credentials', { name: null })),
      signsUp('credentials'),
      signsUp('otherCredentials', { name: '' }),
    ],

  'SIGN-48 An address has no spaces around it, no dots side by side, and at most 254 characters. (profile, 4.1b)':
    given({ credentials: newCredentials }, ({ credentials: { email, password } }) => {
      const odd = [
        ...[`${email}\n`, ` ${email}`, `${email} `, `a..b${email}`, `.${email}`, `${email}.`, `${email},b@example.com`],
        lengthen(email, 255),
        `${'a'.repeat(250)}@example.com`,
      ]
      return [
        each(odd, (address) => refused('invalid body', signsUp({ email: address, password }))),
        signsUp({ email: lengthen(email, 254), password }),
      ]
    }),

  'SIGN-43 A password has at least 8 characters and at most 72 bytes, all of which count. (profile, 4.1c)': given(
    { short: newCredentials, long: newCredentials },
    ({ short, long }) => {
      const shortest = short.password.slice(-8)
      const longest = long.password.padEnd(72, 'x')
      return [
        // Neither the units of UTF-16 nor the bytes of UTF-8 make a character.
        each([shortest.slice(1), '\u{1f511}'.repeat(7)], (password) =>
          refused('invalid body', signsUp({ ...short, password })),
        ),
        signsUp({ ...short, password: shortest }),
        each([`${longest}x`, 'é'.repeat(37)], (password) => refused('invalid body', signsUp({ ...long, password }))),
        signsUp({ ...long, password: longest }),
        refused('authentication failure', logsIn({ ...long, password: `${longest.slice(0, -1)}y` })),
      ]
    },
  ),

  'SIGN-14 A sign-up that is refused leaves nothing behind: the same address can sign up afterwards. (sound, 4.1a, 4.1e)':
    given({ credentials: acceptedCredentials }, ({ credentials }) => {
      const wrongs = [
        { role: 'admin' },
        { name: 'a lone \ud800 surrogate' },
        { name: 'a NUL \0' },
        { name: 'a'.repeat(201) },
        { name: 'a'.repeat(2000) },
        { password: 'a1' },
        // No message may quote it.
        { password: 'q7!Zk4w' },
        { email: [credentials.email] },
      ]
      return each(wrongs, (wrong, index) => {
        const one = extended(credentials, `n${index}`)
        // The document leaves open which of these bodies are invalid.
        return [refused('invalid body', signsUp({ ...one, ...wrong })), signsUp(one)]
      })
    }),

  'SIGN-24 A common password is accepted or refused, and in no response. (sound, 4.1c, 4.1e)': given(
    { credentials: newCredentials },
    ({ credentials }) =>
      either(each(commonPasswords, (password, index) => signsUp({ ...extended(credentials, `n${index}`), password }))),
  ),

  'SIGN-09 However often a registered address is repeated, it is refused; after ten tries for that, while its user can log in. (4.1f, 4.2a, 7a)':
    tries(
      'otherUser',
      refused('e-mail already registered', times(limits.attempts - 1, signsUp('freshUser'))),
      refused('too many tries', signsUp('freshUser')),
      logsIn('freshUser'),
    ),

  'SIGN-46 A new team is on the free plan. (profile, 1a)': code({ sharedUser }, async ({ sharedUser, expect }) => {
    if (sharedUser.source === 'list') throw new InapplicableError('its team may be an old one')
    await expect(sharedUser.resetService(missing.id)).refused('free plan')
  }),
})
