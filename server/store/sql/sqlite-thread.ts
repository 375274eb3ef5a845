/** The thread that writes to SQLite files: a commit waits for the disk, and would stop the event loop. */
import { parentPort } from 'node:worker_threads'
import { describeReplaced, identify } from '../file-identity.ts'
import { openToWrite } from './sqlite-file.ts'
import { createStatements, type Result, type Statement } from './sqlite-statements.ts'
import { whenUnlocked } from './when-unlocked.ts'
import { runBatch } from './write-batch.ts'

/** Writes of several callers in one transaction, or one statement. */
type Work = { batch: Statement[] } | { statement: Statement }
/** The first task of a store opens its file. */
export type Task = { open: string } | Work | 'close'
export interface Request {
  id: number
  store: number
  task: Task
}
/** An error of SQLite as it passes between threads. */
export type Failure = { message: string; errcode?: number | undefined }
export type Outcome<T> = { value: T } | { failure: Failure }
export interface Response {
  id: number
  outcome: Outcome<unknown>
}

function toFailure(error: unknown): { failure: Failure } {
  const { message, errcode } = error as Failure
  return { failure: { message, errcode } }
}

/** SQLite's code for a file that cannot be opened. */
const cannotOpen = 14
/** Its code for a commit that the disk may not have. */
const syncFailed = 1034

interface OpenStore {
  run(work: Work): unknown
  close(): void
}

function openStore(file: string): OpenStore {
  const database = openToWrite(file)
  const run = createStatements(database)
  const files = [file, `${file}-wal`].map((path) => ({ path, opened: identify(path) }))
  /** @throws an error with one of SQLite's codes. */
  const assertSame = (errcode: number) => {
    const replaced = files.find((one) => {
      // SQLite creates its journal when it needs one.
      one.opened ||= identify(one.path)
      return identify(one.path) !== one.opened
    })
    if (replaced) throw Object.assign(new Error(describeReplaced(replaced.path)), { errcode })
  }
  const connection = {
    exec: (sql: string) => void run({ sql, parameters: [] }),
    inTransaction: () => database.isTransaction,
  }
  const runAll = (batch: Statement[]): Outcome<Result>[] => {
    const outcomes = runBatch(
      connection,
      batch.map((statement) => () => run(statement)),
    )
    return outcomes.map((one) => ('error' in one ? toFailure(one.error) : one))
  }
  return {
    run(work) {
      if ('statement' in work && work.statement.sql === 'rollback') {
        // After some errors, such as a full disk, SQLite has already rolled back.
        return database.isTransaction ? run(work.statement) : { rows: [] }
      }
      assertSame(cannotOpen)
      const result = 'batch' in work ? runAll(work.batch) : run(work.statement)
      // The commit may be in a file that was replaced meanwhile, which the next start would not find.
      if (!database.isTransaction) assertSame(syncFailed)
      return result
    },
    close: () => database.close(),
  }
}

const stores = new Map<number, { opened?: OpenStore; last: Promise<unknown> }>()

parentPort?.on('message', ({ id, store, task }: Request) => {
  const state = stores.get(store) ?? { last: Promise.resolve() }
  stores.set(store, state)
  if (task === 'close') stores.delete(store)
  const attempt = (): unknown => {
    if (task === 'close') return state.opened?.close()
    if (!('open' in task)) return state.opened?.run(task)
    state.opened = openStore(task.open)
    return undefined
  }
  // Each store does one task after the other, and waits for other processes alone.
  state.last = state.last.then(async () => {
    const outcome = await whenUnlocked(attempt).then((value) => ({ value }), toFailure)
    parentPort?.postMessage({ id, outcome } satisfies Response)
  })
})
