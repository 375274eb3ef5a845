/** The store on SQLite reports failed writes, loses nothing, and recovers. */
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { emptyData } from '../../../server/store/records.ts'
import type { Tables } from '../../../server/store/sql/rows.ts'
import { openSqliteEngine } from '../../../server/store/sql/sqlite.ts'
import { openSqlStore } from '../../../server/store/sql/store.ts'
import { resultOrCode } from '../../../server/store/suite/concurrency.ts'
import { readCalls, writeCalls } from '../../../server/store/suite/sample-calls.ts'
import { account, incident, noon, sampleData } from '../../../server/store/suite/sample-data.ts'
import type { Folder } from '../../support/folder.ts'
import { it } from '../../support/folder-test.ts'
import { openInProcess } from '../../support/store-process.ts'

it('while another process holds the write lock, reads succeed, writes are rejected, and then all work again', async ({
  folder,
}) => {
  const store = await openStore(`sqlite:${folder.at('store.db')}`)
  await store.load(sampleData())
  const before = await store.dump()
  const other = new DatabaseSync(folder.at('store.db'))
  other.exec('begin immediate')
  await expect(store.changeTeam('acme', (team) => ({ ...team, name: 'Changed' }))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  })
  for (const call of Object.values(readCalls)) await call(store)
  other.close()
  expect(await store.dump()).toStrictEqual(before)
  for (const call of Object.values(writeCalls)) await call(store)
  expect((await store.findUser('bea@example.com'))?.name).toBe('Changed')
  await store.close()
})

it('a write waits for the lock of another process without blocking this one, and is then applied', async ({
  folder,
}) => {
  const store = await openStore(`sqlite:${folder.at('store.db')}`)
  await store.load(sampleData())
  const other = new DatabaseSync(folder.at('store.db'))
  for (const call of [writeCalls.countAttempt, writeCalls.changeUser, writeCalls.load]) {
    other.exec('begin immediate')
    const events: string[] = []
    const written = call(store).then(() => events.push('written'))
    await store.findMember('ann')
    await new Promise((resolve) => setTimeout(resolve, 5))
    events.push('released')
    other.exec('commit')
    await written
    expect(events).toEqual(['released', 'written'])
  }
  other.close()
  await store.close()
})

it('two processes that write to one file lose no write', async ({ folder }) => {
  const url = `sqlite:${folder.at('store.db')}`
  const stores = [await openStore(url), (await openInProcess(url)).store]
  const counted = stores.map(async (store) => {
    const counts: number[] = []
    for (let i = 0; i < 100; i++) counts.push((await store.countAttempt('key', noon, '9999')).count)
    return counts
  })
  const counts = (await Promise.all(counted)).flat()
  expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
  for (const store of stores) expect(await store.findAttempts('key')).toMatchObject({ count: 200 })
  await stores[0]?.close()
})

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

it('when the file size limit is reached, acknowledged writes are stored and rejected ones are not', async ({
  folder,
}) => {
  const url = `sqlite:${folder.at('store.db')}`
  const { store: limited, kill } = await openInProcess(url, 'ulimit -f 1000')
  const [added, codes]: [string[], string[]] = [[], []]
  for (let i = 0; codes.length < 10; i++) {
    const [user, team] = account(`user${i}`, { name: 'Some text that takes its room. '.repeat(100) })
    const outcome = await resultOrCode(limited.addAccount(user, team))
    if (outcome === true) added.push(user.id)
    else codes.push(`${outcome}`)
  }
  expect(codes).toEqual(Array(10).fill('UNAVAILABLE'))
  expect(added.length).toBeGreaterThan(10)
  await kill()
  const store = await openStore(url)
  expect(new Set((await store.dump()).users.map(({ id }) => id))).toEqual(new Set(added))
  expect(await store.addAccount(...account('later'))).toBe(true)
  await store.close()
})
