/** Document 3 and 4: what a member does to an incident holds for every other member, and concerns no other incident. */
import type { RequirementId } from '@monitoring-service/contract/requirements'
import { ifAvailable } from '../records/errors.ts'
import type { Fields } from '../records/kinds.ts'
import { firstOf, type IncidentRecord, recipe } from '../records/recipe.ts'
import { account, admin, member, stranger, threeDays, writer } from '../records/recipes.ts'
import { day } from '../verdict/days.ts'
import { remove, resetsMonitor, resetsService, resolve } from './support/calls.ts'
import { staysStored } from './support/hook-changes.ts'
import { given, suite } from './support/scenario.ts'
import { by, each, either, refused, type Steps } from './support/steps.ts'

/** A service, and open incidents of its monitor that are displayed on it; one is an auto incident. */
const displayedTogether = recipe(['writer'], async ({ shared, service, incident }) => {
  const of = await shared('writer')
  const displayedOn = await service(of, [threeDays])
  const { id: serviceId, monitors } = displayedOn
  const make = async (fields: Fields) =>
    (await ifAvailable(incident(of, { ...fields, monitorId: monitors[0]?.id }))) ?? (await incident(of, fields))
  return {
    service: displayedOn,
    oldest: await make({ serviceId }),
    detected: await make({ serviceId, type: 'auto' }),
    newest: await make({ serviceId }),
  }
})

/** More days than any limit of an implementation has, as a rule. */
const longAgo = 400
/**
 * Open incidents of each type, acknowledged or not, of one monitor or of none, displayed on a service or not, with a
 * cause or without, old or new: as far as the hook makes these. Of any two of these properties, each type has all
 * combinations.
 */
const variousIncidents = recipe(['writer'], async ({ shared, monitor, service, incident }) => {
  const of = await shared('writer')
  const watched = await monitor(of, [])
  const shown = await ifAvailable(service(of, [], [watched]))
  const all: IncidentRecord[] = []
  for (let kind = 0; kind < 16; kind++) {
    const type = kind < 8 ? 'auto' : 'manual'
    const [isAcknowledged, isWatched, isDisplayed] = [1, 2, 4].map((bit) => (kind & bit) > 0)
    const isExplained = (isAcknowledged !== isWatched) !== isDisplayed
    const fields = {
      type,
      monitorId: isWatched ? watched.id : null,
      ...(isAcknowledged && { status: 'acknowledged' }),
      ...(isAcknowledged === isDisplayed && { startedAt: new Date(Date.now() - longAgo * day).toISOString() }),
      ...(isExplained && { cause: `Known from the start of ${kind}` }),
      ...(isDisplayed && shown && { serviceId: shown.id }),
    }
    all.push((await ifAvailable(incident(of, fields))) ?? (await incident(of, { type })))
  }
  return all
})

/** A cause for each incident: words of JSON, markup, and lengths at the limits of columns. */
const uncommonCauses = [
  ...['null', 'true', '1e3', '-0', '<b>Größe</b> & "Co"'],
  ...[101, 128, 255, 256, 257, 500, 512, 1000, 1024, 2000, 4096].map(
    (length) => `${'because '.repeat(length / 8 + 1).slice(0, length - 1)}.`,
  ),
]

export const incidentsOfTeam = suite('Incidents', writer, {
  'INC-28 The other incidents of a monitor and on a service stay as they are when one is resolved or deleted. (4.3a, 4.4a)':
    given({ displayed: displayedTogether }, ({ displayed: { oldest, detected, newest } }) => [
      resolve(newest, { cause: 'The cause of the newest alone' }),
      refused('incident already resolved', resolve(newest)),
      remove(oldest),
      // Were it deleted, too, it would not be found.
      refused('incident already resolved', resolve(newest)),
      resolve(detected),
    ]),

  'INC-35 An incident stays as it is stored, whatever is refused, resolved, deleted or reset beside it; a resolve sets status, time and cause only. (3.1a, 3.1d, 3.1e, 4.3c, 4.4a, 4.4c, 4.7a, 4.8a)':
    given({ displayed: displayedTogether }, ({ displayed: { oldest, detected, newest, service } }) => {
      const protectsAuto = staysStored(
        detected,
        { cites: ['4.4c'], basis: 'documented' },
        refused('incident is auto', remove(detected)),
      )
      const stays = (cites: RequirementId[], ...steps: Steps[]) =>
        staysStored(detected, { cites, basis: 'sound' }, ...steps)
      return [
        protectsAuto,
        stays(['3.1a'], resolve(detected, { cause: 'The cause that stays' })),
        staysStored(
          detected,
          { cites: ['3.1e'], basis: 'documented' },
          refused('incident already resolved', resolve(detected, { cause: 'Another cause' }), resolve(detected)),
        ),
        protectsAuto,
        stays(['4.4a'], remove(oldest)),
        stays(['4.7a'], resetsService(service)),
        stays(['4.8a'], ...service.monitors.map((one) => resetsMonitor(one))),
        staysStored(
          newest,
          { cites: ['3.1a'], basis: 'sound' },
          resolve(newest, { cause: 'The cause of the last one' }),
        ),
      ]
    }),

  'INC-31 Open incidents of all kinds are resolved once, by their team; only the manual ones are deleted. (3.1a, 3.1c, 3.1d, 4.3b, 4.3c, 4.3f, 4.4a, 4.4b, 4.4c, 4.4f)':
    given(
      {
        incidents: variousIncidents,
        foreigner: stranger,
        // Not one that checks share: where a missing scope is answered 401, its token is not renewed.
        viewer: firstOf(account('reader'), writer),
        admin: firstOf(admin, writer),
        member: firstOf(member, writer),
      },
      ({ incidents, foreigner, viewer, admin, member }) =>
        each(incidents, (one, index) => {
          const colleague = index % 2 === 0 ? admin : member
          const protectedFromDeletion =
            one.type === 'auto'
              ? refused('incident is auto', remove(one))
              : by(foreigner, refused('incident not found', remove(one)))
          const before = [
            protectedFromDeletion,
            one.type === 'auto' ? by(colleague, refused(undefined, remove(one))) : [],
            by(foreigner, refused('incident not found', resolve(one))),
            viewer.role === 'reader'
              ? by(viewer, refused('missing write scope', resolve(one), one.type === 'manual' ? remove(one) : []))
              : [],
          ]
          // With and without each property, as far as the hook knows these.
          if (one.type === 'manual' && [0, 3].includes(index % 4))
            return [before, remove(one), by(colleague, refused('incident not found', resolve(one)))]
          const cause = uncommonCauses[index] ?? `The cause of number ${index}`
          // The document leaves open which letters a cause may have, and how many.
          const resolves = either(resolve(one, { cause }), resolve(one, { cause: 'A short cause' }))
          return [before, resolves, refused('incident already resolved', resolve(one)), protectedFromDeletion]
        }),
    ),
})
