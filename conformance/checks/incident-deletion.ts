/** Document 4.4: an incident that was created manually is deleted; one that was detected automatically is not. */

import { writer } from '../records/recipes.ts'
import { missing, remove, resolve, sends } from './support/calls.ts'
import { again, suite } from './support/scenario.ts'
import { atOnce, by, either, refused, times } from './support/steps.ts'

export const incidentDeletion = suite('Incidents', writer, {
  'INC-08 An auto incident is not deleted, and is still there. (4.4c)': [
    // More than once: each process of the target has seen it open.
    times(3, refused('incident is auto', remove('detected'))),
    resolve('detected'),
    times(
      3,
      refused('incident already resolved', resolve('detected')),
      refused('incident is auto', remove('detected')),
    ),
  ],

  'INC-09 An auto incident is not deleted when it is resolved, either. (4.4c)': [
    times(
      2,
      refused('incident is auto', remove('finishedAuto')),
      refused('incident already resolved', resolve('finishedAuto')),
    ),
    times(
      2,
      refused('incident is auto', remove('olderAuto')),
      refused('incident already resolved', resolve('olderAuto')),
    ),
  ],

  'INC-10 A manual incident is deleted, and is not found any more. (4.4a, 4.4d, 4.4f, 4.3f)': [
    remove('incident'),
    refused('incident not found', resolve('incident'), resolve('incident', { cause: 'Gone' }), remove('incident')),
  ],

  'INC-29 A resolved incident is gone once its deletion is accepted; if it can be deleted, then with a cause, too. (4.4a, 4.4d, 4.4f)':
    [
      either(times(2, remove('finished'), remove('older'))),
      resolve('other', { cause: 'A queue was full' }),
      either(remove('other')),
    ],

  'INC-11 Deleting one incident leaves the others. (4.4a)': [
    remove('incident'),
    resolve('other'),
    resolve('detected'),
    refused('incident already resolved', resolve('finished')),
  ],

  'INC-14 A caller without write scope cannot delete an incident. (4.4b)': [
    by('viewer', refused('missing write scope', remove('incident'))),
    // The scope is missing, or the incident or its state forbids it: either is a reason.
    by('viewer', refused(undefined, remove('detected'), remove('finished'), remove(missing))),
    by('writer', remove('incident')),
  ],

  'INC-21 Of simultaneous deletions exactly one succeeds. (4.4a, 4.4f)': again([
    // Shows whether a deletion takes effect at once.
    remove('other'),
    atOnce(times(4, either(remove('incident')))),
    refused('incident not found', remove('incident')),
  ]),

  'INC-22 Simultaneous deletions of an auto incident all fail. (4.4c)': again([
    atOnce(times(4, refused('incident is auto', remove('detected')))),
    resolve('detected'),
  ]),

  'INC-23 A deletion among simultaneous resolves leaves no incident behind. (4.4a, 3.1a)': again([
    remove('other'),
    atOnce(either(resolve('incident'), resolve('incident'), remove('incident'), resolve('incident'))),
    refused(undefined, resolve('incident')),
  ]),

  'INC-43 A deletion that is refused for its body or query deletes nothing. (sound, 4.4a)': [
    refused('invalid query', sends('deleteIncident', 'incident', { query: 'force=true' })),
    refused('other media type', sends('deleteIncident', 'incident', { body: {} })),
    remove('incident'),
  ],
})
