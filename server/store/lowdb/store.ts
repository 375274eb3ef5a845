/** The store on lowdb: in memory, or in one JSON file. For demos, tests and some thousand records. */
import type { Adapter } from 'lowdb'
import { Low } from 'lowdb'
import { checkIntegrity, keysOf } from '../integrity.ts'
import { type Data, emptyData, type User } from '../records.ts'
import type { Member, Store } from '../store.ts'
import { createBatchQueue } from './batch-queue.ts'

export async function openLowdbStore(adapter: Adapter<Data> & { close?(): void }): Promise<Store> {
  const db = new Low<Data>(adapter, emptyData())
  await db.read()
  const { read, write, close } = createBatchQueue(db)

  const reset = (data: Data, monitorIds: string[], before: string | undefined): number =>
    remove(
      data,
      'dailyStats',
      (row) => monitorIds.includes(row.monitorId) && (before === undefined || row.date < before),
    )

  return {
    isEmpty: () => read((data) => data.teams.length === 0 && data.users.length === 0),
    load: async (loaded) => {
      await write((data) => {
        const copy = structuredClone(loaded)
        for (const user of copy.users) user.email = user.email.toLowerCase()
        for (const service of copy.services) service.monitorIds = [...new Set(service.monitorIds)].sort()
        for (const name of collections) add(data, name, copy[name])
        checkIntegrity(data, copy)
        return true
      })
    },
    dump: () =>
      read((data) => {
        const sorted = Object.entries(data).map(([name, records]) => [name, records.toSorted(byKey)])
        return Object.fromEntries(sorted) as Data
      }),
    count: () =>
      read((data) => {
        const counts = Object.entries(data).map(([name, records]) => [name, records.length])
        return Object.fromEntries(counts) as Record<keyof Data, number>
      }),

    addAccount: (user, team) =>
      write((data) => {
        if (byEmail(data, user.email)) return false
        add(data, 'users', [{ ...structuredClone(user), email: user.email.toLowerCase() }])
        add(data, 'teams', [structuredClone(team)])
        return true
      }),
    findUser: (email) => read((data) => byEmail(data, email)),
    findMember: (userId) =>
      read((data) => {
        const user = data.users.find(({ id }) => id === userId)
        return user && memberOf(data, user)
      }),
    changeTeam: (id, change) =>
      write((data) => {
        const team = data.teams.find((team) => team.id === id)
        return team && replace(data, 'teams', team, change(structuredClone(team)))
      }),
    changeUser: (userId, change) =>
      write((data) => {
        const user = data.users.find(({ id }) => id === userId)
        if (!user) return undefined
        const others = data.users.filter(({ id, teamId }) => teamId === user.teamId && id !== userId).length
        return replace(data, 'users', user, change(structuredClone(user), others))
      }),

    changeIncident: (teamId, id, change) =>
      write((data) => {
        const incident = data.incidents.find(owned(teamId, id))
        return incident && replace(data, 'incidents', incident, change(structuredClone(incident)))
      }),
    removeIncident: (teamId, id, check) =>
      write((data) => {
        const incident = data.incidents.find(owned(teamId, id))
        if (!incident) return undefined
        check(structuredClone(incident))
        remove(data, 'incidents', (other) => other === incident)
        return incident
      }),

    resetMonitorStats: (teamId, id, before) =>
      write((data) => (data.monitors.some(owned(teamId, id)) ? reset(data, [id], before) : undefined)),
    resetServiceStats: (teamId, id, before) =>
      write((data) => {
        const service = data.services.find(owned(teamId, id))
        return service && reset(data, service.monitorIds, before)
      }),

    listDeletionRequests: (offset, limit) =>
      read((data) => {
        const scheduled = data.users.filter(({ deletionScheduledAt }) => deletionScheduledAt !== null).sort(bySchedule)
        const members = scheduled.slice(offset, offset + limit).map((user) => memberOf(data, user))
        return { members, total: scheduled.length }
      }),
    completeDeletions: (now, limit) =>
      write((data) => {
        const due = data.users.filter((user) => (user.deletionScheduledAt ?? '~') <= now).sort(bySchedule)
        for (const user of due.slice(0, limit)) removeUser(data, user)
        return due.slice(0, limit).length || undefined
      }).then((count) => count ?? 0),

    countAttempt: (key, now, resetsAt) =>
      write((data) => {
        const known = data.attempts.find((attempts) => attempts.key === key)
        const isOver = !known || known.resetsAt <= now
        const counted = isOver ? { key, count: 1, resetsAt } : { ...known, count: known.count + 1 }
        remove(data, 'attempts', (attempts) => attempts === known)
        add(data, 'attempts', [counted])
        return counted
      }),
    forgetAttempts: async (key) => {
      await write((data) => remove(data, 'attempts', (attempts) => attempts.key === key) || undefined)
    },
    dropAttempts: async (now) => {
      await write((data) => remove(data, 'attempts', (attempts) => attempts.resetsAt <= now) || undefined)
    },
    close: () => close().finally(() => adapter.close?.()),
  }
}

