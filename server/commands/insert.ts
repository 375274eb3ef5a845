/** Inserts records into a store, and checks the records that they refer to. */
import { DuplicateKeyError } from '../store/integrity.ts'
import { type Data, emptyData } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/** @throws Error in one line, from `describe`, if one of the records exists already; then none is inserted. */
export async function insert(
  store: Store,
  records: Partial<Data>,
  describe: (duplicate: string) => string,
): Promise<void> {
  await store.load({ ...emptyData(), ...records }).catch((error: Error) => {
    throw error instanceof DuplicateKeyError ? new Error(describe(error.message)) : error
  })
}

export async function assertTeam(store: Store, id: string): Promise<void> {
  if (!(await store.changeTeam(id, (team) => team))) throw new Error(`there is no team ${JSON.stringify(id)}`)
}

/** The first day of the calendar: a reset before this day deletes nothing and reveals whether the record exists. */
const firstDay = '0001-01-01'

export async function assertMonitor(store: Store, teamId: string, id: string): Promise<void> {
  const deleted = await store.resetMonitorStats(teamId, id, firstDay)
  if (deleted === undefined) throw new Error(`team ${JSON.stringify(teamId)} has no monitor ${JSON.stringify(id)}`)
}

export async function assertService(store: Store, teamId: string, id: string): Promise<void> {
  const deleted = await store.resetServiceStats(teamId, id, firstDay)
  if (deleted === undefined) throw new Error(`team ${JSON.stringify(teamId)} has no service ${JSON.stringify(id)}`)
}
