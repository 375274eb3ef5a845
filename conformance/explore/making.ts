/** Makes the records that the actions of a step need, or that they are. */
import type { Model } from '../document/state.ts'
import { FixtureError, InapplicableError, UnverifiedError } from '../records/provider.ts'
import { type CheckRecord, recordFixture } from '../verdict/record.ts'
import type { Action, Step } from './action.ts'
import { type RecordKind, recordKinds, rolesOf } from './record-kinds.ts'
import type { Running } from './running.ts'
import { isPossible } from './sequence.ts'

/** @returns the calls that are left. */
export async function makeRecords(running: Running, step: Step): Promise<Action[]> {
  const { model } = running.world
  const calls: Action[] = []
  for (const action of step) {
    if (!isPossible(model, action) || !(await areEntered(running, rolesOf(model, action)))) continue
    const kind = recordKinds[action.operation]
    if (!kind) calls.push(action)
    else await isMade(running, kind.needs?.(model, action) ?? action.operation, () => make(running, kind, action))
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

async function make({ world, run: { record } }: Running, kind: RecordKind, action: Action): Promise<void> {
  const { model } = world
  const line = await kind.make(world, action)
  const made = (['incidents', 'monitors', 'services'] as const).flatMap((part) => {
    const object = model[part][action.name ?? '']
    return object ? [`${part}/${object.id}`] : []
  })
  recordFixture(record, line, made, model.accounts[action.by]?.teamId)
  recordRows(record, model, action.name)
}

/** Records the rows of a new monitor, or the monitors of a new service. */
function recordRows({ rows, links }: CheckRecord, { monitors, services }: Model, name = ''): void {
  const [monitor, service] = [monitors[name], services[name]]
  const since = new Date()
  if (monitor?.days) rows.set(monitor.id, { days: [...monitor.days], since })
  const linked = service?.monitors.flatMap((one) => monitors[one]?.id ?? [])
  if (service && linked) links.set(service.id, { monitors: linked, since })
}