const collections = Object.keys(emptyData()) as (keyof Data)[]

function add<Name extends keyof Data>(data: Data, name: Name, records: Data[Name]): void {
  data[name] = [...data[name], ...records] as Data[Name]
}

/** Puts a record in the place of another: a copy, for the rule may still hold what it returned. */
function replace<Name extends 'teams' | 'users' | 'incidents'>(
  data: Data,
  name: Name,
  old: Data[Name][number],
  changed: Data[Name][number],
): Data[Name][number] {
  const kept = structuredClone(changed)
  data[name] = (data[name] as Data[Name][number][]).map((record) => (record === old ? kept : record)) as Data[Name]
  return kept
}

/** Removes records from a collection and returns their number. */
function remove<Name extends keyof Data>(
  data: Data,
  name: Name,
  gone: (record: Data[Name][number]) => boolean,
): number {
  const kept = (data[name] as Data[Name][number][]).filter((record) => !gone(record))
  const count = data[name].length - kept.length
  data[name] = kept as Data[Name]
  return count
}

function owned(teamId: string, id: string): (record: { teamId: string; id: string }) => boolean {
  return (record) => record.id === id && record.teamId === teamId
}

function byEmail(data: Data, email: string): User | undefined {
  return data.users.find((user) => user.email === email.toLowerCase())
}

function memberOf(data: Data, user: User): Member {
  const team = data.teams.find(({ id }) => id === user.teamId)
  if (!team) throw new Error(`user ${user.id} is in no team`)
  return { user, team }
}

function byKey(a: Data[keyof Data][number], b: Data[keyof Data][number]): number {
  const [left, right] = [keysOf(a)[0], keysOf(b)[0]]
  return left < right ? -1 : 1
}

/** Orders by `deletionScheduledAt`, then `id`. */
function bySchedule(a: User, b: User): number {
  const [left, right] = [a, b].map((user) => `${user.deletionScheduledAt} ${user.id}`) as [string, string]
  return left < right ? -1 : 1
}

/** Deletes a user, and with the last one the team and all it owns. */
function removeUser(data: Data, { id, email, teamId }: User): void {
  remove(data, 'users', (user) => user.id === id)
  remove(data, 'attempts', ({ key }) => key === email || key === `signup ${email}`)
  if (data.users.some((user) => user.teamId === teamId)) return
  const monitorIds = data.monitors.filter((monitor) => monitor.teamId === teamId).map((monitor) => monitor.id)
  remove(data, 'dailyStats', (row) => monitorIds.includes(row.monitorId))
  for (const name of ['incidents', 'services', 'monitors'] as const) {
    remove(data, name, (record: { teamId: string }) => record.teamId === teamId)
  }
  remove(data, 'teams', (team) => team.id === teamId)
}
