/** Document 4 and 7: every value is accepted, or refused in the shape of part 7; nothing crashes. */

import { hostileTexts } from '../client/hostile-texts.ts'
import { service, writer } from '../records/recipes.ts'
import { logsIn, resetsMonitor, resetsService, resolve } from './support/calls.ts'
import { given, suite } from './support/scenario.ts'
import { by, each, either } from './support/steps.ts'

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

/** Values that are neither dates nor numbers. */
const inQueries = Object.values(hostileTexts)
  .filter((text) => text.isWellFormed())
  .concat('-1', 'NaN', 'null', '0000-00-00', '99999-01-01')

const causes = [
  ['incident', 'a\0b'],
  ['other', 'x'.repeat(5000)],
  ['another', '\u00e9\u660e \u{1f600}'.repeat(2499)],
  ['spare', 'a\ud800b'],
  ['detected', `'";--\\{{7*7}}\${7*7}%s%n`],
] as const

export const hostile = suite('Errors', {
  'ERROR-03 Every value in a log-in leads to success or a refusal. (4.2b, 7a, 7c)': either(
    each(Object.values({ ...hostileTexts, ...others }), (email) => logsIn('unregistered', { email })),
    each(Object.values(others), (password) => logsIn('unregistered', { password })),
  ),

  'ERROR-07 A cause with a NUL, a lone surrogate, templates, or many letters of several bytes is accepted or refused. (4.3d, 7a)':
    each(causes, ([incident, cause]) => by('writer', either(resolve(incident, { cause })))),

  'ERROR-11 Every date leads to success or a refusal. (4.7g, 4.8g, 7a)': given(
    { thing: service(), caller: writer },
    ({ thing }) =>
      each(['0001-01-01', '2262-04-12', '9999-12-31', ...inQueries], (before) =>
        [thing.monitors[0] ?? thing].map((one) => either(resetsService(thing, before), resetsMonitor(one, before))),
      ),
  ),
})
