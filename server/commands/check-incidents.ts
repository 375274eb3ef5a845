/** Checks what a store does not: the times of loaded incidents, and that their monitors and services are of their team. */
import type { Data } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/** The first day of the calendar: a reset before this day deletes nothing and reveals whether the record exists. */
const firstDay = '0001-01-01'

/** @throws Error in one line that names the first incident whose times are wrong. */
export function checkTimes({ incidents }: Data, now: Date): void {
  for (const { id, status, startedAt, resolvedAt } of incidents) {
    const incident = `incident ${JSON.stringify(id)}`
    if (startedAt > now.toISOString()) throw new Error(`${incident} starts in the future, at ${startedAt}`)
    if ((status === 'resolved') !== (resolvedAt !== null) || (resolvedAt ?? startedAt) < startedAt) {
      throw new Error(`${incident} is ${status}, started at ${startedAt}, but has resolvedAt ${resolvedAt}`)
    }
  }
}

/** @throws Error in one line that names the first monitor or service that an incident's team does not have. */
export async function checkReferences(store: Store, { incidents, monitors, services }: Data): Promise<void> {
  const keyOf = (...names: string[]) => JSON.stringify(names)
  const known = new Set([
    ...monitors.map(({ teamId, id }) => keyOf('monitor', teamId, id)),
    ...services.map(({ teamId, id }) => keyOf('service', teamId, id)),
  ])
  const check = async (
    kind: string,
    teamId: string,
    id: string | null | undefined,
    find: Store['resetMonitorStats'],
  ) => {
    if (id == null || known.has(keyOf(kind, teamId, id))) return
    if ((await find(teamId, id, firstDay)) === undefined) {
      throw new Error(`team ${JSON.stringify(teamId)} has no ${kind} ${JSON.stringify(id)}`)
    }
    known.add(keyOf(kind, teamId, id))
  }
  for (const { teamId, monitorId, serviceId } of incidents) {
    await check('monitor', teamId, monitorId, store.resetMonitorStats)
    await check('service', teamId, serviceId, store.resetServiceStats)
  }
}
