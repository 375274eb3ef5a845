/** Document 4.3 and 4.4: refused resolves and deletions: unknown incidents, missing scope, invalid bodies. */

import type { Call } from '../client/callers.ts'
import { distinctiveIds, makesPath, malformedIds, randomUlid, similarIds, unknownIds } from '../client/test-ids.ts'
import { incident as makeIncident, service, writer } from '../records/recipes.ts'
import {
  alreadyResolved,
  detected,
  incident,
  leavingViewer,
  other,
  owner,
  scope,
  unknown,
  viewer,
} from './support/incident-cast.ts'
import { nonObjects } from './support/invalid-values.ts'
import { by, each, either, logsIn, refused, remove, resolve, scenarios, sends } from './support/scenario.ts'

export const incidentRefusals = scenarios('Incidents', { caller: writer }, ({ it, scenario }) => {
  scenario(
    'INC-12 An unknown incident is not found, for ids of any form. (4.3f, 4.4f)',
    { incident: makeIncident() },
    ({ incident }) => [
      each([randomUlid(), ...unknownIds('incident'), ...similarIds(incident.id)], (id, index) =>
        refused(unknown, resolve(id, index % 2 === 0 ? undefined : { cause: 'Nothing was there' }), remove(id)),
      ),
      each(malformedIds, (id) =>
        refused(
          makesPath(id) ? undefined : 'incident not found by a path that servers refuse',
          resolve(id),
          remove(id),
        ),
      ),
      resolve(incident),
    ],
  )

  it('INC-46 Ids are case-sensitive, and decoded once. (profile, 4.3f, 4.4f, 4.7f, 4.8f)', {
    incident: makeIncident(),
    thing: service(),
  }, async ({ incident, thing, caller, expect }) => {
    const inOtherCase = (id: string) => (id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase())
    const [monitor = thing] = thing.monitors
    for (const [id, condition, call] of [
      [incident.id, 'incident not found', caller.resolve],
      [incident.id, 'incident not found', caller.deleteIncident],
      [thing.id, 'service not found', caller.resetService],
      [monitor.id, 'monitor not found', caller.resetMonitor],
    ] as const) {
      // Ids of digits have no case.
      if (inOtherCase(id) === id) continue
      const sent: Call<unknown> = call(inOtherCase(id))
      await expect(sent).refused(condition)
    }
    const encoded = `%${monitor.id.charCodeAt(0).toString(16)}${monitor.id.slice(1)}`
    await expect(caller.resetMonitor(encoded)).refused('monitor not found')
    await expect(caller.resolve(incident.id)).accepted()
  })

  scenario(
    'INC-18 The id of a monitor or a service is not that of an incident. (4.3f, 4.4f)',
    { thing: service() },
    ({ thing, caller }) =>
      each(distinctiveIds([thing.id, thing.monitors[0]?.id, caller.teamId]), (id) =>
        refused(unknown, resolve(id), remove(id)),
      ),
  )

  scenario('INC-19 Properties of the body other than the cause are not stored. (3.1a, 3.1b, 4.3a)', [
    // The document leaves open whether unknown properties are refused.
    either(
      resolve(incident, {
        cause: 'Known',
        id: randomUlid(),
        status: 'open',
        type: 'auto',
        resolvedAt: '2001-01-01T00:00:00Z',
        teamId: 'other',
      }),
    ),
    resolve(other),
  ])

  scenario('INC-13 A caller without write scope cannot resolve an incident. (4.3b)', [
    by(
      viewer,
      refused(
        scope,
        resolve(detected),
        resolve(incident),
        resolve(incident, {}),
        resolve(incident, { cause: 'A reader says so' }),
      ),
    ),
    // The scope or the incident is missing: either is a reason.
    by(viewer, refused(undefined, resolve(randomUlid()), resolve('no-such-incident'))),
    by(owner, resolve(incident)),
  ])

  scenario('INC-26 A caller without write scope has none after a log-in, either. (4.3b, 4.4b)', [
    by(leavingViewer, logsIn(), refused(scope, resolve(incident), remove(incident))),
  ])

  scenario('INC-15 A cause that is not text is refused, and changes nothing. (4.3d)', [
    each([7, true, ['text'], { text: 'text' }], (cause) => refused('invalid body', resolve(incident, { cause }))),
    // Digits are text, too.
    resolve(incident, { cause: '007' }),
    refused(
      alreadyResolved,
      resolve(incident),
      resolve(incident, { cause: '007' }),
      resolve(incident, { cause: 'later' }),
    ),
  ])

  scenario('INC-16 A body that is not an object is refused, and changes nothing. (4.3d)', [
    each(
      nonObjects.filter(({ body, text }) => text ?? (Array.isArray(body) || typeof body === 'string')),
      (wrong) => refused('invalid body', sends('resolveIncident', incident, wrong)),
    ),
    resolve(incident, {}),
  ])
})
