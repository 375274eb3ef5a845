/** Document 4.4: an incident that was deleted is not found any more; the document leaves open how soon. */

import type { Call } from '../client/callers.ts'
import { statusAndCode, summarizeResponse } from '../verdict/format.ts'
import type { Operation } from './operation.ts'
import type { Incident } from './state.ts'

/** The patience, in milliseconds, with a target that has kept a deleted incident for longer. */
const littlePatience = 300

type Confirm = NonNullable<Operation<Incident>['confirm']>
export const confirmGone: Confirm = async ({ state, subject }, caller, deletion, { expect, cite }) => {
  const { id, wasResolved } = subject
  cite('4.4a', '4.4f', '4.3f')
  const begin = performance.now()
  let call: Call<unknown> = caller.deleteIncident(id)
  const isGone = async () => (await call).response.status >= 300
  // A target whose deletions took effect at once has no delay for this one.
  if (state.deletesAtOnce) await expect(call).refused('incident not found')
  state.deletesAtOnce = (state.deletesAtOnce ?? true) && (await isGone())
  const second = summarizeResponse(await call)
  expect.implied(await isGone(), 'what was deleted is gone at once', `a second deletion: ${second}`).toHold()
  for (let wait = 100; !(await isGone()) && performance.now() - begin < deletion.patience; wait *= 2) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    call = caller.deleteIncident(id)
  }
  if (!(await isGone())) deletion.patience = Math.min(deletion.patience, littlePatience)
  await expect(call).refused('incident not found')
  subject.isGone = true
  // Resolve and delete must agree that it is gone.
  if (wasResolved) return
  const resolve = caller.resolve(id)
  await expect(resolve).refused('incident not found')
  state.refused['resolveIncident incident not found'] ??= statusAndCode(await resolve)
}
