/** Document 4.4: an incident that was created manually is deleted; one that was detected automatically is not. */

import { writer } from '../records/recipes.ts'
import { remove, resolve, sends } from './support/calls.ts'
import { again, suite } from './support/scenario.ts'
import { atOnce, each, either, refused, times } from './support/steps.ts'

export const incidentDeletion = suite('Incidents', writer, {
  'INC-08 An auto incident is not deleted, and is still there: it is resolved like others, once. (2.2b, 3.1a, 3.1d, 4.4c)':
    [
      // More than once: each process of the target has seen it open.
      times(3, refused('incident is auto', remove('detected'))),
      resolve('detected', { cause: 'The disk was full' }),
      times(
        3,
        refused('incident already resolved', resolve('detected', { cause: 'The disk was full' })),
        refused('incident is auto', remove('detected')),
      ),
    ],

  'INC-09 An auto incident is not deleted when it is resolved, either. (4.4c)': each(
    ['finishedAuto', 'olderAuto'],
    (one) => times(2, refused('incident is auto', remove(one)), refused('incident already resolved', resolve(one))),
  ),

  'INC-10 A manual incident is deleted, and is not found any more; others stay. (4.4a, 4.4d, 4.4f, 4.3f)': [
    remove('incident'),
    refused('incident not found', resolve('incident'), resolve('incident', { cause: 'Gone' }), remove('incident')),
    [resolve('other'), resolve('detected')],
    refused('incident already resolved', resolve('finished')),
  ],

  'INC-29 A resolved incident is gone once its deletion is accepted; if it can be deleted, then with a cause, too. (4.4a, 4.4d, 4.4f)':
    [
      either(times(2, remove('finished'), remove('older'))),
      resolve('other', { cause: 'A queue was full' }),
      either(remove('other')),
    ],

  'INC-21 Of simultaneous deletions exactly one succeeds, but none of an auto incident or once it is resolved. (3.1a, 4.4a, 4.4c, 4.4f)':
    again([
      // Shows whether a deletion takes effect at once.
      remove('other'),
      atOnce(times(4, either(remove('incident')))),
      refused('incident not found', remove('incident')),
      atOnce(times(4, refused('incident is auto', remove('detected')))),
      resolve('detected'),
      atOnce(either(resolve('another'), resolve('another'), remove('another'), resolve('another'))),
      refused(undefined, resolve('another')),
    ]),

  'INC-43 A deletion that is refused for its body or query deletes nothing. (sound, 4.4a)': [
    refused('invalid query', sends('deleteIncident', 'incident', { query: 'force=true' })),
    refused('other media type', sends('deleteIncident', 'incident', { body: {} })),
    remove('incident'),
  ],
})
