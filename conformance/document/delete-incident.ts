/** Document 4.4: an incident that was created manually is deleted; one that was detected automatically is not. */
import { callerDoubts, callerRefusals, hasQuery, isForeign, isState, notFound } from './incident-rows.ts'
import type { Operation, Situation } from './operation.ts'

const isAuto = (one: Situation) => !isForeign(one) && one.incident?.type === 'auto' && one.incident.state !== 'deleted'
const isResolvedManual = (one: Situation) => isState('resolved')(one) && !isAuto(one)
const deletesResolved = 'a resolved manual incident can be deleted'

export const deleteIncident: Operation = {
  id: 'deleteIncident',
  cites: '4.4a 4.4d',
  refusals: [
    [({ input }) => input !== undefined, 'other media type', '', 'profile'],
    ...callerRefusals('4.4e', '4.4b'),
    [hasQuery, 'invalid query', '', 'profile'],
    ...notFound('4.4f'),
    [isAuto, 'incident is auto', '4.4c'],
  ],
  open: [
    ...callerDoubts,
    [
      (one) => isResolvedManual(one) && !(one.state.choices[deletesResolved] && one.incident?.isFresh),
      undefined,
      'profile',
    ],
    // One that can be deleted shows that each can; for how long is open.
    [isResolvedManual, undefined, 'sound'],
  ],
  shows: [],
  after({ incident, state }) {
    if (incident.state === 'resolved') state.choices[deletesResolved] = true
    Object.assign(incident, { state: 'deleted', wasResolved: incident.state !== 'open' })
  },
}
