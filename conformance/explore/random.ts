/** Seeded random choices, so that a run can be repeated. */
import { createRandom } from '@monitoring-service/contract/seeded-random'

export type Random = ReturnType<typeof createChoices>

export function createChoices(seed: number) {
  const fraction = createRandom(seed)
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
