/** Document 3.1, 4.3 and 4.4: an open incident is resolved, once, with its cause; a manual one can be deleted. */

import { randomUlid } from '../client/test-ids.ts'
import { optional } from '../records/recipe.ts'
import { incident, service, writer } from '../records/recipes.ts'
import { remove, resetsMonitor, resetsService, resolve, sends, wait } from './support/calls.ts'
import { wrongBodies } from './support/invalid-values.ts'
import { namedRecords } from './support/named-records.ts'
import { again, given, suite } from './support/scenario.ts'
import { atOnce, each, either, refused, times } from './support/steps.ts'
import { sharedMonitor } from './support/teams.ts'
import { wrongIds } from './support/wrong-ids.ts'

const explained = incident({ cause: 'A cause from the start' })

/** Ids of digits have no case. */
const inOtherCase = ({ id }: { id: string }) =>
  [id.toLowerCase(), id.toUpperCase()].flatMap((other) => (other === id ? [] : { id: other }))

const { detected } = namedRecords

export const incidents = suite('Incidents', writer, {
  'INC-01 An open incident is resolved, with its cause. (3.1a, 3.1b, 3.1c, 4.3a, 2.2a, 2.2c, 9a)': [
    resolve('incident', { cause: 'A certificate had expired' }),
  ],

  'INC-02 A resolved incident cannot be resolved again, with another cause, the same or none. (3.1d, 4.3a, 4.3c, 4.3d)':
    [
      resolve('incident', { cause: 'The first cause' }),
      // More than once: each process of the target knows it.
      refused('incident already resolved', resolve('incident', { cause: 'Another cause' }), resolve('incident')),
      refused('incident already resolved', resolve('incident', { cause: 'The first cause' }), resolve('incident', {})),
      // A cause is optional, and so is the body.
      [resolve('other'), resolve('another', {})],
      refused('incident already resolved', resolve('other'), resolve('another')),
    ],

  'INC-03 An incident that was resolved before the run cannot be resolved. (3.1d, 4.3c)': each(
    ['finished', 'older'],
    (one) => refused('incident already resolved', resolve(one, { cause: 'Too late' })),
  ),

  'INC-07 A cause with any letters, long or short, is stored unchanged. (3.1c)': [
    resolve('spare', { cause: '0' }),
    resolve('incident', {
      cause:
        'One line,\nthen \\, C:\\new\\table, %41, 1+1, @ops, :name, \u05e9\u05dc\u05d5\u05dd, {0} at https://a.example/?b=c, \u{1f525} and "more"',
    }),
    resolve('other', { cause: 'Die Größe von "明子" & <Co>. '.repeat(9).trim() }),
    resolve('another', { cause: `${'A long story. '.repeat(200)}The end.` }),
  ],

  'INC-32 The serviceId of an incident whose monitor has two services is the one it is displayed on. (2.2d)': given(
    { shared: sharedMonitor },
    ({ shared: { incidents } }) => each(incidents, (one) => resolve(one)),
  ),

  'INC-24 Of a resolved incident, startedAt and createdAt are before resolvedAt, and serviceId is the service it is displayed on. (3.1b, 3.1c, 2.2c, 2.2d)':
    [
      // Times may be shown in whole seconds.
      wait(1100),
      resolve('incident'),
      resolve('detected', { cause: 'Power was lost' }),
      resolve('shown', { cause: 'The cause of a displayed one' }),
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

  'INC-20 Of simultaneous resolves exactly one succeeds, of simultaneous deletions of an auto incident none. (3.1d, 4.3c, 4.4c)':
    again([
      atOnce(times(4, refused('incident is auto', remove('detected')))),
      // Any of them may be the one: the race is judged as a whole.
      each(['incident', 'detected'], (one) => atOnce(times(4, either(resolve(one, { cause: 'All at once' }))))),
    ]),

  'INC-41 Texts are well-formed and not too long, and properties known; an empty cause is valid. (profile, 4.3d)': [
    each(
      [{ cause: null }, { cause: 'a lone \udc00 surrogate' }, { cause: 'a'.repeat(10_001) }, { status: 'open' }],
      (body) => refused('invalid body', resolve('incident', body)),
    ),
    resolve('incident', { cause: '' }),
    // 10,000 characters, most of which are two units of UTF-16.
    resolve('other', { cause: ` spaces around,\r\nand e\u0301 ${'\u{1f525}'.repeat(9_976)}` }),
  ],

  'INC-19 Properties of the body other than the cause are not stored. (3.1a, 3.1b, 4.3a)': [
    // The document leaves open whether unknown properties are refused.
    either(
      resolve('incident', {
        cause: 'Known',
        id: randomUlid(),
        status: 'open',
        type: 'auto',
        teamId: 'other',
        resolvedAt: '2001-01-01T00:00:00Z',
      }),
    ),
    // It did not change another one either.
    resolve('other'),
  ],

  'INC-15 A cause that is not text, or a body that is no object, is refused, and changes nothing. (4.3d)': [
    each(wrongBodies('resolveIncident', {}), (wrong) =>
      refused('invalid body', sends('resolveIncident', 'incident', wrong)),
    ),
    // Digits are text, too.
    resolve('incident', { cause: '007' }),
    each([undefined, { cause: '007' }, { cause: 'later' }], (body) =>
      refused('incident already resolved', resolve('incident', body)),
    ),
  ],

  'INC-12 An unknown incident is not found, for ids of any form, also of other objects. (4.3f, 4.4f)': wrongIds(
    'incident',
    (thing, hasCause) => resolve(thing, hasCause ? { cause: 'None' } : undefined),
    remove,
  ),

  'INC-46 Ids are case-sensitive, and decoded once. (profile, 4.3f, 4.4f, 4.7f, 4.8f)': given(
    { incident: incident(), thing: service() },
    ({ incident, thing, thing: { monitors } }) => {
      const [{ id } = thing] = monitors
      const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`
      return [
        each(inOtherCase(incident), (one) => refused('incident not found', resolve(one), remove(one))),
        each(inOtherCase(thing), (one) => refused('service not found', resetsService(one))),
        each([...inOtherCase({ id }), { id: encoded }], (one) => refused('monitor not found', resetsMonitor(one))),
        resolve(incident),
      ]
    },
  ),

  'INC-08 An auto incident is not deleted, and is still there, with its cause: it is resolved like others, once. (2.2b, 3.1a, 3.1d, 4.4c)':
    given(
      { detected, explained: optional(incident({ type: 'auto', cause: 'A cause from the start' })) },
      ({ detected, explained }) => [
        explained ? [refused('incident is auto', remove(explained)), resolve(explained)] : [],
        // More than once: each process of the target has seen it open.
        times(3, refused('incident is auto', remove(detected))),
        resolve(detected, { cause: 'The disk was full' }),
        times(
          3,
          refused('incident already resolved', resolve(detected, { cause: 'The disk was full' })),
          refused('incident is auto', remove(detected)),
        ),
      ],
    ),

  'INC-09 An auto incident is not deleted when it is resolved, either. (4.4c)': each(
    ['finishedAuto', 'olderAuto'],
    (one) => times(2, refused('incident is auto', remove(one)), refused('incident already resolved', resolve(one))),
  ),

  'INC-10 A manual incident is deleted, and is not found any more; others stay. (4.4a, 4.4d, 4.4f, 4.3f)': [
    remove('incident'),
    refused('incident not found', resolve('incident'), resolve('incident', { cause: 'Gone' }), remove('incident')),
    resolve('other'),
  ],

  'INC-29 A resolved incident is gone once its deletion is accepted; if it can be deleted, then with a cause, too. (4.4a, 4.4d, 4.4f)':
    [
      either(times(2, remove('finished'), remove('older'))),
      resolve('other', { cause: 'A queue was full' }),
      either(remove('other')),
    ],

  'INC-21 Of simultaneous deletions exactly one succeeds; after one among simultaneous resolves, no open incident is left. (3.1a, 4.4a, 4.4f)':
    again([
      // Shows whether a deletion takes effect at once.
      remove('other'),
      atOnce(times(4, either(remove('incident')))),
      refused('incident not found', remove('incident')),
      atOnce(either(resolve('another'), resolve('another'), remove('another'), resolve('another'))),
      refused(undefined, resolve('another')),
    ]),

  'INC-43 A deletion that is refused for its body or query deletes nothing. (sound, 4.4a)': [
    refused('invalid query', sends('deleteIncident', 'incident', { query: 'force=true' })),
    refused('other media type', sends('deleteIncident', 'incident', { body: {} })),
    remove('incident'),
  ],
})
