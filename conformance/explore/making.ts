/** Makes the records that the actions of a step need, or that they are. */
import { FixtureError, InapplicableError, UnverifiedError } from '../records/errors.ts'
import type { Action, Step } from './action.ts'
import { exploredRecords, neededFor, rolesOf } from './records.ts'
import type { Running } from './running.ts'
import { isPossible } from './sequence.ts'

/** @returns the calls that are left. */
export async function makeRecords(running: Running, step: Step): Promise<Action[]> {
  const { model } = running.world
  const calls: Action[] = []
  for (const action of step) {
    if (!isPossible(model, action) || !(await areEntered(running, rolesOf(model, action)))) continue
    const record = exploredRecords[action.operation]
    if (!record) calls.push(action)
    else
      await isMade(running, neededFor(model, action), async () => {
        running.run.record.given.push(await record.make(running.world, action))
      })
  }
  return calls
}

async function areEntered(running: Running, names: string[]): Promise<boolean> {
  for (const name of names) if (!(await isMade(running, name, () => running.world.enter(name)))) return false
  return true
}

/** Whether a record was made; what is not made is not asked for again. */
async function isMade({ missing }: Running, what: string, make: () => Promise<void>): Promise<boolean> {
  if (missing.has(what)) return false
  try {
    await make()
    return true
  } catch (error) {
    const isMissing = [UnverifiedError, InapplicableError, FixtureError].some((kind) => error instanceof kind)
    if (!isMissing) throw error
    missing.add(what)
    return false
  }
}
