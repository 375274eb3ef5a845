/** The thread that writes to SQLite files: a commit waits for the disk, and would stop the event loop. */
import { parentPort } from 'node:worker_threads'
import { describeReplaced, identify } from '../file-identity.ts'
import { openToWrite } from './sqlite-file.ts'
import { createStatements, type Result, type Statement } from './sqlite-statements.ts'
import { whenUnlocked } from './when-unlocked.ts'
import { runBatch } from './write-batch.ts'

/** To a store: its file, writes of several callers, one statement, or the end. */
export type Task = { open: string } | { batch: Statement[] } | { statement: Statement } | 'close'
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

type Work = (task: Exclude<Task, { open: string }>) => unknown

function toFailure(error: unknown): { failure: Failure } {
  const { message, errcode } = error as Failure
  return { failure: { message, errcode } }
}

/** SQLite's codes for a file that cannot be opened, and for a commit that the disk may not have. */
const [cannotOpen, syncFailed] = [14, 1034]

function openStore(file: string): Work {
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
  const work = (task: Exclude<Parameters<Work>[0], 'close'>) => {
    if ('batch' in task) {
      const writes = task.batch.map((statement) => () => run(statement))
      return runBatch(connection, writes).map((one): Outcome<Result> => ('error' in one ? toFailure(one.error) : one))
    }
    return run(task.statement)
  }
  return (task) => {
    if (task === 'close') return database.close()
    if ('statement' in task && task.statement.sql === 'rollback') {
      // After some errors, such as a full disk, SQLite has already rolled back.
      return database.isTransaction ? run(task.statement) : { rows: [] }
    }
    assertSame(cannotOpen)
    const result = work(task)
    // Later commits are in a file that the next start may not find.
    if (!database.isTransaction) assertSame(syncFailed)
    return result
  }
}

const stores = new Map<number, { work?: Work; last: Promise<unknown> }>()

parentPort?.on('message', ({ id, store, task }: Request) => {
  const state = stores.get(store) ?? { last: Promise.resolve() }
  stores.set(store, state)
  if (task === 'close') stores.delete(store)
  const attempt = (): unknown => {
    if (typeof task === 'object' && 'open' in task) state.work = openStore(task.open)
    else return state.work?.(task)
  }
  // Each store does one task after the other, and waits for other processes alone.
  state.last = state.last.then(async () => {
    const outcome = await whenUnlocked(attempt).then((value) => ({ value }), toFailure)
    parentPort?.postMessage({ id, outcome } satisfies Response)
  })
})
