/** The thread that writes to SQLite: reads go on, transactions are apart, and a failure undoes no write of another. */
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { emptyData } from '../../../server/store/records.ts'
import type { Tables } from '../../../server/store/sql/rows.ts'
import { openSqliteEngine } from '../../../server/store/sql/sqlite.ts'
import { openSqlStore } from '../../../server/store/sql/store.ts'
import { account, incident, sampleData } from '../../../server/store/suite/sample-data.ts'
import type { Folder } from '../../support/folder.ts'
import { it } from '../../support/folder-test.ts'

/** A store with the sample data, and the engine's own connection, which adds counters beside it. */
async function openEngine(folder: Folder) {
  const engine = await openSqliteEngine(folder.at('store.db'))
  const store = await openSqlStore(engine)
  await store.load(sampleData())
  const inside = new Kysely<Tables>({ dialect: engine.dialect })
  const add = (key: string, how = '') =>
    engine.run(CompiledQuery.raw(`insert ${how} into attempts values ('${key}', 1, '')`), inside)
  return { store, inside, add, before: await store.dump() }
}

/** Makes each write to `attempts` take some hundred milliseconds. */
function slowAttempts(folder: Folder): void {
  const database = new DatabaseSync(folder.at('store.db'))
  database.exec(`create trigger slow after insert on attempts begin
    select count(*) from (with recursive n (i) as (select 1 union all select i + 1 from n where i < 500000) select i from n);
  end`)
  database.close()
}

it('when the disk is full, each write is rejected without trace, and the store recovers when there is room', {
  tags: ['P66'],
}, async ({ folder }) => {
  const { store, inside, before } = await openEngine(folder)
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(inside)
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(inside)
  const text = 'Some text that takes its room. '.repeat(10_000)
  const incidents = [incident({ id: 'long', teamId: 'acme', title: text })]
  const monitors = Array.from({ length: 2000 }, (_, i) => ({ id: `monitor${i}`, teamId: 'acme' }))
  const writes: [string, () => Promise<unknown>][] = [
    ['addAccount', () => store.addAccount(...account('new', { name: text }))],
    ['changeTeam', () => store.changeTeam('acme', (team) => ({ ...team, name: text }))],
    ['changeUser', () => store.changeUser('ann', (user) => ({ ...user, name: text }))],
    ['changeIncident', () => store.changeIncident('acme', 'acme-open', { set: { cause: text } })],
    ['load', () => store.load({ ...emptyData(), incidents })],
    ['load of many', () => store.load({ ...emptyData(), monitors })],
    ['countAttempt', () => store.countAttempt(text, '2025-01-01', '2025-01-02')],
  ]
  for (const [name, write] of writes) await expect(write(), name).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await store.dump()).toStrictEqual(before)
  await sql`pragma max_page_count = 1000000`.execute(inside)
  for (const [, write] of writes) await write()
  expect(await store.count()).toMatchObject({ users: 5, incidents: 5, monitors: 2005, attempts: 4 })
  await store.close()
})

it('while a write takes long, reads are answered', async ({ folder }) => {
  const store = await openStore(`sqlite:${folder.at('store.db')}`)
  await store.load(sampleData())
  slowAttempts(folder)
  const events: string[] = []
  const written = store.countAttempt('slow', '2025-01-01', '2025-01-02').then(() => events.push('written'))
  for (let i = 0; i < 5; i++) {
    await new Promise(setImmediate)
    expect(await store.findMember('ann')).toBeDefined()
  }
  events.push('read')
  await written
  expect(events).toEqual(['read', 'written'])
  await store.close()
})

it('when the thread that writes ends, a write in progress is unknown, and later ones are rejected', async ({
  folder,
}) => {
  const workers: Worker[] = []
  const note = (worker: Worker) => workers.push(worker)
  vi.resetModules()
  onTestFinished(() => void vi.resetModules())
  process.on('worker', note)
  const { openStore } = await import('../../../server/store/open.ts')
  const store = await openStore(`sqlite:${folder.at('store.db')}`)
  process.off('worker', note)
  await store.load(sampleData())
  slowAttempts(folder)
  const unknown = expect(store.countAttempt('slow', '2025-01-01', '2025-01-02')).rejects.toMatchObject({
    code: 'OUTCOME_UNKNOWN',
  })
  await new Promise(setImmediate)
  await Promise.all(workers.map((worker) => worker.terminate()))
  await unknown
  await expect(store.countAttempt('next', '2025-01-01', '2025-01-02')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await store.findMember('ann')).toBeDefined()
  await store.close()
  const again = await openStore(`sqlite:${folder.at('store.db')}`)
  expect(await again.count()).toMatchObject({ users: sampleData().users.length })
  await again.close()
})

it('writes wait for the transaction of another caller, and are not part of it', async ({ folder }) => {
  const { store, inside, add, before } = await openEngine(folder)
  const events: string[] = []
  let writes: Promise<unknown> = Promise.resolve()
  const undone = inside.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('attempts').execute()
    writes = Promise.all([add('a'), add('b')]).then(() => events.push('written'))
    for (let i = 0; i < 5; i++) await transaction.selectFrom('teams').select('id').execute()
    events.push('undone')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await writes
  expect(events).toEqual(['undone', 'written'])
  const added = ['a', 'b'].map((key) => ({ key, count: 1, resetsAt: '' }))
  expect((await store.dump()).attempts).toStrictEqual([...added, ...before.attempts])
  await store.close()
})

it('when one write makes SQLite roll back a shared transaction, all writes are rejected and none is applied', async ({
  folder,
}) => {
  const { store, add, before } = await openEngine(folder)
  const outcomes = await Promise.allSettled([add('a'), add('gus@example.com', 'or rollback'), add('b')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await store.dump()).toStrictEqual(before)
  await Promise.all([add('a'), add('b')])
  expect(await store.count()).toMatchObject({ attempts: 5 })
  await store.close()
})

it('a write that waits for a transaction that fails is done in the next one', async ({ folder }) => {
  const { store, add } = await openEngine(folder)
  slowAttempts(folder)
  const first = [add('a'), add('gus@example.com', 'or rollback')]
  // The first two are on their way to the thread after these turns, and take long there.
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
  const outcomes = await Promise.allSettled([...first, add('b')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  await store.close()
})
