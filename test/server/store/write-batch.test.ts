/** Writes to SQLite that come together share one transaction, and are refused alone or together as they deserve. */
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createWriteBatch } from '../../../server/store/sql/write-batch.ts'

let database: DatabaseSync
/** The transactions that were begun and ended, in order. */
let told: string[]
let write: (sql: string) => Promise<unknown>
/** What waits until no transaction is open. */
let waiting: (() => void)[]

beforeEach(() => {
  database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  database.exec(
    'create table words (word text primary key, parent text references words deferrable initially deferred)',
  )
  ;[told, waiting] = [[], []]
  const exec = (sql: string) => {
    told.push(sql)
    database.exec(sql)
  }
  const group = createWriteBatch({ exec, inTransaction: () => database.isTransaction })
  write = (sql) =>
    group(
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

it('writes that come together share one transaction, and each gets its own result', async () => {
  const outcomes = await settle(
    write("insert into words values ('a', null), ('b', null)"),
    write("insert into words values ('c', null)"),
    write("delete from words where word = 'none'"),
  )
  expect(outcomes).toEqual([2, 1, 0])
  expect(told).toEqual(['begin immediate', 'commit'])
  expect(words()).toEqual(['a', 'b', 'c'])
})

it('a write that comes alone needs no transaction, and is refused if it fails', async () => {
  expect(await settle(write("insert into words values ('a', null)"))).toEqual([1])
  expect(await settle(write("insert into words values ('a', null)"))).toEqual(['refused'])
  expect(told).toEqual([])
})

it('one that fails is refused by itself, before and after others', async () => {
  const add = (word: string) => write(`insert into words values ('${word}', null)`)
  expect(await settle(add('a'), add('a'), add('b'))).toEqual([1, 'refused', 1])
  expect(words()).toEqual(['a', 'b'])
})

it('when the transaction cannot be committed, all are refused and nothing is there', async () => {
  const orphan = write("insert into words values ('orphan', 'nobody')")
  expect(await settle(write("insert into words values ('a', null)"), orphan)).toEqual(['refused', 'refused'])
  expect(told).toEqual(['begin immediate', 'commit', 'rollback'])
  expect(words()).toEqual([])
  expect(await settle(write("insert into words values ('b', null)"))).toEqual([1])
})

it("while somebody else's transaction is open they wait, and are no part of it", async () => {
  database.exec("begin; insert into words values ('undone', null)")
  const writes = settle(write("insert into words values ('a', null)"), write("insert into words values ('b', null)"))
  await new Promise(setImmediate)
  expect(waiting).toHaveLength(1)
  database.exec('rollback')
  for (const step of waiting) step()
  expect(await writes).toEqual([1, 1])
  expect(words()).toEqual(['a', 'b'])
})
