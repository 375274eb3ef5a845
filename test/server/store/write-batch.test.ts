/** Writes to SQLite share one transaction; a failing write is undone alone unless the transaction fails. */
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { runBatch } from '../../../server/store/sql/write-batch.ts'

let database: DatabaseSync
/** The executed begin, commit and rollback statements. */
let statements: string[]

beforeEach(() => {
  database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  database.exec(
    'create table words (word text primary key, parent text references words deferrable initially deferred)',
  )
  statements = []
})

const words = () =>
  database
    .prepare('select word from words order by word')
    .all()
    .map(({ word }) => word)

/** Returns the number of changed rows of each write. */
function write(...writes: string[]) {
  const exec = (sql: string) => {
    statements.push(sql)
    database.exec(sql)
  }
  const outcomes = runBatch(
    { exec, inTransaction: () => database.isTransaction },
    writes.map((sql) => () => database.prepare(sql).run().changes),
  )
  return outcomes.map((outcome) => ('value' in outcome ? outcome.value : 'refused'))
}

it('writes share one transaction, and each has its own result', () => {
  expect(
    write(
      "insert into words values ('a', null), ('b', null)",
      "insert into words values ('c', null)",
      "delete from words where word = 'none'",
    ),
  ).toEqual([2, 1, 0])
  expect(statements).toEqual(['begin immediate', 'commit'])
  expect(words()).toEqual(['a', 'b', 'c'])
})

it('when no transaction can begin, none is applied, and the open one stays', () => {
  database.exec("begin; insert into words values ('theirs', null)")
  expect(() => write("insert into words values ('a', null)")).toThrow('within a transaction')
  database.exec('commit')
  expect(words()).toEqual(['theirs'])
})

it('a failing write is undone alone, before and after others', () => {
  const add = (word: string) => `insert into words values ('${word}', null)`
  expect(write(add('a'), add('a'), add('b'))).toEqual([1, 'refused', 1])
  expect(words()).toEqual(['a', 'b'])
})

it('when the commit fails, none is applied', () => {
  const orphan = "insert into words values ('orphan', 'none')"
  expect(() => write("insert into words values ('a', null)", orphan)).toThrow('FOREIGN KEY')
  expect(statements).toEqual(['begin immediate', 'commit', 'rollback'])
  expect(words()).toEqual([])
  expect(write("insert into words values ('b', null)")).toEqual([1])
})
