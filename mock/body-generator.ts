/** Runs Prism in a thread of its own: loading it takes seconds, in which the mock goes on answering. */
import { Worker } from 'node:worker_threads'
import type { Document } from '@monitoring-service/contract'
import type { GenerateBody } from './responder.ts'

/** An order to the thread, with the arguments of GenerateBody. */
export interface Order {
  id: number
  input: Parameters<GenerateBody>
}

/** The thread's result of an order. */
export type Result = { id: number; body: unknown } | { id: number; error: unknown }

export interface BodyGenerator {
  generate: GenerateBody
  /** Waits for orders in progress, then ends the thread. */
  close(): Promise<void>
}

/** Starts the thread on first use: most responses do not need it. */
export function createBodyGenerator(document: Document): BodyGenerator {
  let worker: Worker | undefined
  const waiting = new Map<number, (result: Result) => void>()
  let count = 0

  function start(): Worker {
    const started = new Worker(new URL('./prism.ts', import.meta.url), { workerData: document })
    started.on('message', (result: Result) => waiting.get(result.id)?.(result))
    started.on('error', (error) => {
      worker = undefined
      for (const [id, settle] of waiting) settle({ id, error })
    })
    // Requests keep the process alive, not the thread.
    started.unref()
    return started
  }

  async function generate(...input: Order['input']): Promise<unknown> {
    worker ??= start()
    count += 1
    const id = count
    const result = await new Promise<Result>((resolve) => {
      waiting.set(id, resolve)
      worker?.postMessage({ id, input } satisfies Order)
    })
    waiting.delete(id)
    if ('error' in result) throw result.error
    return result.body
  }

  const running = new Set<Promise<unknown>>()
  return {
    generate(...input) {
      const body = generate(...input)
      running.add(body)
      return body.finally(() => running.delete(body))
    },
    async close() {
      await Promise.allSettled(running)
      await worker?.terminate()
    },
  }
}
