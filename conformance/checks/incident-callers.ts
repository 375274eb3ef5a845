/** Document 4.3 and 4.4: who may resolve and delete an incident. */

import { writer } from '../records/recipes.ts'
import { missing, remove, resolve } from './support/calls.ts'
import type { RecordName } from './support/named-records.ts'
import { given, suite } from './support/scenario.ts'
import { by, each, either, refused, times } from './support/steps.ts'
import { freeTeam } from './support/teams.ts'

/** The model holds the caller to what the first response shows. */
const allOrNone = (caller: RecordName) =>
  by(caller, either(resolve('incident'), resolve('detected'), resolve('shown'), remove('other'), remove('otherShown')))

export const incidentCallers = suite('Incidents', writer, {
  'INC-13 A caller without write scope can neither resolve nor delete an incident. (4.3b, 4.4b)': [
    by(
      'viewer',
      refused(
        'missing write scope',
        [resolve('detected'), resolve('incident'), resolve('incident', {}), remove('incident')],
        resolve('incident', { cause: 'A reader says so' }),
      ),
      // The scope is missing, or the incident, its state or the body forbids it: either is a reason.
      refused(
        undefined,
        [resolve(missing), resolve('incident', { cause: 7 })],
        [remove('detected'), remove('finished'), remove(missing)],
      ),
    ),
    resolve('incident'),
  ],

  "INC-30 Another team's incident can be neither resolved nor deleted; a deleted one is gone for its own team, too. (4.3f, 4.4f)":
    [
      // More than once: each process of the target has seen it open.
      by('foreigner', times(2, refused('incident not found', resolve('incident'), remove('incident')))),
      resolve('incident'),
      refused('incident already resolved', resolve('incident')),
      by('foreigner', refused('incident not found', resolve('incident'), remove('incident'))),
      each(['someAdmin', 'someMember', 'alone'], (one) =>
        by(one, refused('incident not found', resolve('foreign'), remove('foreign'))),
      ),
      by('foreigner', resolve('foreign')),
      // The document leaves open whether a resolved incident can be deleted.
      either(remove('incident')),
      times(4, refused(undefined, resolve('incident'))),
    ],

  'INC-33 In a team on the free plan, incidents are resolved and deleted as in others, and no refusal is a plan limit. (3.1a, 3.1d, 4.3b, 4.3f, 4.4a, 4.4b, 4.4c, 7d)':
    given({ team: freeTeam }, ({ team: { caller, reader, incident, other, detected } }) => [
      each(reader ? [incident, detected] : [], (one) =>
        by(reader ?? caller, refused('missing write scope', resolve(one), remove(one))),
      ),
      by(caller, [
        // The document does not show which roles have the write scope.
        either(resolve(incident)),
        refused('incident already resolved', resolve(incident)),
        refused('incident is auto', remove(detected)),
        refused('incident not found', resolve(missing), remove(missing)),
        resolve(detected),
        remove(other),
      ]),
    ]),

  'INC-44 If an admin may resolve or delete one incident of the team, then each. (3.1a, 4.3a, 4.3b, 4.4a, 4.4b)':
    allOrNone('admin'),

  'INC-45 If a member may resolve or delete one incident of the team, then each. (3.1a, 4.3a, 4.3b, 4.4a, 4.4b)':
    allOrNone('member'),

  'INC-47 If a member without a password may resolve or delete one incident of the team, then each. (3.1a, 4.3a, 4.3b, 4.4a, 4.4b)':
    allOrNone('oauthMember'),

  'INC-27 An incident that one member has resolved cannot be resolved by another, nor deleted if it is an auto one. (3.1c, 3.1d, 4.3c, 4.4c)':
    [
      resolve('incident'),
      each(['member', 'admin'], (one) => by(one, refused('incident already resolved', resolve('incident')))),
      // The document does not show which roles have the write scope.
      by('member', either(resolve('detected', { cause: 'The cause of a member' }))),
      either(resolve('detected')),
      refused('incident is auto', remove('detected')),
    ],
})
