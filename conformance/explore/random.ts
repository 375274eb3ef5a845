/** Seeded random choices, so that a run can be repeated. */

export interface Random {
  /** From 0 to `end - 1`. */
  below(end: number): number
  chance(probability: number): boolean
  /** @throws Error if there are no items. */
  pick<T>(items: readonly T[]): T
  /** The later ones more often. */
  pickRecent<T>(items: readonly T[]): T | undefined
}

/** Mulberry32, a generator with a state of 32 bits. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const random: Random = {
    below: (end) => Math.floor(fraction() * end),
    chance: (probability) => fraction() < probability,
    pick(items) {
      if (items.length === 0) throw new Error('nothing to pick from')
      return items[random.below(items.length)] as (typeof items)[number]
    },
    pickRecent: (items) => items[Math.floor(Math.sqrt(fraction()) * items.length)],
  }
  return random
}
