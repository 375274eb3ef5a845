/** The integrity rules of a load: keys are unique, and every record belongs to a team or monitor that exists. */
import type { Data } from './records.ts'

export class DuplicateKeyError extends Error {
  constructor(name: keyof Data, ...keys: string[]) {
    super(`${name} have ${keys.map((key) => JSON.stringify(key)).join(' or ')} twice`)
  }
}

export class NotEmptyError extends Error {
  constructor() {
    super('the store is not empty; restore into a new one')
  }
}

type AnyRecord = Data[keyof Data][number]

/** The key of a record in its collection, by which a dump is sorted. */
export function keyOf(record: AnyRecord): string {
  if ('date' in record) return `${record.monitorId} ${record.date}`
  return 'key' in record ? record.key : record.id
}

/** The e-mail of a user, which is unique, too. */
export function emailOf(record: AnyRecord): string | undefined {
  return 'email' in record ? record.email.toLowerCase() : undefined
}

/** All values that no other record of the collection may have. */
export function uniqueValuesOf(record: AnyRecord): string[] {
  return [keyOf(record), emailOf(record)].filter((value) => value !== undefined)
}

/** The ids of the teams, monitors and services that the records refer to and do not contain. */
export function missingOwners({ teams, users, services, monitors, incidents, dailyStats }: Data) {
  const missing = {
    teams: new Set([...users, ...services, ...monitors, ...incidents].map(({ teamId }) => teamId)),
    monitors: new Set(services.flatMap(({ monitorIds }) => monitorIds)),
    services: new Set<string>(),
  }
  for (const { monitorId } of dailyStats) missing.monitors.add(monitorId)
  for (const { monitorId, serviceId } of incidents) {
    if (monitorId !== null) missing.monitors.add(monitorId)
    if (serviceId !== undefined) missing.services.add(serviceId)
  }
  for (const { id } of teams) missing.teams.delete(id)
  for (const { id } of monitors) missing.monitors.delete(id)
  for (const { id } of services) missing.services.delete(id)
  return missing
}

type Owned = { id: string; teamId: string }
/** The owners that are stored already, at least those that `missingOwners` returns. */
export type StoredOwners = { teams: { id: string }[]; monitors: Owned[]; services: Owned[] }

const teamsOf = (...lists: Owned[][]) => new Map(lists.flat().map(({ id, teamId }) => [id, teamId]))

/** @throws Error in one line if a record refers to a missing owner, or to a monitor or service of another team. */
export function checkOwners(loaded: Data, stored: StoredOwners): void {
  const teams = new Set([...stored.teams, ...loaded.teams].map(({ id }) => id))
  const teamOf = teamsOf(stored.monitors, loaded.monitors)
  const assertExists = (exists: boolean, name: keyof Data, id: string, where: string) => {
    if (!exists) throw new Error(`${name} belong to ${JSON.stringify(id)}, which is not ${where}`)
  }
  for (const name of ['users', 'services', 'monitors', 'incidents'] as const) {
    for (const { teamId } of loaded[name]) assertExists(teams.has(teamId), name, teamId, 'in teams')
  }
  for (const { teamId, monitorIds } of loaded.services) {
    for (const id of monitorIds) assertExists(teamOf.get(id) === teamId, 'services', id, 'in monitors of their team')
  }
  for (const { monitorId } of loaded.dailyStats)
    assertExists(teamOf.has(monitorId), 'dailyStats', monitorId, 'in monitors')
  checkIncidents(loaded, stored)
}

/** @throws Error in one line if an incident refers to a monitor or service that its team does not have. */
function checkIncidents(loaded: Data, stored: StoredOwners): void {
  const [monitors, services] = [teamsOf(stored.monitors, loaded.monitors), teamsOf(stored.services, loaded.services)]
  const assertOwned = (teamOf: Map<string, string>, kind: string, teamId: string, id: string | null | undefined) => {
    if (id != null && teamOf.get(id) !== teamId)
      throw new Error(`team ${JSON.stringify(teamId)} has no ${kind} ${JSON.stringify(id)}`)
  }
  for (const { teamId, monitorId, serviceId } of loaded.incidents) {
    assertOwned(monitors, 'monitor', teamId, monitorId)
    assertOwned(services, 'service', teamId, serviceId)
  }
}

/** @throws Error in one line if a key occurs twice, or the owner of a record is missing. */
export function checkIntegrity(data: Data): void {
  for (const [name, records] of Object.entries(data) as [keyof Data, Data[keyof Data]][]) {
    const seen = new Set<string>()
    for (const key of records.flatMap(uniqueValuesOf)) {
      if (seen.has(key)) throw new DuplicateKeyError(name, key)
      seen.add(key)
    }
  }
  checkOwners(data, data)
}
