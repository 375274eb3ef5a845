/** Hashes and compares passwords and codes in worker threads, with a bounded queue. */
import { availableParallelism } from 'node:os'
import { ApiError } from '@monitoring-service/http'
import { Tinypool } from 'tinypool'

export interface Passwords {
  /**
   * Reserves a place in the queue while `work` runs, so that a full queue is found out before any other work.
   * @throws ApiError UNAVAILABLE at once if the queue is full.
   */
  hold<T>(work: () => Promise<T>): Promise<T>
  hash(password: string): Promise<string>
  /** Compares; a missing hash matches nothing, after the same work. */
  matches(password: string, hashed: string | null | undefined): Promise<boolean>
  close(): Promise<void>
}

/** At some 70 ms per hash, the last in the queue waits less than two seconds. */
export const queueLength = 20

/** bcrypt's work factor; OWASP asks for 10 or more. */
export const bcryptCost = 10

/** bcrypt ignores all further bytes, so a longer text must not match. */
const bcryptBytes = 72

export function createPasswords(cost = bcryptCost): Passwords {
  const threads = Math.max(1, availableParallelism() - 1)
  const filename = new URL('./bcrypt-worker.ts', import.meta.url).href
  const pool = new Tinypool({ filename, minThreads: 1, maxThreads: threads, isolateWorkers: false })
  const compare = (text: string, hashed: string): Promise<boolean> => pool.run({ text, hashed }, { name: 'compare' })
  const hash = (text: string): Promise<string> => pool.run({ text, cost }, { name: 'hash' })
  // Compared in place of a missing hash, so that an unknown user costs the same time.
  const dummyHash = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`
  let held = 0
  return {
    async hold(work) {
      if (held >= threads + queueLength) throw new ApiError('UNAVAILABLE')
      held += 1
      try {
        return await work()
      } finally {
        held -= 1
      }
    },
    hash,
    async matches(text, hashed) {
      const matches = await compare(text, hashed ?? dummyHash)
      return matches && hashed != null && Buffer.byteLength(text) <= bcryptBytes
    },
    close: () => pool.destroy(),
  }
}
