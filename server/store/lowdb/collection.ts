/** One list of records in memory, with indexes that find a record by its key, its owner or a time without a search. */
import { DuplicateKeyError, emailOf, keyOf } from '../integrity.ts'
import type { Data } from '../records.ts'
import { createTimeline, type Timeline } from './timeline.ts'

type Item = Data[keyof Data][number]

export interface Collection<T extends Item> {
  size(): number
  all(): T[]
  find(key: string): T | undefined
  /** Finds a user by e-mail, in lower case. */
  findByEmail(email: string): T | undefined
  /** Returns the records of a team, or the statistics of a monitor. */
  ownedBy(id: string): T[]
  countOwnedBy(id: string): number
  /** The keys of users by the time of their deletion, and of attempts by the end of their window. */
  readonly timeline: Timeline
  /** @throws DuplicateKeyError */
  add(records: readonly T[]): void
  /** Replaces a record by a copy, because the rule may keep a reference to the record that it returned. */
  replace(old: T, changed: T): T
  remove(record: T): void
}

/** @param undo receives a function for each change, which undoes it if all later changes are undone. */
export function createCollection<T extends Item>(
  name: keyof Data,
  stored: readonly T[],
  undo: (() => void)[],
): Collection<T> {
  const records = new Map<string, T>()
  const { byEmail, byOwner, timeline, ...indexes } = createIndexes<T>()

  function link(record: T): void {
    records.set(keyOf(record), record)
    indexes.add(record)
  }

  function unlink(record: T): void {
    records.delete(keyOf(record))
    indexes.remove(record)
  }

  function insert(record: T): void {
    const [key, email] = [keyOf(record), emailOf(record)]
    if (records.has(key)) throw new DuplicateKeyError(name, key)
    if (email !== undefined && byEmail.has(email)) throw new DuplicateKeyError(name, email)
    link(record)
  }

  for (const record of stored) insert(record)
  return {
    size: () => records.size,
    all: () => [...records.values()],
    find: (key) => records.get(key),
    findByEmail: (email) => byEmail.get(email),
    ownedBy: (id) => [...(byOwner.get(id) ?? [])],
    countOwnedBy: (id) => byOwner.get(id)?.size ?? 0,
    timeline,
    add(added) {
      const inserted: T[] = []
      // Also for none: a load without records creates the file.
      undo.push(() => inserted.reverse().forEach(unlink))
      for (const record of added) {
        insert(record)
        inserted.push(record)
      }
    },
    replace(old, changed) {
      const copy = structuredClone(changed)
      const swap = (from: T, to: T) => {
        unlink(from)
        link(to)
      }
      swap(old, copy)
      undo.push(() => swap(copy, old))
      return copy
    },
    remove(record) {
      unlink(record)
      undo.push(() => link(record))
    },
  }
}

/** The indexes by e-mail, owner and time; the collection keeps them up to date. */
function createIndexes<T extends Item>() {
  const byEmail = new Map<string, T>()
  const byOwner = new Map<string, Set<T>>()
  const timeline = createTimeline()
  return {
    byEmail,
    byOwner,
    timeline,
    add(record: T): void {
      const { email, owner, time } = indexedOf(record)
      if (email !== undefined) byEmail.set(email, record)
      if (time !== null) timeline.add(time, keyOf(record))
      if (owner !== undefined) byOwner.set(owner, (byOwner.get(owner) ?? new Set()).add(record))
    },
    remove(record: T): void {
      const { email, owner, time } = indexedOf(record)
      if (email !== undefined) byEmail.delete(email)
      if (time !== null) timeline.remove(time, keyOf(record))
      if (owner === undefined) return
      const owned = byOwner.get(owner)
      owned?.delete(record)
      if (owned?.size === 0) byOwner.delete(owner)
    },
  }
}

/** The values of a record by which it is found. */
function indexedOf(record: Item) {
  return { email: emailOf(record), owner: ownerOf(record), time: timeOf(record) }
}

function ownerOf(record: Item): string | undefined {
  if ('date' in record) return record.monitorId
  return 'teamId' in record ? record.teamId : undefined
}

function timeOf(record: Item): string | null {
  if ('deletionScheduledAt' in record) return record.deletionScheduledAt
  return 'resetsAt' in record ? record.resetsAt : null
}
