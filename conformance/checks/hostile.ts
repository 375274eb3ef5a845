/** Document 4 and 7: every value is accepted, or refused in the shape of part 7; nothing crashes. */

import type { Caller } from '../client/callers.ts'
import { hostileTexts } from '../client/hostile-texts.ts'
import { newCredentials, service, writer } from '../records/recipes.ts'
import { extended, leaves, logsIn, resetsMonitor, resetsService, resolve, signsUp } from './support/calls.ts'
import { given, suite } from './support/scenario.ts'
import { by, each, either, refused } from './support/steps.ts'

/** Values that are not text. */
const others: Record<string, unknown> = {
  null: null,
  true: true,
  zero: 0,
  'a large number': 1e308,
  'an empty list': [],
  'a list': ['text'],
  'an empty object': {},
  'an operator': { $ne: null },
  'a deep list': JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`),
}

const anything = { ...hostileTexts, ...others }

/** Values that are neither dates nor numbers. */
const inQueries = Object.values(hostileTexts)
  .filter((text) => text.isWellFormed())
  .concat('-1', 'NaN', 'null', '0000-00-00', '99999-01-01')

/** Passwords, few enough not to be rate-limited. */
const few = ['', 'a\0b', 'a\ud800b', 'x'.repeat(100), 'x'.repeat(5000), '\u{1f600}']

const causes = [
  ['incident', 'a\0b'],
  ['other', 'x'.repeat(5000)],
  ['another', '\u00e9\u660e \u{1f600}'.repeat(2499)],
  ['spare', 'a\ud800b'],
  ['detected', `'";--\\{{7*7}}\${7*7}%s%n`],
] as const

const withMore = ({ password }: Caller) => ({ password: `${password}\0x` })

export const hostile = suite('Errors', {
  'ERROR-03 Every value in a log-in leads to success or a refusal. (4.2b, 7a, 7c)': either(
    each(Object.values(anything), (email) => logsIn('unregistered', { email })),
    each(Object.values(others), (password) => logsIn('unregistered', { password })),
  ),

  'ERROR-04 Every password for an existing account leads to success or a refusal. (4.2c, 4.5g, 7a)': [
    each(few, (password) => either(logsIn('alone', { password }), leaves('otherUser', { password }))),
    refused(undefined, logsIn('alone', withMore), leaves('otherUser', withMore)),
  ],

  'ERROR-05 Every value and property in a sign-up leads to success or a refusal. (4.1e, 7a, 7c)': given(
    { credentials: newCredentials },
    ({ credentials }) => {
      // Beside an invalid address, a text is not reached.
      const email = 'no-address'
      const names = ['a\0b', 'a\ud800b', 'x'.repeat(5000), null, { text: 'text' }]
      const inherited = JSON.parse('{"__proto__":{"name":"Ann"},"constructor":null}')
      const passwords = ['a\0b-and-more', 'x'.repeat(5000), null]
      return either(
        each(Object.values(anything), (email) => signsUp({ ...credentials, email })),
        each(Object.values(others), (value) => [
          signsUp({ email, password: value }),
          signsUp({ ...credentials, email, name: value }),
        ]),
        each([...names.map((name) => ({ name })), inherited], (more, index) =>
          signsUp({ ...extended(credentials, `-${index}`), ...more }),
        ),
        each(passwords, (password, index) => signsUp({ ...extended(credentials, `+${index}`), password })),
      )
    },
  ),

  'ERROR-06 Every cause leads to success or a refusal, and the incident is resolved once. (4.3d, 3.1d, 7a)': each(
    Object.values({ ...others, ...hostileTexts }),
    (cause) => by('writer', either(resolve('incident', { cause }))),
  ),

  'ERROR-07 A cause with a NUL, a lone surrogate, templates, or many letters of several bytes is accepted or refused. (4.3d, 7a)':
    each(causes, ([incident, cause]) => by('writer', either(resolve(incident, { cause })))),

  'ERROR-10 Every proof leads to success or a refusal. (4.5e, 5d, 7a)': [
    each(Object.values(anything), (value) => refused(undefined, leaves('alone', { verificationCode: value }))),
    each(Object.values(others), (value) => refused(undefined, leaves('alone', { password: value }))),
    each([null, '', 'text', 0], (both) =>
      refused(undefined, leaves('alone', { password: both, verificationCode: both })),
    ),
  ],

  'ERROR-11 Every date leads to success or a refusal. (4.7g, 4.8g, 7a)': given(
    { thing: service(), caller: writer },
    ({ thing }) =>
      each(['0001-01-01', '2262-04-12', '9999-12-31', ...inQueries], (before) =>
        [thing.monitors[0] ?? thing].map((one) => either(resetsService(thing, before), resetsMonitor(one, before))),
      ),
  ),
})
