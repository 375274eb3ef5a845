/** Hashes and compares passwords and codes, off the main thread and never more at once than it can bear. */
import { availableParallelism } from 'node:os'
import { ApiError } from '@monitoring-service/http'
import { Tinypool } from 'tinypool'

export interface Passwords {
  /**
   * Holds a place in the queue while something is worked on, so that nothing else is done in vain.
   * @throws ApiError UNAVAILABLE at once if the queue is full.
   */
  hold<T>(work: () => Promise<T>): Promise<T>
  hash(password: string): Promise<string>
  /** Compares; an absent hash matches nothing, after the same work. */
  matches(password: string, hashed: string | null | undefined): Promise<boolean>
  close(): Promise<void>
}

/** How many may wait; with some 70 ms for each, the last one waits less than two seconds. */
const places = 20

/** All of a text that bcrypt reads; the rest is ignored, so that a longer text must not match. */
const bcryptBytes = 72

/** @param cost bcrypt's work factor; OWASP asks for 10 or more. */
export function createPasswords(cost = 10): Passwords {
  const threads = Math.max(1, availableParallelism() - 1)
  const filename = new URL('./bcrypt-worker.ts', import.meta.url).href
  const pool = new Tinypool({ filename, minThreads: 1, maxThreads: threads, isolateWorkers: false })
  const compare = (text: string, hashed: string): Promise<boolean> => pool.run({ text, hashed }, { name: 'compare' })
  const hash = (text: string): Promise<string> => pool.run({ text, cost }, { name: 'hash' })
  // Nobody's: to compare with it takes as long as with any other, and nothing must be hashed for it.
  const nobody = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`
  let held = 0
  return {
    async hold(work) {
      if (held >= threads + places) throw new ApiError('UNAVAILABLE')
      held += 1
      try {
        return await work()
      } finally {
        held -= 1
      }
    },
    hash,
    async matches(text, hashed) {
      const matches = await compare(text, hashed ?? nobody)
      return matches && hashed != null && Buffer.byteLength(text) <= bcryptBytes
    },
    close: () => pool.destroy(),
  }
}
