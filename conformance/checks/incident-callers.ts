/** Document 4.3 and 4.4: who may resolve and delete an incident. */

import { randomUlid } from '../client/test-ids.ts'
import { writer } from '../records/recipes.ts'
import {
  alreadyResolved,
  aMember,
  anAdmin,
  anOauthMember,
  detected,
  foreign,
  foreigner,
  incident,
  isAuto,
  other,
  otherShown,
  scope,
  shown,
  someAdmin,
  someMember,
  unknown,
  viewer,
} from './support/incident-cast.ts'
import { by, each, either, refused, remove, resolve, scenarios, times } from './support/scenario.ts'
import { freeTeam } from './support/teams.ts'

export const incidentCallers = scenarios('Incidents', { caller: writer }, ({ scenario }) => {
  scenario(
    "INC-30 Another team's incident can be neither resolved nor deleted; a deleted one is gone for its own team, too. (4.3f, 4.4f)",
    [
      // More than once: each process of the target has seen it open.
      by(foreigner, times(2, refused(unknown, resolve(incident), remove(incident)))),
      resolve(incident),
      refused(alreadyResolved, resolve(incident)),
      by(foreigner, refused(unknown, resolve(incident), remove(incident))),
      by(someAdmin, refused(unknown, resolve(foreign), remove(foreign))),
      by(someMember, refused(unknown, resolve(foreign), remove(foreign))),
      by(foreigner, resolve(foreign)),
      // The document leaves open whether a resolved incident can be deleted.
      either(remove(incident)),
      times(4, refused(undefined, resolve(incident))),
    ],
  )

  scenario(
    'INC-42 A caller without write scope is refused for that, whether the request is valid or not. (profile, 4.3b)',
    [
      by(viewer, refused(scope, resolve(incident, { cause: 'A reader says so' }), remove(incident))),
      by(viewer, refused(scope, resolve(incident, { cause: 7 }), resolve(randomUlid()), remove(randomUlid()))),
    ],
  )

  scenario(
    'INC-33 In a team on the free plan, incidents are resolved and deleted as in others, and no refusal is a plan limit. (3.1a, 3.1d, 4.3b, 4.3f, 4.4a, 4.4b, 4.4c, 7d)',
    { team: freeTeam },
    ({ team: { caller, reader, incident, other, detected } }) => [
      reader
        ? by(
            reader,
            refused(
              scope,
              each([incident, detected], (one) => [resolve(one), remove(one)]),
            ),
          )
        : [],
      by(caller, [
        // The document does not show which roles have the write scope.
        either(resolve(incident)),
        refused(alreadyResolved, resolve(incident)),
        refused(isAuto, remove(detected)),
        refused(unknown, resolve(randomUlid()), remove(randomUlid())),
        resolve(detected),
        remove(other),
      ]),
    ],
  )

  for (const [id, who, caller] of [
    ['INC-44', 'an admin', anAdmin],
    ['INC-45', 'a member', aMember],
    ['INC-47', 'a member without a password', anOauthMember],
  ] as const) {
    scenario(
      `${id} If ${who} may resolve or delete one incident of the team, then each. (3.1a, 4.3a, 4.3b, 4.4a, 4.4b)`,
      [by(caller, either(resolve(incident), resolve(detected), resolve(shown), remove(other), remove(otherShown)))],
    )
  }
})
