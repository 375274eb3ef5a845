/** What every store holds a load to: nothing is there twice, and nothing belongs to what is not there. */
import type { Data } from './records.ts'

export class DuplicateKeyError extends Error {
  constructor(name: keyof Data, ...keys: string[]) {
    super(`${name} have ${keys.map((key) => JSON.stringify(key)).join(' or ')} twice`)
  }
}

/** What no other record of the same collection may share; the first one is what the collection is ordered by. */
export function keysOf(record: Data[keyof Data][number]): [string, ...string[]] {
  if ('email' in record) return [record.id, record.email]
  if ('date' in record) return [`${record.monitorId} ${record.date}`]
  return ['key' in record ? record.key : record.id]
}

/** The teams and monitors that loaded records speak of and that were not loaded with them. */
export function missingOwners({ teams, users, services, monitors, incidents, dailyStats }: Data) {
  const strangers = {
    teams: new Set([...users, ...services, ...monitors, ...incidents].map(({ teamId }) => teamId)),
    monitors: new Set(services.flatMap(({ monitorIds }) => monitorIds)),
  }
  for (const { monitorId } of dailyStats) strangers.monitors.add(monitorId)
  for (const { id } of teams) strangers.teams.delete(id)
  for (const { id } of monitors) strangers.monitors.delete(id)
  return strangers
}

/**
 * @param known the teams and monitors that are there already, at least those that `strangersOf` names.
 * @throws Error in one line if a record speaks of what is not there, or a service of another team's monitor.
 */
export function checkOwners(loaded: Data, known: Pick<Data, 'monitors'> & { teams: { id: string }[] }): void {
  const teams = new Set([...known.teams, ...loaded.teams].map(({ id }) => id))
  const teamOf = new Map([...known.monitors, ...loaded.monitors].map(({ id, teamId }) => [id, teamId]))
  const demand = (isThere: boolean, name: keyof Data, id: string, where: string) => {
    if (!isThere) throw new Error(`${name} belong to ${JSON.stringify(id)}, which is not ${where}`)
  }
  for (const name of ['users', 'services', 'monitors', 'incidents'] as const) {
    for (const { teamId } of loaded[name]) demand(teams.has(teamId), name, teamId, 'in teams')
  }
  for (const { teamId, monitorIds } of loaded.services) {
    for (const id of monitorIds) demand(teamOf.get(id) === teamId, 'services', id, 'in monitors of their team')
  }
  for (const { monitorId } of loaded.dailyStats) demand(teamOf.has(monitorId), 'dailyStats', monitorId, 'in monitors')
}

/** @throws Error in one line if something is there twice, or records, all or the loaded ones, belong to what is not. */
export function checkIntegrity(data: Data, loaded = data): void {
  for (const name of Object.keys(data) as (keyof Data)[]) checkUnique(data, name)
  checkOwners(loaded, data)
}

/** @throws Error in one line if two records of a collection are the same thing. */
function checkUnique<Name extends keyof Data>(data: Data, name: Name): void {
  const seen = new Set<string>()
  for (const record of data[name]) {
    for (const key of keysOf(record)) {
      if (seen.has(key)) throw new DuplicateKeyError(name, key)
      seen.add(key)
    }
  }
}
