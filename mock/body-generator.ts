/** Runs Prism in a thread of its own: loading it takes seconds, in which the mock goes on answering. */
import type { Document } from '@monitoring-service/contract'
import { ApiError } from '@monitoring-service/http'
import { Tinypool } from 'tinypool'
import type { GenerateBody } from './responder.ts'
import { longestDelay } from './rules.ts'

export interface BodyGenerator {
  generate: GenerateBody
  /** Ends the thread; its tasks fail. A later task starts another one. */
  close(): Promise<void>
  /** Waits for the tasks in progress, then closes. */
  closeWhenIdle(): Promise<void>
}

/** Starts the thread on first use, as most responses do not need it, and keeps it. */
export function createBodyGenerator(document: Document, file = new URL('./prism.ts', import.meta.url)): BodyGenerator {
  const threads = { minThreads: 0, maxThreads: 1, idleTimeout: longestDelay }
  const pool = new Tinypool({ filename: file.href, workerData: document, ...threads })
  // A thread that cannot load has no task that could fail; those that wait for it fail here.
  pool.on('error', (error) => {
    console.error(error)
    void pool.destroy()
  })
  const running = new Set<Promise<unknown>>()
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= pool.destroy()
    return closed
  }
  return {
    generate(...input) {
      const body = pool.run(input).catch((error) => {
        // Its caller gets no response any more, so that there is nothing to print.
        throw closed ? new ApiError('UNAVAILABLE') : error
      })
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
