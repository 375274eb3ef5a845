/** Document 3.1 and 4.3: an open incident is resolved, once, with its cause. */

import { incident, writer } from '../records/recipes.ts'
import { resolve, wait } from './support/calls.ts'
import { again, given, suite } from './support/scenario.ts'
import { atOnce, each, either, refused, times } from './support/steps.ts'
import { sharedMonitor } from './support/teams.ts'

const explained = incident({ cause: 'A cause from the start' })

export const incidents = suite('Incidents', writer, {
  'INC-01 An open incident is resolved, with its cause. (3.1a, 3.1b, 3.1c, 4.3a, 2.2a, 2.2c, 9a)': [
    resolve('incident', { cause: 'A certificate had expired' }),
  ],

  'INC-02 A resolved incident cannot be resolved again. (3.1d, 4.3c)': [
    resolve('incident', { cause: 'The first cause' }),
    // More than once: each process of the target knows it.
    refused('incident already resolved', resolve('incident', { cause: 'Another cause' }), resolve('incident')),
    refused('incident already resolved', resolve('incident', { cause: 'The first cause' }), resolve('incident', {})),
  ],

  'INC-03 An incident that was resolved before the run cannot be resolved. (3.1d, 4.3c)': [
    refused(
      'incident already resolved',
      resolve('finished', { cause: 'Too late' }),
      resolve('older', { cause: 'Too late' }),
    ),
  ],

  'INC-04 A cause is optional, and so is the body; the incident stays resolved, and others open. (4.3a, 4.3d, 3.1d)': [
    resolve('incident'),
    resolve('other', {}),
    refused('incident already resolved', resolve('incident'), resolve('other')),
  ],

  'INC-05 An automatically detected incident has the type auto, and is resolved like others, once. (2.2b, 3.1a, 3.1d)':
    [
      resolve('detected', { cause: 'The disk was full' }),
      refused('incident already resolved', resolve('detected', { cause: 'The disk was full' })),
      resolve('incident'),
    ],

  'INC-07 A cause with any letters, long or short, is stored unchanged. (3.1c)': [
    resolve('spare', { cause: '0' }),
    resolve('incident', {
      cause:
        'One line,\nthen \\, C:\\new\\table, %41, 1+1, @ops, \u05e9\u05dc\u05d5\u05dd, {0} at https://a.example/?b=c, \u{1f525} and "more"',
    }),
    resolve('other', { cause: 'Die Größe von "明子" & <Co>. '.repeat(9).trim() }),
    resolve('another', { cause: `${'A long story. '.repeat(200)}The end.` }),
  ],

  'INC-17 The serviceId of an incident is the service it is displayed on, and it is resolved once. (2.2d, 3.1c, 3.1d)':
    [
      resolve('shown', { cause: 'The cause of a displayed one' }),
      refused('incident already resolved', resolve('shown')),
    ],

  'INC-32 The serviceId of an incident whose monitor has two services is the one it is displayed on. (2.2d)': given(
    { shared: sharedMonitor },
    ({ shared: { incidents } }) => each(incidents, (one) => resolve(one)),
  ),

  'INC-24 startedAt and createdAt are before resolvedAt. (3.1b, 2.2c)': [
    wait(1100),
    resolve('incident'),
    resolve('detected', { cause: 'Power was lost' }),
  ],

  'INC-25 A resolve without a cause keeps the cause that was stored; another cause, or an empty one, replaces it. (3.1c)':
    given(
      { one: explained, two: explained, three: explained, four: explained, five: explained },
      ({ one, two, three, four, five }) => [
        resolve(one),
        resolve(two, {}),
        resolve(three, { cause: 'Another cause' }),
        // Nothing seems to change, but the incident is resolved.
        resolve(four, { cause: 'A cause from the start' }),
        refused('incident already resolved', resolve(four)),
        either(resolve(five, { cause: '' })),
      ],
    ),

  'INC-20 Of simultaneous resolves exactly one succeeds. (3.1d, 4.3c)': again([
    atOnce(times(4, either(resolve('incident', { cause: 'All at once' })))),
    atOnce(times(4, either(resolve('detected', { cause: 'All at once' })))),
  ]),

  'INC-41 Texts are well-formed and not too long, and properties known; an empty cause is valid. (profile, 4.3d)': [
    refused(
      'invalid body',
      resolve('incident', { cause: null }),
      resolve('incident', { cause: 'a lone \udc00 surrogate' }),
    ),
    refused(
      'invalid body',
      resolve('incident', { cause: 'a'.repeat(10_001) }),
      resolve('incident', { status: 'open' }),
    ),
    resolve('incident', { cause: '' }),
    // A character may be two units of UTF-16.
    resolve('other', { cause: ` spaces around,\r\nand e\u0301 ${'\u{1f525}'.repeat(9_976)}` }),
  ],
})
