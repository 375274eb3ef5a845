/** Document 4.3 and 4.4: refused resolves and deletions: unknown incidents, missing scope, invalid bodies. */

import { distinctiveIds, makesPath, malformedIds, randomUlid, similarIds, unknownIds } from '../client/test-ids.ts'
import { incident, service, writer } from '../records/recipes.ts'
import { logsIn, missing, remove, resetsMonitor, resetsService, resolve, sends } from './support/calls.ts'
import { nonObjects } from './support/invalid-values.ts'
import { given, suite } from './support/scenario.ts'
import { by, each, either, refused } from './support/steps.ts'

/** Ids of digits have no case. */
const inOtherCase = ({ id }: { id: string }) =>
  [id.toLowerCase(), id.toUpperCase()].flatMap((other) => (other === id ? [] : { id: other }))

export const incidentRefusals = suite('Incidents', writer, {
  'INC-12 An unknown incident is not found, for ids of any form. (4.3f, 4.4f)': given(
    { incident: incident() },
    ({ incident }) => [
      each([randomUlid(), ...unknownIds('incident'), ...similarIds(incident.id)], (id, index) =>
        refused('incident not found', resolve({ id }, index % 2 === 0 ? undefined : { cause: 'None' }), remove({ id })),
      ),
      each(malformedIds, (id) => {
        const condition = makesPath(id) ? undefined : 'incident not found by a path that servers refuse'
        return refused(condition, resolve({ id }), remove({ id }))
      }),
      resolve(incident),
    ],
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

  'INC-18 The id of another kind of object is not that of an incident, a service or a monitor. (4.3f, 4.4f, 4.7f, 4.8f)':
    given({ incident: incident(), thing: service(), caller: writer }, ({ incident, thing, caller: { teamId } }) => {
      const [monitor] = thing.monitors.map(({ id }) => id)
      const others = (...ids: (string | undefined)[]) => distinctiveIds([...ids, teamId]).map((id) => ({ id }))
      return [
        each(others(thing.id, monitor), (one) => refused('incident not found', resolve(one), remove(one))),
        each(others(incident.id, monitor), (one) => refused('service not found', resetsService(one))),
        each(others(incident.id, thing.id), (one) => refused('monitor not found', resetsMonitor(one))),
        resetsService(thing),
        resolve(incident),
      ]
    }),

  'INC-19 Properties of the body other than the cause are not stored. (3.1a, 3.1b, 4.3a)': [
    // The document leaves open whether unknown properties are refused.
    either(
      resolve('incident', {
        cause: 'Known',
        id: randomUlid(),
        status: 'open',
        type: 'auto',
        resolvedAt: '2001-01-01T00:00:00Z',
        teamId: 'other',
      }),
    ),
    resolve('other'),
  ],

  'INC-13 A caller without write scope cannot resolve an incident. (4.3b)': [
    by(
      'viewer',
      refused(
        'missing write scope',
        resolve('detected'),
        resolve('incident'),
        resolve('incident', {}),
        resolve('incident', { cause: 'A reader says so' }),
      ),
    ),
    // The scope or the incident is missing: either is a reason.
    by('viewer', refused(undefined, resolve(missing), resolve('incident', { cause: 7 }))),
    by('writer', resolve('incident')),
  ],

  'INC-26 A caller without write scope has none after a log-in, either. (4.3b, 4.4b)': [
    by(
      'leavingViewer',
      logsIn('leavingViewer'),
      refused('missing write scope', resolve('incident'), remove('incident')),
    ),
  ],

  'INC-15 A cause that is not text is refused, and changes nothing. (4.3d)': [
    each([7, true, ['text'], { text: 'text' }], (cause) => refused('invalid body', resolve('incident', { cause }))),
    // Digits are text, too.
    resolve('incident', { cause: '007' }),
    refused(
      'incident already resolved',
      resolve('incident'),
      resolve('incident', { cause: '007' }),
      resolve('incident', { cause: 'later' }),
    ),
  ],

  'INC-16 A body that is not an object is refused, and changes nothing. (4.3d)': [
    each(
      nonObjects.filter(({ body, text }) => text ?? (Array.isArray(body) || typeof body === 'string')),
      (wrong) => refused('invalid body', sends('resolveIncident', 'incident', wrong)),
    ),
    resolve('incident', {}),
  ],
})
