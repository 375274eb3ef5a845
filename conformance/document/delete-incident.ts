/** Document 4.4: an incident that was created manually is deleted; one that was detected automatically is not. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '../client/callers.ts'
import { isAccepted } from '../client/exchange.ts'
import { statusAndCode, summarizeResponse } from '../verdict/format.ts'
import { findIncident, incidentDoubts, incidentNotFound, isState } from './incident-rows.ts'
import type { Operation, Situation } from './operation.ts'
import { refusalOf } from './repetition.ts'
import { contractRefusals, hasBody, isForeign, missingScope, unauthenticated } from './rows.ts'
import type { Incident } from './state.ts'

type Request = Situation<Incident>
const isAuto = (request: Request) =>
  !isForeign(request) && request.subject?.type === 'auto' && request.subject.state !== 'deleted'
const isResolvedManual = (request: Request) => isState('resolved')(request) && !isAuto(request)
const deletesResolved = 'a resolved manual incident can be deleted'

/** The patience, in milliseconds, with a target that has kept a deleted incident for longer. */
const littlePatience = 300

export const deleteIncident: Operation<Incident> = {
  id: 'deleteIncident',
  cites: ['4.4a', '4.4d'],
  find: findIncident,
  missing: 'incident not found',
  untouched: 'incident is auto',
  refusals: [
    { when: hasBody, condition: 'other media type', cites: [], basis: 'profile' },
    ...unauthenticated(['4.4e']),
    missingScope(['4.4b']),
    ...contractRefusals('deleteIncident'),
    ...incidentNotFound(['4.4f']),
    { when: isAuto, condition: 'incident is auto', cites: ['4.4c'] },
  ],
  open: [
    ...incidentDoubts,
    {
      when: isResolvedManual,
      // One that can be deleted shows that each can; for how long is open.
      basis: ({ model, subject }) => (model.choices[deletesResolved] && subject?.wasResolvedHere ? 'sound' : 'profile'),
      learn({ model }, { isAccepted }) {
        if (isAccepted) model.choices[deletesResolved] = true
      },
    },
  ],
  shows: [],
  after({ subject }) {
    subject.wasResolved = subject.state !== 'open'
    subject.state = 'deleted'
  },
  // The document leaves open how soon a deletion shows.
  async confirm({ model, subject }, caller, deletionPatience, { expect, cite }) {
    const { id, wasResolved } = subject
    cite('4.4a', '4.4f', '4.3f')
    const begin = performance.now()
    let call: Call<unknown> = caller.deleteIncident(id)
    const isGone = async () => !isAccepted(await call)
    // A target whose deletions took effect at once has no delay for this one.
    if (model.deletesAtOnce) await expect(call).refused('incident not found')
    model.deletesAtOnce = (model.deletesAtOnce ?? true) && (await isGone())
    const second = summarizeResponse(await call)
    expect.implied(await isGone(), 'what was deleted is gone at once', `a second deletion: ${second}`).toHold()
    for (let wait = 100; !(await isGone()) && performance.now() - begin < deletionPatience.patience; wait *= 2) {
      await pause(wait)
      call = caller.deleteIncident(id)
    }
    if (!(await isGone())) deletionPatience.patience = Math.min(deletionPatience.patience, littlePatience)
    await expect(call).refused('incident not found')
    subject.isSeenGone = true
    // Resolve and delete must agree that it is gone.
    if (wasResolved) return
    const resolve = caller.resolve(id)
    await expect(resolve).refused('incident not found')
    model.responses.ofRefusal[refusalOf('resolveIncident', 'incident not found')] ??= statusAndCode(await resolve)
  },
}
