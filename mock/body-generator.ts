/** Runs Prism in a thread of its own: loading it takes seconds, in which the mock goes on answering. */
import type { Document } from '@monitoring-service/contract'
import { Tinypool } from 'tinypool'
import type { GenerateBody } from './responder.ts'

export interface BodyGenerator {
  generate: GenerateBody
  /** Ends the thread; its tasks fail. A later task starts another one. */
  close(): Promise<void>
  /** Waits for the tasks in progress, then closes. */
  closeWhenIdle(): Promise<void>
}

/** The longest time that a timer takes, in milliseconds. */
const forever = 2 ** 31 - 1

/** Starts the thread on first use, as most responses do not need it, and keeps it. */
export function createBodyGenerator(document: Document): BodyGenerator {
  const filename = new URL('./prism.ts', import.meta.url).href
  const threads = { minThreads: 0, maxThreads: 1, idleTimeout: forever }
  const pool = new Tinypool({ filename, workerData: document, ...threads })
  const running = new Set<Promise<unknown>>()
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= pool.destroy()
    return closed
  }
  return {
    generate(...input) {
      const body = pool.run(input)
      running.add(body)
      return body.finally(() => running.delete(body))
    },
    close,
    async closeWhenIdle() {
      await Promise.allSettled(running)
      await close()
    },
  }
}
