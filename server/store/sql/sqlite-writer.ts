/** Writes to an SQLite file in a thread; writes that arrive while it is busy share one transaction. */
import { Worker } from 'node:worker_threads'
import { ApiError, reasonOf } from '@monitoring-service/http'
import { translateError } from './sqlite-errors.ts'
import type { Result, Statement } from './sqlite-statements.ts'
import type { Outcome, Request, Response, Task } from './sqlite-thread.ts'
import { isLocked } from './when-unlocked.ts'

interface Job {
  statement: Statement
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

export interface Writer {
  /** Runs one statement; between `begin` and `commit`, the caller must be the only one. */
  run(statement: Statement): Promise<Result>
  /**
   * Runs one write in the next batch. A write that fails alone is rejected alone.
   * @param whenIdle runs a step as soon as no other caller has a transaction open.
   */
  write(statement: Statement, whenIdle: (step: () => Promise<void>) => Promise<void>): Promise<Result>
  close(): Promise<void>
}

export async function openWriter(file: string): Promise<Writer> {
  const send = openThread()
  await send({ open: file })
  let waiting: Job[] = []

  function rejectWaiting(error: unknown): void {
    for (const { reject } of waiting.splice(0)) reject(error)
  }

  async function writeWaiting(): Promise<void> {
    const jobs = waiting
    waiting = []
    if (jobs.length === 0) return
    try {
      const outcomes = (await send({ batch: jobs.map(({ statement }) => statement) })) as Outcome<Result>[]
      for (const [n, { resolve, reject }] of jobs.entries()) settle(outcomes[n] as Outcome<Result>, resolve, reject)
    } catch (error) {
      for (const { reject } of jobs) reject(error)
      // The others have waited for the same lock.
      if (isLocked(reasonOf(error))) rejectWaiting(error)
    }
  }

  return {
    run: (statement) => send({ statement }) as Promise<Result>,
    write: (statement, whenIdle) =>
      new Promise((resolve, reject) => {
        waiting.push({ statement, resolve, reject })
        // Requests that have arrived by the end of this turn join the batch.
        if (waiting.length === 1) setImmediate(() => whenIdle(writeWaiting).catch(rejectWaiting))
      }),
    async close() {
      // If the thread has ended, its files are closed.
      await send('close').catch(() => {})
    },
  }
}

function settle<T>(outcome: Outcome<T>, resolve: (value: T) => void, reject: (error: unknown) => void): void {
  if ('value' in outcome) resolve(outcome.value)
  else reject(translateError(Object.assign(new Error(outcome.failure.message), { errcode: outcome.failure.errcode })))
}

/** One for all stores of this process. */
let thread: { send(store: number, task: Task): Promise<unknown> } | undefined
let stores = 0

/** Returns a function that sends tasks of one store to the thread. */
function openThread(): (task: Task) => Promise<unknown> {
  thread ??= startThread()
  const { send } = thread
  stores += 1
  const store = stores
  return (task) => send(store, task)
}

function startThread() {
  // Node 22 warns of node:sqlite in each thread, past the log of the main thread, which warns as well.
  const env = { ...process.env, NODE_NO_WARNINGS: '1' }
  const worker = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { env })
  const pending = new Map<number, Pick<Job, 'reject'> & { resolve: (value: unknown) => void }>()
  let failure: Error | undefined
  let sent = 0
  worker.on('message', ({ id, outcome }: Response) => {
    const caller = pending.get(id)
    pending.delete(id)
    if (pending.size === 0) worker.unref()
    if (caller) settle(outcome, caller.resolve, caller.reject)
  })
  worker.on('error', (error: Error) => {
    failure = error
  })
  worker.on('exit', () => {
    failure ??= new Error('the thread that writes has ended')
    thread = undefined
    for (const { reject } of pending.values()) reject(new ApiError('OUTCOME_UNKNOWN', { cause: failure }))
  })
  return {
    send: (store: number, task: Task) =>
      new Promise((resolve, reject) => {
        if (failure) throw new ApiError('UNAVAILABLE', { cause: failure })
        sent += 1
        pending.set(sent, { resolve, reject })
        // An idle thread keeps no process running.
        worker.ref()
        worker.postMessage({ id: sent, store, task } satisfies Request)
      }),
  }
}
