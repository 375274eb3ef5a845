/** Copies SQLite's journal into the file in a thread: on the event loop, a long journal would stop every request. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Fewer commits than SQLite's own thousand pages for most writes. */
const commitsPerCheckpoint = 100

const program = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(workerData)
  database.exec('pragma synchronous = full')
  parentPort.on('message', (isLast) => {
    // A reader or another process may be in the way; the next one copies the rest.
    try { database.exec('pragma wal_checkpoint(passive)') } catch {}
    if (!isLast) return parentPort.postMessage('')
    database.close()
    parentPort.close()
  })`

/** For threads: Node 22 warns of node:sqlite in each, past the log of the main thread, which warns as well. */
export const quietEnvironment = () => ({ ...process.env, NODE_NO_WARNINGS: '1' })

export interface Checkpoints {
  /** Notes a commit. */
  committed(): void
  close(): Promise<void>
}

export function createCheckpoints(file: string): Checkpoints {
  let worker: Worker | undefined
  let commits = 0
  let isRunning = false

  function start(): Worker {
    const started = new Worker(program, { eval: true, workerData: file, env: quietEnvironment() })
    started.on('message', () => {
      isRunning = false
    })
    // SQLite's own checkpoints are left, of a longer journal.
    started.on('error', () => {})
    // After the listeners, which would keep the process running.
    started.unref()
    return started
  }
  return {
    committed() {
      commits += 1
      if (commits < commitsPerCheckpoint || isRunning) return
      commits = 0
      isRunning = true
      worker ??= start()
      worker.postMessage(false)
    },
    async close() {
      if (!worker || worker.threadId < 0) return
      worker.ref()
      worker.postMessage(true)
      await once(worker, 'exit')
    },
  }
}
