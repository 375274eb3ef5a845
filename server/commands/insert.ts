/** Adds records to a store, and says in plain words what they would belong to and is not there. */
import { DuplicateKeyError } from '../store/integrity.ts'
import { type Data, emptyData } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/** @throws Error in one line, which `taken` words if one of the records is there already; then none was added. */
export async function insert(store: Store, records: Partial<Data>, taken: (twice: string) => string): Promise<void> {
  await store.load({ ...emptyData(), ...records }).catch((error: Error) => {
    throw error instanceof DuplicateKeyError ? new Error(taken(error.message)) : error
  })
}

/** The first day of the calendar: nothing is older, so a reset up to it deletes nothing, and tells what is there. */
const beginning = '0001-01-01'

export async function checkTeam(store: Store, id: string): Promise<void> {
  if (!(await store.changeTeam(id, (team) => team))) throw new Error(`there is no team ${JSON.stringify(id)}`)
}

export async function checkMonitor(store: Store, teamId: string, id: string): Promise<void> {
  const is = await store.resetMonitorStats(teamId, id, beginning)
  if (is === undefined) throw new Error(`team ${JSON.stringify(teamId)} has no monitor ${JSON.stringify(id)}`)
}

export async function checkService(store: Store, teamId: string, id: string): Promise<void> {
  const is = await store.resetServiceStats(teamId, id, beginning)
  if (is === undefined) throw new Error(`team ${JSON.stringify(teamId)} has no service ${JSON.stringify(id)}`)
}
