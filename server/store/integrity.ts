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

/** The values that are unique in the record's collection. The first one is its sort key. */
export function keysOf(record: Data[keyof Data][number]): [string, ...string[]] {
  if ('email' in record) return [record.id, record.email.toLowerCase()]
  if ('date' in record) return [`${record.monitorId} ${record.date}`]
  return ['key' in record ? record.key : record.id]
}

/** The ids of the teams and monitors that the records refer to and do not contain. */
export function missingOwners({ teams, users, services, monitors, incidents, dailyStats }: Data) {
  const missing = {
    teams: new Set([...users, ...services, ...monitors, ...incidents].map(({ teamId }) => teamId)),
    monitors: new Set(services.flatMap(({ monitorIds }) => monitorIds)),
  }
  for (const { monitorId } of dailyStats) missing.monitors.add(monitorId)
  for (const { id } of teams) missing.teams.delete(id)
  for (const { id } of monitors) missing.monitors.delete(id)
  return missing
}

/**
 * @param stored the teams and monitors that are stored already, at least those that `missingOwners` returns.
 * @throws Error in one line if a record refers to a missing owner, or a service to a monitor of another team.
 */
export function checkOwners(loaded: Data, stored: Pick<Data, 'monitors'> & { teams: { id: string }[] }): void {
  const teams = new Set([...stored.teams, ...loaded.teams].map(({ id }) => id))
  const teamOf = new Map([...stored.monitors, ...loaded.monitors].map(({ id, teamId }) => [id, teamId]))
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
}

/** @throws Error in one line if a key occurs twice, or the owner of a record is missing. */
export function checkIntegrity(data: Data): void {
  for (const [name, records] of Object.entries(data) as [keyof Data, Data[keyof Data]][]) {
    const seen = new Set<string>()
    for (const key of records.flatMap(keysOf)) {
      if (seen.has(key)) throw new DuplicateKeyError(name, key)
      seen.add(key)
    }
  }
  checkOwners(data, data)
}
