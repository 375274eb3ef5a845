/** A list of lowdb's data with indexes beside it, which find a record by its keys or its owner without a search. */
import { DuplicateKeyError, keysOf } from '../integrity.ts'
import type { Data } from '../records.ts'
import { createIndexes, type Indexes, type Item } from './indexes.ts'
import type { Timeline } from './timeline.ts'

export interface Collection<T extends Item> {
  readonly list: readonly T[]
  /** Finds the record with a key; `nth` is the place of the key in `keysOf`. */
  find(key: string, nth?: 0 | 1): T | undefined
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

/**
 * Indexes a list, and from then on is alone in changing it. The order of the list has no meaning.
 * @param undo receives a function for each change, which undoes it if all later changes are undone.
 */
export function createCollection<T extends Item>(name: keyof Data, list: T[], undo: (() => void)[]): Collection<T> {
  const indexes = createIndexes()
  const { seconds, groups, timeline } = indexes
  const { at, insert, drop, restore, put } = createIndexedList(name, list, indexes)

  function find(key: string, nth: 0 | 1 = 0): T | undefined {
    const first = nth === 0 ? key : seconds.get(key)
    return first === undefined ? undefined : at(first)
  }

  for (const record of list.splice(0)) insert(record)
  return {
    list,
    find,
    ownedBy: (id) => Array.from(groups.get(id) ?? [], (key) => find(key) as T),
    countOwnedBy: (id) => groups.get(id)?.size ?? 0,
    timeline,
    add(records) {
      let added = 0
      undo.push(() => {
        while (added > 0) drop(records[--added] as T)
      })
      for (const record of records) {
        insert(record)
        added++
      }
    },
    replace(old, changed) {
      const copy = structuredClone(changed)
      put(old, copy)
      undo.push(() => put(copy, old))
      return copy
    },
    remove(record) {
      const position = drop(record)
      undo.push(() => restore(record, position))
    },
  }
}

/** The changes of a list, which keep its indexes right. */
function createIndexedList<T extends Item>(name: keyof Data, list: T[], { seconds, link, unlink }: Indexes) {
  const positions = new Map<string, number>()

  function place(record: T, position: number): void {
    list[position] = record
    positions.set(keysOf(record)[0], position)
  }

  return {
    at: (key: string) => list[positions.get(key) ?? -1],
    /** @throws DuplicateKeyError */
    insert(record: T): void {
      const keys = keysOf(record)
      const [first, second] = keys
      if (positions.has(first)) throw new DuplicateKeyError(name, first)
      if (second !== undefined && seconds.has(second)) throw new DuplicateKeyError(name, second)
      positions.set(first, list.length)
      list.push(record)
      link(record, keys)
    },
    /** Moves the last record to the place of the removed one, which is returned. */
    drop(record: T): number {
      const [key] = keysOf(record)
      const [position, last] = [positions.get(key) as number, list.pop() as T]
      if (position < list.length) place(last, position)
      positions.delete(key)
      unlink(record)
      return position
    },
    /** Undoes `drop`. */
    restore(record: T, position: number): void {
      const moved = list[position]
      if (moved) place(moved, list.length)
      place(record, position)
      link(record)
    },
    put(old: T, record: T): void {
      const keys = keysOf(record)
      list[positions.get(keys[0]) as number] = record
      unlink(old)
      link(record, keys)
    },
  }
}
