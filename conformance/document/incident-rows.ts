/** Document 3.1, 4.3 and 4.4: what resolving and deleting have in common. */
import type { Cites, Doubt, Refusal, RefusalBasis, Situation } from './operation.ts'
import { callerDoubts, findById, isForeign, notFound } from './rows.ts'
import type { Incident } from './state.ts'

export const findIncident = ({ model, id }: Pick<Situation, 'model' | 'id'>) => findById(model.incidents, id)
export const isState = (wanted: Incident['state']) => (request: Situation<Incident>) =>
  !isForeign(request) && request.subject?.state === wanted

/** The document leaves open how soon a deletion shows. */
function basisOfDeletion({ subject, isContested, model: { deletesAtOnce } }: Situation<Incident>): RefusalBasis {
  if (subject?.isSeenGone) return 'documented'
  const mayShowLater = isContested ? !deletesAtOnce : deletesAtOnce === false
  return mayShowLater ? 'implied' : 'documented'
}

export const incidentNotFound = (cites: Cites): Refusal<Incident>[] => [
  ...notFound('incident not found', cites, 'incident not found by a path that servers refuse'),
  { when: isState('deleted'), condition: 'incident not found', cites, basis: basisOfDeletion },
]

export const incidentDoubts: Doubt<Incident>[] = [
  ...callerDoubts,
  {
    // The document does not show which roles have the write scope, but a role has it for each incident.
    when: ({ caller }) => caller?.canWrite === undefined,
    condition: 'missing write scope',
    basis: 'profile',
    // Other refusals, as of an incident that is not found or a missing body, say nothing about the scope.
    learn({ caller }, { isAccepted, status }) {
      if (caller && (isAccepted || status === 401 || status === 403)) caller.canWrite = isAccepted
    },
  },
]
