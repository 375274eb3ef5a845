/** Runs Prism in a thread of its own: loading it takes seconds, in which the mock goes on answering. */
import { Worker } from 'node:worker_threads'
import type { Document } from '@monitoring-service/contract'
import type { GenerateBody } from './responder.ts'

/** A task of the thread, with the arguments of GenerateBody. */
export interface Task {
  id: number
  input: Parameters<GenerateBody>
}

/** The thread's result of a task. */
export type TaskResult = { id: number; body: unknown } | { id: number; error: unknown }

export interface BodyGenerator {
  generate: GenerateBody
  /** Ends the thread; its tasks fail. A later task starts another one. */
  close(): Promise<void>
  /** Waits for the tasks in progress, then closes. */
  closeWhenIdle(): Promise<void>
}

/** Starts the thread on first use: most responses do not need it. */
export function createBodyGenerator(document: Document): BodyGenerator {
  let worker: Worker | undefined
  const waiting = new Map<number, (result: TaskResult) => void>()
  const running = new Set<Promise<unknown>>()
  let count = 0

  function start(): Worker {
    const started = new Worker(new URL('./prism.ts', import.meta.url), { workerData: document })
    const fail = (error: unknown) => {
      if (worker === started) worker = undefined
      for (const [id, settle] of waiting) settle({ id, error })
    }
    started.on('message', (result: TaskResult) => waiting.get(result.id)?.(result))
    started.on('error', fail)
    started.on('exit', () => fail(new Error('the thread that generates values has ended')))
    return started
  }

  async function generate(...input: Task['input']): Promise<unknown> {
    worker ??= start()
    const thread = worker
    thread.ref()
    count += 1
    const id = count
    const result = await new Promise<TaskResult>((resolve) => {
      waiting.set(id, resolve)
      thread.postMessage({ id, input } satisfies Task)
    })
    waiting.delete(id)
    // Only a task in progress keeps the process alive.
    if (waiting.size === 0) thread.unref()
    if ('error' in result) throw result.error
    return result.body
  }

  async function close(): Promise<void> {
    const thread = worker
    worker = undefined
    await thread?.terminate()
  }

  return {
    generate(...input) {
      const body = generate(...input)
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
