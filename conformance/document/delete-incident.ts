/** Document 4.4: an incident that was created manually is deleted; one that was detected automatically is not. */
import { confirmGone } from './gone.ts'
import { findIncident, incidentDoubts, incidentNotFound, isState } from './incident-rows.ts'
import type { Operation, Situation } from './operation.ts'
import { contractRefusals, hasBody, isForeign, writerRefusals } from './rows.ts'
import type { Incident } from './state.ts'

type Request = Situation<Incident>
const isAuto = (request: Request) =>
  !isForeign(request) && request.subject?.type === 'auto' && request.subject.state !== 'deleted'
const isResolvedManual = (request: Request) => isState('resolved')(request) && !isAuto(request)
const deletesResolved = 'a resolved manual incident can be deleted'

export const deleteIncident: Operation<Incident> = {
  id: 'deleteIncident',
  cites: '4.4a 4.4d',
  find: findIncident,
  missing: 'incident not found',
  untouched: 'incident is auto',
  refusals: [
    [hasBody, 'other media type', '', 'profile'],
    ...writerRefusals('4.4e', '4.4b'),
    ...contractRefusals('deleteIncident'),
    ...incidentNotFound('4.4f'),
    [isAuto, 'incident is auto', '4.4c'],
  ],
  open: [
    ...incidentDoubts,
    [
      isResolvedManual,
      undefined,
      // One that can be deleted shows that each can; for how long is open.
      ({ state, subject }) => (state.choices[deletesResolved] && subject?.isFresh ? 'sound' : 'profile'),
      ({ state }, isAccepted) => {
        if (isAccepted) state.choices[deletesResolved] = true
      },
    ],
  ],
  shows: [],
  after({ subject }) {
    Object.assign(subject, { state: 'deleted', wasResolved: subject.state !== 'open' })
  },
  confirm: confirmGone,
}
