/** Hashes and compares passwords and codes, off the main thread and never more at once than it can bear. */
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { ApiError } from '@monitoring-service/gate'
import { Tinypool } from 'tinypool'

export interface Passwords {
  hash(password: string): Promise<string>
  /** Compares; an absent hash matches nothing, after the same work. */
  matches(password: string, hashed: string | null | undefined): Promise<boolean>
  close(): Promise<void>
}

/** All of a text that bcrypt reads; the rest is ignored, so that a longer text must not match. */
const bcryptBytes = 72

/** @param cost bcrypt's work factor; OWASP asks for 10 or more. */
export async function createPasswords(cost = 10): Promise<Passwords> {
  const threads = Math.max(1, availableParallelism() - 1)
  const filename = new URL('./bcrypt-worker.ts', import.meta.url).href
  const pool = new Tinypool({ filename, minThreads: 1, maxThreads: threads, maxQueue: 20, isolateWorkers: false })

  async function run<T>(name: 'hash' | 'compare', task: object): Promise<T> {
    if (pool.queueSize >= pool.options.maxQueue) throw new ApiError('UNAVAILABLE')
    return pool.run(task, { name })
  }

  const nobody = await run<string>('hash', { text: randomBytes(16).toString('hex'), cost })
  return {
    hash: (text) => run('hash', { text, cost }),
    async matches(text, hashed) {
      const matches = await run<boolean>('compare', { text, hashed: hashed ?? nobody })
      return matches && hashed != null && Buffer.byteLength(text) <= bcryptBytes
    },
    close: () => pool.destroy(),
  }
}
