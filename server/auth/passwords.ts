/** Hashes and compares passwords and codes in worker threads, with a bounded queue. */
import { availableParallelism } from 'node:os'
import { ApiError } from '@monitoring-service/http'
import { Tinypool } from 'tinypool'
import { isBcryptHash, maxBcryptCost } from '../store/records.ts'
import { isCommon } from './common-passwords.ts'

/** Hashes and compares passwords. */
export interface Passwords {
  /**
   * Reserves a place in the queue while `work` runs, so that a full queue is found out before any other work. One
   * network has half of the places at most.
   * @throws ApiError UNAVAILABLE at once if the queue is full.
   */
  hold<T>(work: () => Promise<T>, network?: string): Promise<T>
  hash(password: string): Promise<string>
  /** Compares; a missing or invalid hash matches nothing, after the same work. */
  matches(password: string, hashed: string | null | undefined): Promise<boolean>
  /** Whether a hash is cheaper than a new one would be, so that it should be replaced once the password is known. */
  isCheap(hashed: string | null): boolean
  /** Whether a password is among those that are tried first. */
  isCommon(password: string): Promise<boolean>
  close(): Promise<void>
}

/** At some 70 ms per hash, the last in the queue waits less than two seconds. */
export const queueLength = 20

/** bcrypt's work factor; OWASP asks for 10 or more. */
export const bcryptCost = 10
/** bcrypt's minimum, for servers that have only test passwords. */
export const toolsCost = 4

/** bcrypt ignores all further bytes, so a longer text must not match. */
const bcryptBytes = 72

/** Starts the threads that hash; `close` ends them. */
export function createPasswords(cost = bcryptCost): Passwords {
  const threads = Math.max(1, availableParallelism() - 1)
  const filename = new URL('./bcrypt-worker.ts', import.meta.url).href
  const pool = new Tinypool({ filename, name: 'hash', minThreads: 1, maxThreads: threads, isolateWorkers: false })
  const places = threads + queueLength
  const held = new Map<string | undefined, number>()
  let total = 0
  // Imported hashes may be dearer; from the first of them on, all others cost as much.
  let workFactor = cost
  return {
    async hold(run, network) {
      const own = held.get(network) ?? 0
      if (total >= places || (network !== undefined && own >= places / 2)) throw new ApiError('UNAVAILABLE')
      held.set(network, own + 1)
      total += 1
      try {
        return await run()
      } finally {
        total -= 1
        const rest = (held.get(network) ?? 0) - 1
        if (rest === 0) held.delete(network)
        else held.set(network, rest)
      }
    },
    hash: (text) => pool.run({ text, cost: workFactor }, { name: 'hash' }),
    async matches(text, stored) {
      const hashed = stored && costOf(stored) <= maxBcryptCost ? stored : undefined
      if (hashed) workFactor = Math.max(workFactor, costOf(hashed))
      const matches: boolean = await pool.run({ text, hashed, cost: workFactor }, { name: 'compare' })
      return matches && Buffer.byteLength(text) <= bcryptBytes
    },
    isCheap: (hashed) => hashed !== null && costOf(hashed) < workFactor,
    isCommon,
    close: () => pool.destroy(),
  }
}

/** NaN for a text that is no hash. */
function costOf(hash: string): number {
  return isBcryptHash(hash) ? Number(hash.slice(4, 6)) : Number.NaN
}
