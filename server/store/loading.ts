/** What every store holds a load to: nothing is there twice, and nothing belongs to what is not there. */
import type { Data } from './records.ts'

export class TwiceError extends Error {
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

/** The teams and monitors that loaded records belong to and that were not loaded with them, and who asks for them. */
export function ownersOf(loaded: Data): Record<'teams' | 'monitors', Map<string, keyof Data>> {
  const owners = { teams: new Map<string, keyof Data>(), monitors: new Map<string, keyof Data>() }
  for (const name of ['users', 'services', 'monitors', 'incidents'] as const) {
    for (const { teamId } of loaded[name]) owners.teams.set(teamId, name)
  }
  for (const { monitorIds } of loaded.services) for (const id of monitorIds) owners.monitors.set(id, 'services')
  for (const { monitorId } of loaded.dailyStats) owners.monitors.set(monitorId, 'dailyStats')
  for (const { id } of loaded.teams) owners.teams.delete(id)
  for (const { id } of loaded.monitors) owners.monitors.delete(id)
  return owners
}

export function absent(name: keyof Data, owners: 'teams' | 'monitors', id: string): Error {
  return new Error(`${name} belong to ${JSON.stringify(id)}, which is not in ${owners}`)
}
