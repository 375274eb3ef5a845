/** A server is ready where a write would be done: not while its database is read-only, locked, or without its standby. */
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createReadiness } from '../../server/ops/readiness.ts'
import { openStore } from '../../server/store/open.ts'
import { folderOfTest } from '../support/folder-test.ts'
import { type Cluster, startCluster } from '../support/postgres/cluster.ts'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.remove())

async function openReadiness(url: string) {
  const store = await openStore(url)
  onTestFinished(() => store.close())
  const { state } = createReadiness(store, 200, 50)
  const becomes = (expected: string) => vi.waitFor(async () => expect(await state()).toBe(expected), 15_000)
  await becomes('ready')
  return { becomes, state, store }
}

const notReady = 'the store does not accept writes'
/** Statements, in which DB is the database. */
const faults: [what: string, begin: string[], end: string[]][] = [
  [
    'accepts no writes',
    [
      'alter database DB set default_transaction_read_only = on',
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    ],
    ['alter database DB reset default_transaction_read_only'],
  ],
  ['has locked a table', ['begin', 'lock table incidents in access exclusive mode'], ['rollback']],
  [
    'waits for a standby that is away',
    [`alter system set synchronous_standby_names = 'away'`, 'select pg_reload_conf()'],
    ['alter system reset synchronous_standby_names', 'select pg_reload_conf()'],
  ],
]

async function openOperator(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return async (statements: string[]) => {
    for (const text of statements) await client.query(text.replace('DB', new URL(url).pathname.slice(1)))
  }
}

it.each(faults)('PostgreSQL that %s', { tags: ['P72'] }, async (_, begin, end) => {
  const url = await cluster.createDatabase()
  const { becomes } = await openReadiness(url)
  const run = await openOperator(url)
  await run(begin)
  await becomes(notReady)
  await run(end)
  await becomes('ready')
})

it('While a standby is away, probes take one connection', async () => {
  const url = await cluster.createDatabase()
  const { becomes, state, store } = await openReadiness(url)
  const run = await openOperator(url)
  const [, away, back] = faults[2] ?? ['', [], []]
  await run(away)
  await becomes(notReady)
  for (let n = 0; n < 8; n++) {
    await state()
    await wait(60)
  }
  expect(store.connections?.()).toMatchObject({ busy: 1, held: 0, waiting: 0 })
  await run(back)
  await vi.waitFor(() => expect(store.connections?.()).toMatchObject({ busy: 0 }), 5_000)
})

it('An SQLite file that another process has locked', { tags: ['P72'] }, async () => {
  const folder = await folderOfTest()
  const { becomes } = await openReadiness(`sqlite:${folder.at('store.db')}`)
  const other = new DatabaseSync(folder.at('store.db'))
  other.exec('begin immediate')
  await becomes(notReady)
  other.exec('rollback')
  other.close()
  await becomes('ready')
})

it('Many requests for readiness cost one write in a second', async () => {
  let probes = 0
  const { state } = createReadiness({ probe: async () => void probes++ })
  for (let n = 0; n < 1_000; n++) expect(await state()).toBe('ready')
  expect(probes).toBe(1)
})
