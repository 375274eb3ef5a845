/** The store on lowdb, in memory or in one JSON file: for demos, tests and some thousand records. */
import { ApiError } from '@monitoring-service/http'
import type { Adapter } from 'lowdb'
import { Low } from 'lowdb'
import { probeKey, sessionsKey, signUpClosedKey, userSessionsKey } from '../attempt-keys.ts'
import { NotEmptyError } from '../integrity.ts'
import { addPiece, type Data, emptyData } from '../records.ts'
import type { Guard, Store } from '../store.ts'
import { type BatchQueue, createBatchQueue } from './batch-queue.ts'
import {
  addAll,
  type Collections,
  compareByKey,
  countAll,
  createCollections,
  dataOf,
  findAll,
  findOwned,
  removeStats,
  removeUser,
  toMember,
} from './collections.ts'

interface Lowdb extends BatchQueue {
  data: Data
  collections: Collections
}

export async function openLowdbStore(adapter: Adapter<Data> & { close?(): void }): Promise<Store> {
  const low = new Low<Data>(adapter, emptyData())
  await low.read()
  const undo: (() => void)[] = []
  const queue = createBatchQueue(low, undo)
  const collections = createCollections(low.data, undo)
  low.data = dataOf(collections)
  const db: Lowdb = { ...queue, data: low.data, collections }
  return {
    ...dataMethods(db),
    ...accountMethods(db),
    ...resourceMethods(db),
    ...deletionMethods(db),
    ...attemptMethods(db),
    time: () => db.read(() => undefined),
    close: () => db.close().finally(() => adapter.close?.()),
  }
}

/** Load, dump and count all records. */
function dataMethods({ data, collections, read, write }: Lowdb) {
  const { teams } = collections
  const assertEmpty = () => {
    if (teams.size() > 0) throw new NotEmptyError()
  }
  const dump = () =>
    read(() => {
      const sorted = Object.entries(data).map(([name, records]) => [name, records.toSorted(compareByKey)])
      return Object.fromEntries(sorted) as Data
    })
  return {
    isEmpty: () => read(() => teams.size() === 0),
    async load(loaded) {
      await write(() => {
        addAll(collections, loaded)
        return true
      })
    },
    async restore(pieces) {
      // Rejects before the backup is read.
      await read(assertEmpty)
      const all = emptyData()
      for await (const piece of pieces) addPiece(all, piece)
      await write(() => {
        assertEmpty()
        addAll(collections, all)
        return true
      })
    },
    dump,
    dumpPieces: async (use) => use(await dump()),
    count: () => read(() => countAll(collections)),
  } satisfies Partial<Store>
}

function accountMethods({ collections, read, write }: Lowdb) {
  const { teams, users, attempts } = collections
  const findByEmail = (email: string) => users.findByEmail(email.toLowerCase())
  const marksOf = (userId: string) =>
    [sessionsKey, userSessionsKey(userId)].map((key) => attempts.find(key)?.resetsAt ?? '')
  return {
    addAccount: (user, team, check) =>
      write(() => {
        if (findByEmail(user.email)) return false
        // Marks are kept among the attempts.
        check?.(attempts.find(signUpClosedKey) !== undefined)
        users.add([{ ...structuredClone(user), email: user.email.toLowerCase() }])
        teams.add([structuredClone(team)])
        return true
      }),
    findUser: (email) => read(() => findByEmail(email)),
    findMember: (userId) =>
      read(() => {
        const user = users.find(userId)
        if (!user) return undefined
        const marks = marksOf(userId)
        return { ...toMember(collections, user), ...(marks.some(Boolean) && { sessionMarks: marks }) }
      }),
    changeTeam: (id, change) =>
      write(() => {
        const team = teams.find(id)
        return team && teams.replace(team, change(structuredClone(team)))
      }),
    changeUser: (userId, change) =>
      write(() => {
        const user = users.find(userId)
        if (!user) return undefined
        const others = users.countOwnedBy(user.teamId) - 1
        return users.replace(user, change(structuredClone(user), others, marksOf(userId)))
      }),
  } satisfies Partial<Store>
}

/** The objects of a team: incidents, and the statistics of monitors and services. */
function resourceMethods({ collections, write }: Lowdb) {
  const { incidents, monitors, services } = collections
  const findUnguarded = (teamId: string, id: string, unless?: Guard) => {
    const incident = findOwned(incidents, teamId, id)
    if (incident && unless && incident[unless.field] === unless.value) throw new ApiError(unless.code)
    return incident
  }
  return {
    changeIncident: (teamId, id, change) =>
      write(() => {
        const incident = findUnguarded(teamId, id, change.unless)
        return incident && incidents.replace(incident, { ...incident, ...change.set })
      }),
    removeIncident: (teamId, id, unless) =>
      write(() => {
        const incident = findUnguarded(teamId, id, unless)
        if (incident) incidents.remove(incident)
        return incident
      }),
    resetMonitorStats: (teamId, id, before) =>
      write(() => findOwned(monitors, teamId, id) && removeStats(collections, [id], before)),
    resetServiceStats: (teamId, id, before) =>
      write(() => {
        const service = findOwned(services, teamId, id)
        return service && removeStats(collections, service.monitorIds, before)
      }),
  } satisfies Partial<Store>
}

function deletionMethods({ collections, read, write }: Lowdb) {
  const { users } = collections
  return {
    listDeletionRequests: (offset, limit) =>
      read(() => {
        const page = findAll(users, users.timeline.slice(offset, limit))
        return { members: page.map((user) => toMember(collections, user)), total: users.timeline.size() }
      }),
    async completeDeletions(now, limit, onDeleted = () => {}) {
      const removed = await write(() => {
        const due = findAll(users, users.timeline.until(now, limit))
        for (const user of due) removeUser(collections, user)
        if (due.length === 0) return undefined
        return due.map(({ id, teamId, deletionScheduledAt }) => {
          return { userId: id, teamId, deletionScheduledAt: `${deletionScheduledAt}` }
        })
      })
      if (removed) onDeleted(removed)
      return removed?.length ?? 0
    },
  } satisfies Partial<Store>
}

function attemptMethods({ collections: { attempts }, read, write }: Lowdb) {
  return {
    async probe() {
      await write(() => {
        const stored = attempts.find(probeKey)
        if (stored) attempts.remove(stored)
        return attempts.add([{ key: probeKey, count: 1, resetsAt: new Date().toISOString() }]) ?? true
      })
    },
    countAttempt: (key, now, resetsAt) =>
      write(() => {
        const stored = attempts.find(key)
        const isOver = !stored || stored.resetsAt <= now
        const counted = isOver ? { key, count: 1, resetsAt } : { ...stored, count: stored.count + 1 }
        if (stored) return attempts.replace(stored, counted)
        attempts.add([counted])
        return counted
      }),
    findAttempts: (key) => read(() => attempts.find(key)),
    async forgetAttempts(key) {
      await write(() => {
        const stored = attempts.find(key)
        if (stored) attempts.remove(stored)
        return stored
      })
    },
    async dropAttempts(now) {
      await write(() => {
        const over = findAll(attempts, attempts.timeline.until(now, Number.POSITIVE_INFINITY))
        over.forEach(attempts.remove)
        return over.length || undefined
      })
    },
  } satisfies Partial<Store>
}
