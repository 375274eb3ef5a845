/** Keys in the order of a time, then of the key: a page of them is found without the others. */

export interface Timeline {
  add(time: string, key: string): void
  remove(time: string, key: string): void
  readonly size: () => number
  slice(offset: number, limit: number): string[]
  /** Returns the first keys whose time is not after `end`. */
  until(end: string, limit: number): string[]
}

/** Times are in ISO 8601, UTC, with milliseconds, and so of one length. */
const timeLength = '2000-01-01T00:00:00.000Z'.length
/** More new entries than this are sorted together with all others. */
const few = 100

export function createTimeline(): Timeline {
  /** Each is a time and a key. */
  let sorted: string[] = []
  /** Not in `sorted` yet, since a load adds many. */
  let added: string[] = []

  /** Returns how many entries are before a text. */
  function countBefore(text: string): number {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sorted[middle] as string) < text) low = middle + 1
      else high = middle
    }
    return low
  }

  function mergeAdded(): void {
    if (added.length > few) sorted = [...sorted, ...added].sort()
    else for (const entry of added) sorted.splice(countBefore(entry), 0, entry)
    added = []
  }

  const keysBetween = (start: number, end: number) => sorted.slice(start, end).map((entry) => entry.slice(timeLength))
  return {
    add: (time, key) => void added.push(time + key),
    remove(time, key) {
      // A load that fails is undone from its end.
      if (added.at(-1) === time + key) return void added.pop()
      mergeAdded()
      sorted.splice(countBefore(time + key), 1)
    },
    size: () => sorted.length + added.length,
    slice(offset, limit) {
      mergeAdded()
      return keysBetween(offset, offset + limit)
    },
    until(end, limit) {
      mergeAdded()
      return keysBetween(0, Math.min(limit, countBefore(`${end}\uffff`)))
    },
  }
}
