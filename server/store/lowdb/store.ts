/** The store on lowdb, in memory or in one JSON file: for demos, tests and some thousand records. */
import type { Adapter } from 'lowdb'
import { Low } from 'lowdb'
import { checkIntegrity } from '../integrity.ts'
import { type Data, emptyData } from '../records.ts'
import type { Store } from '../store.ts'
import { createBatchQueue } from './batch-queue.ts'
import {
  add,
  compareByKey,
  compareBySchedule,
  findByEmail,
  ownedBy,
  remove,
  removeUser,
  replace,
  toMember,
} from './collections.ts'

export async function openLowdbStore(adapter: Adapter<Data> & { close?(): void }): Promise<Store> {
  const db = new Low<Data>(adapter, emptyData())
  await db.read()
  const { read, write, close } = createBatchQueue(db)
  return {
    isEmpty: () => read((data) => data.teams.length === 0 && data.users.length === 0),
    load: async (loaded) => {
      await write((data) => {
        const copy = structuredClone(loaded)
        for (const user of copy.users) user.email = user.email.toLowerCase()
        for (const service of copy.services) service.monitorIds = [...new Set(service.monitorIds)].sort()
        for (const name of Object.keys(emptyData()) as (keyof Data)[]) add(data, name, copy[name])
        checkIntegrity(data, copy)
        return true
      })
    },
    dump: () =>
      read((data) => {
        const sorted = Object.entries(data).map(([name, records]) => [name, records.toSorted(compareByKey)])
        return Object.fromEntries(sorted) as Data
      }),
    count: () =>
      read((data) => {
        const counts = Object.entries(data).map(([name, records]) => [name, records.length])
        return Object.fromEntries(counts) as Record<keyof Data, number>
      }),

    addAccount: (user, team) =>
      write((data) => {
        if (findByEmail(data, user.email)) return false
        add(data, 'users', [{ ...structuredClone(user), email: user.email.toLowerCase() }])
        add(data, 'teams', [structuredClone(team)])
        return true
      }),
    findUser: (email) => read((data) => findByEmail(data, email)),
    findMember: (userId) =>
      read((data) => {
        const user = data.users.find(({ id }) => id === userId)
        return user && toMember(data, user)
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
        const incident = data.incidents.find(ownedBy(teamId, id))
        return incident && replace(data, 'incidents', incident, change(structuredClone(incident)))
      }),
    removeIncident: (teamId, id, check) =>
      write((data) => {
        const incident = data.incidents.find(ownedBy(teamId, id))
        if (!incident) return undefined
        check(structuredClone(incident))
        remove(data, 'incidents', (other) => other === incident)
        return incident
      }),

    resetMonitorStats: (teamId, id, before) =>
      write((data) => (data.monitors.some(ownedBy(teamId, id)) ? removeStats(data, [id], before) : undefined)),
    resetServiceStats: (teamId, id, before) =>
      write((data) => {
        const service = data.services.find(ownedBy(teamId, id))
        return service && removeStats(data, service.monitorIds, before)
      }),

    listDeletionRequests: (offset, limit) =>
      read((data) => {
        const scheduled = data.users.filter(({ deletionScheduledAt }) => deletionScheduledAt !== null)
        const page = scheduled.sort(compareBySchedule).slice(offset, offset + limit)
        return { members: page.map((user) => toMember(data, user)), total: scheduled.length }
      }),
    completeDeletions: async (now, limit) => {
      const count = await write((data) => {
        const due = data.users.filter((user) => (user.deletionScheduledAt ?? '~') <= now).sort(compareBySchedule)
        for (const user of due.slice(0, limit)) removeUser(data, user)
        return due.slice(0, limit).length || undefined
      })
      return count ?? 0
    },

    countAttempt: (key, now, resetsAt) =>
      write((data) => {
        const stored = data.attempts.find((attempts) => attempts.key === key)
        const isOver = !stored || stored.resetsAt <= now
        const counted = isOver ? { key, count: 1, resetsAt } : { ...stored, count: stored.count + 1 }
        remove(data, 'attempts', (attempts) => attempts === stored)
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

function removeStats(data: Data, monitorIds: string[], before: string | undefined): number {
  return remove(data, 'dailyStats', ({ monitorId, date }) => {
    return monitorIds.includes(monitorId) && (before === undefined || date < before)
  })
}
