/** Finds the keys of records by another key, by their owner, and by a time. */
import { keysOf } from '../integrity.ts'
import type { Data } from '../records.ts'
import { createTimeline } from './timeline.ts'

export type Item = Data[keyof Data][number]

export type Indexes = ReturnType<typeof createIndexes>

export function createIndexes() {
  /** The first key of a record by its second one. */
  const seconds = new Map<string, string>()
  const groups = new Map<string, Set<string>>()
  const timeline = createTimeline()
  return {
    seconds,
    groups,
    timeline,
    link(record: Item, [first, second]: [string, ...string[]] = keysOf(record)): void {
      const [owner, time] = [ownerOf(record), timeOf(record)]
      if (second !== undefined) seconds.set(second, first)
      if (time !== null) timeline.add(time, first)
      if (owner === undefined) return
      const group = groups.get(owner)
      if (group) group.add(first)
      else groups.set(owner, new Set([first]))
    },
    unlink(record: Item): void {
      const [[first, second], owner, time] = [keysOf(record), ownerOf(record), timeOf(record)]
      if (second !== undefined) seconds.delete(second)
      if (time !== null) timeline.remove(time, first)
      if (owner === undefined) return
      const group = groups.get(owner)
      group?.delete(first)
      if (group?.size === 0) groups.delete(owner)
    },
  }
}

function ownerOf(record: Item): string | undefined {
  if ('date' in record) return record.monitorId
  return 'teamId' in record ? record.teamId : undefined
}

function timeOf(record: Item): string | null {
  if ('deletionScheduledAt' in record) return record.deletionScheduledAt
  return 'resetsAt' in record ? record.resetsAt : null
}
