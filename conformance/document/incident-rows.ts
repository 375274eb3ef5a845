/** Document 3.1, 4.3 and 4.4: what resolving and deleting have in common. */

import type { Doubt, Refusal, Situation } from './operation.ts'
import { callerDoubts, findById, isForeign, notFound } from './rows.ts'
import type { Incident } from './state.ts'

export const findIncident = ({ state, id }: Pick<Situation, 'state' | 'id'>) => findById(state.incidents, id)
export const isState = (wanted: Incident['state']) => (request: Situation<Incident>) =>
  !isForeign(request) && request.subject?.state === wanted

export const incidentNotFound = (cites: string): Refusal<Incident>[] => [
  ...notFound('incident not found', cites, 'incident not found by a path that servers refuse'),
  // The document leaves open how soon a deletion shows.
  [
    isState('deleted'),
    'incident not found',
    cites,
    ({ subject, isContested, state: { deletesAtOnce } }) =>
      !subject?.isGone && (isContested ? !deletesAtOnce : deletesAtOnce === false) ? 'implied' : 'documented',
  ],
]

export const incidentDoubts: Doubt<Incident>[] = [
  ...callerDoubts,
  // The document does not show which roles have the write scope, but a role has it for each incident.
  [
    ({ caller }) => caller?.canWrite === undefined,
    'missing write scope',
    'profile',
    // Other refusals, as of an incident that is not found or a missing body, say nothing about the scope.
    ({ caller }, isAccepted, status) => {
      if (caller && (isAccepted || status === 401 || status === 403)) caller.canWrite = isAccepted
    },
  ],
]
