/** Queries and edits of the record lists. An edit replaces a list and leaves the old list and its records unchanged. */
import { attemptKeysOf } from '../../domain/attempt-keys.ts'
import { keysOf } from '../integrity.ts'
import type { Data, User } from '../records.ts'
import type { Member } from '../store.ts'

export function add<Name extends keyof Data>(data: Data, name: Name, records: Data[Name]): void {
  data[name] = [...data[name], ...records] as Data[Name]
}

/** Replaces a record by a copy, because the rule may keep a reference to the record that it returned. */
export function replace<Name extends 'teams' | 'users' | 'incidents'>(
  data: Data,
  name: Name,
  old: Data[Name][number],
  changed: Data[Name][number],
): Data[Name][number] {
  const copy = structuredClone(changed)
  data[name] = (data[name] as Data[Name][number][]).map((record) => (record === old ? copy : record)) as Data[Name]
  return copy
}

/** Removes the records that match and returns their number. */
export function remove<Name extends keyof Data>(
  data: Data,
  name: Name,
  matches: (record: Data[Name][number]) => boolean,
): number {
  const kept = (data[name] as Data[Name][number][]).filter((record) => !matches(record))
  const count = data[name].length - kept.length
  data[name] = kept as Data[Name]
  return count
}

/** Deletes a user, and with the last member the team and all its data. */
export function removeUser(data: Data, { id, email, teamId }: User): void {
  remove(data, 'users', (user) => user.id === id)
  const keys = attemptKeysOf(email)
  remove(data, 'attempts', ({ key }) => keys.includes(key))
  if (data.users.some((user) => user.teamId === teamId)) return
  const monitorIds = data.monitors.filter((monitor) => monitor.teamId === teamId).map((monitor) => monitor.id)
  remove(data, 'dailyStats', (row) => monitorIds.includes(row.monitorId))
  for (const name of ['incidents', 'services', 'monitors'] as const) {
    remove(data, name, (record: { teamId: string }) => record.teamId === teamId)
  }
  remove(data, 'teams', (team) => team.id === teamId)
}

/** Matches the record with an id if it belongs to a team. */
export function ownedBy(teamId: string, id: string): (record: { teamId: string; id: string }) => boolean {
  return (record) => record.id === id && record.teamId === teamId
}

export function findByEmail(data: Data, email: string): User | undefined {
  return data.users.find((user) => user.email === email.toLowerCase())
}

export function toMember(data: Data, user: User): Member {
  const team = data.teams.find(({ id }) => id === user.teamId)
  if (!team) throw new Error(`user ${user.id} is in no team`)
  return { user, team }
}

export function compareByKey(a: Data[keyof Data][number], b: Data[keyof Data][number]): number {
  const [left, right] = [keysOf(a)[0], keysOf(b)[0]]
  return left < right ? -1 : 1
}

/** Orders by `deletionScheduledAt`, then `id`. */
export function compareBySchedule(a: User, b: User): number {
  const [left, right] = [a, b].map((user) => `${user.deletionScheduledAt} ${user.id}`) as [string, string]
  return left < right ? -1 : 1
}
