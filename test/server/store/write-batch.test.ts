/** Concurrent writes to SQLite share one transaction; a failing write is rejected alone unless the transaction fails. */
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createWriteBatch } from '../../../server/store/sql/write-batch.ts'

let database: DatabaseSync
/** The executed begin, commit and rollback statements. */
let statements: string[]
let write: (sql: string) => Promise<unknown>
/** The steps that wait until no transaction is open. */
let waiting: (() => void)[]

beforeEach(() => {
  database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  database.exec(
    'create table words (word text primary key, parent text references words deferrable initially deferred)',
  )
  ;[statements, waiting] = [[], []]
  const exec = (sql: string) => {
    statements.push(sql)
    database.exec(sql)
  }
  const runInBatch = createWriteBatch({ exec, inTransaction: () => database.isTransaction })
  write = (sql) =>
    runInBatch(
      () => database.prepare(sql).run().changes,
      (step) => waiting.push(step),
    )
})

const words = () =>
  database
    .prepare('select word from words order by word')
    .all()
    .map(({ word }) => word)
const settle = async (...writes: Promise<unknown>[]) =>
  (await Promise.allSettled(writes)).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'refused'))

it('concurrent writes share one transaction, and each gets its own result', async () => {
  const outcomes = await settle(
    write("insert into words values ('a', null), ('b', null)"),
    write("insert into words values ('c', null)"),
    write("delete from words where word = 'none'"),
  )
  expect(outcomes).toEqual([2, 1, 0])
  expect(statements).toEqual(['begin immediate', 'commit'])
  expect(words()).toEqual(['a', 'b', 'c'])
})

it('when no transaction can begin, all writes are rejected and none is applied', async () => {
  const writes = settle(write("insert into words values ('a', null)"), write("insert into words values ('b', null)"))
  database.close()
  expect(await writes).toEqual(['refused', 'refused'])
  database.open()
})

it('a failing write is rejected alone, before and after others', async () => {
  const add = (word: string) => write(`insert into words values ('${word}', null)`)
  expect(await settle(add('a'), add('a'), add('b'))).toEqual([1, 'refused', 1])
  expect(words()).toEqual(['a', 'b'])
})

it('when the commit fails, all writes are rejected and none is applied', async () => {
  const orphan = write("insert into words values ('orphan', 'none')")
  expect(await settle(write("insert into words values ('a', null)"), orphan)).toEqual(['refused', 'refused'])
  expect(statements).toEqual(['begin immediate', 'commit', 'rollback'])
  expect(words()).toEqual([])
  expect(await settle(write("insert into words values ('b', null)"))).toEqual([1])
})

it('writes wait for the transaction of another caller, and are not part of it', async () => {
  database.exec("begin; insert into words values ('undone', null)")
  const writes = settle(write("insert into words values ('a', null)"), write("insert into words values ('b', null)"))
  await new Promise(setImmediate)
  expect(waiting).toHaveLength(1)
  database.exec('rollback')
  for (const step of waiting) step()
  expect(await writes).toEqual([1, 1])
  expect(words()).toEqual(['a', 'b'])
})
