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
  /** From now on, the thread ends whenever it has no task: requests of a replaced contract may still need it. */
  retire(): void
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
  let running = 0
  let [isClosed, isRetired] = [false, false]
  const endIfRetired = () => {
    if (isRetired && running === 0) void pool.destroy()
  }
  return {
    generate(...input) {
      running++
      const body = pool.run(input).finally(() => {
        running--
        endIfRetired()
      })
      return body.catch((error) => {
        // The end of the mock is no defect, which would be printed.
        throw isClosed ? new ApiError('UNAVAILABLE') : error
      })
    },
    close() {
      isClosed = true
      return pool.destroy()
    },
    retire() {
      isRetired = true
      endIfRetired()
    },
  }
}
