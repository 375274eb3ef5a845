/** The collections of the store on lowdb, and what concerns several of them. */
import { attemptKeysOf } from '../attempt-keys.ts'
import { checkOwners, keyOf, missingOwners } from '../integrity.ts'
import { type Data, emptyData, type Team, type User } from '../records.ts'
import type { Member } from '../store.ts'
import { type Collection, createCollection } from './collection.ts'

export type Collections = { [Name in keyof Data]: Collection<Data[Name][number]> }

const names = Object.keys(emptyData()) as (keyof Data)[]

export function createCollections(data: Data, undo: (() => void)[]): Collections {
  const create = <Name extends keyof Data>(name: Name) =>
    createCollection<Data[Name][number]>(name, data[name] as Data[Name][number][], undo)
  return Object.fromEntries(names.map((name) => [name, create(name)])) as unknown as Collections
}

/** All records, as lowdb knows them. A list is made when it is read: by the write of a file, and by a dump. */
export function dataOf(collections: Collections): Data {
  const getters = names.map((name) => [name, { enumerable: true, get: () => collections[name].all() }])
  return Object.defineProperties(emptyData(), Object.fromEntries(getters))
}

export function countAll(collections: Collections): Record<keyof Data, number> {
  return Object.fromEntries(names.map((name) => [name, collections[name].size()])) as Record<keyof Data, number>
}

/** Adds a copy of records. @throws Error in one line as Store.load does. */
export function addAll(collections: Collections, loaded: Data): void {
  const copy = structuredClone(loaded)
  for (const user of copy.users) user.email = user.email.toLowerCase()
  for (const service of copy.services) service.monitorIds = [...new Set(service.monitorIds)].sort()
  for (const name of names) collections[name].add(copy[name] as never)
  const { teams, monitors, services } = missingOwners(copy)
  const stored = {
    teams: findAll(collections.teams, teams),
    monitors: findAll(collections.monitors, monitors),
    services: findAll(collections.services, services),
  }
  checkOwners(copy, stored)
}

/** Finds the records with these first keys, in their order. */
export function findAll<T extends Data[keyof Data][number]>({ find }: Collection<T>, keys: Iterable<string>): T[] {
  return Array.from(keys, (key) => find(key)).filter((record) => record !== undefined)
}

/** Finds a record by its id if it belongs to a team. */
export function findOwned<T extends { teamId: string }>(
  { find }: { find(id: string): T | undefined },
  teamId: string,
  id: string,
): T | undefined {
  const record = find(id)
  return record?.teamId === teamId ? record : undefined
}

/** Deletes a user, and with the last member the team and all its data. */
export function removeUser(collections: Collections, user: User): void {
  const { teams, users, services, monitors, incidents, dailyStats, attempts } = collections
  const removeAll = <T extends Data[keyof Data][number]>({ remove }: Collection<T>, records: T[]) =>
    records.forEach(remove)
  const { email, teamId } = user
  users.remove(user)
  removeAll(attempts, findAll(attempts, attemptKeysOf(email)))
  if (users.countOwnedBy(teamId) > 0) return
  for (const monitor of monitors.ownedBy(teamId)) removeAll(dailyStats, dailyStats.ownedBy(monitor.id))
  removeAll(monitors, monitors.ownedBy(teamId))
  removeAll(services, services.ownedBy(teamId))
  removeAll(incidents, incidents.ownedBy(teamId))
  removeAll(teams, findAll(teams, [teamId]))
}

/** Deletes the statistics of monitors strictly before a date, or all; returns their number. */
export function removeStats({ dailyStats }: Collections, monitorIds: string[], before: string | undefined): number {
  const rows = [...new Set(monitorIds)]
    .flatMap(dailyStats.ownedBy)
    .filter(({ date }) => before === undefined || date < before)
  for (const row of rows) dailyStats.remove(row)
  return rows.length
}

export function toMember({ teams }: Collections, user: User): Member {
  return { user, team: teams.find(user.teamId) as Team }
}

export function compareByKey(a: Data[keyof Data][number], b: Data[keyof Data][number]): number {
  return keyOf(a) < keyOf(b) ? -1 : 1
}
