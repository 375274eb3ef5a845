/** Seeded random choices, so that a run can be repeated. */

export type Random = ReturnType<typeof createRandom>

/** Mulberry32, a generator with a state of 32 bits. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** From 0 to `end - 1`. */
  const below = (end: number) => Math.floor(fraction() * end)
  return {
    below,
    chance: (probability: number) => fraction() < probability,
    /** @throws Error if there are no items. */
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error('nothing to pick from')
      return items[below(items.length)] as T
    },
    /** The later ones more often. */
    pickRecent: <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.sqrt(fraction()) * items.length)],
  }
}
