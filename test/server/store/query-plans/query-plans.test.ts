/** The SQL stores use an index for every query: no call scans a table. */
import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqlStore } from '../../../../server/store/sql/store.ts'
import type { Store } from '../../../../server/store/store.ts'
import { account, noon } from '../../../../server/store/suite/sample-data.ts'
import { type OpenedEngine, shareEngines } from '../sql-drivers.ts'
import { largeData } from './large-data.ts'
import { recordStatements } from './record-statements.ts'

const { openSqlite, openPostgres } = shareEngines()

/** Two tables are small: monitors that are being deleted, and the hours of a month, with what is derived from them. */
const stores = [
  {
    name: 'SQLite',
    open: openSqlite,
    ready: 'analyze',
    explain: 'explain query plan',
    scan: /^SCAN (?!\(subquery|scheduled_hours|hours|first|counts|members|gone_monitors USING COVERING INDEX)/,
  },
  {
    name: 'PostgreSQL',
    open: openPostgres,
    ready: 'vacuum analyze',
    explain: 'explain',
    scan: /Seq Scan on (?!scheduled_hours|gone_monitors)/,
  },
]

const calls: Record<string, (store: Store) => Promise<unknown>> = {
  'finding a user by e-mail': (store) => store.findUser('user77@example.com'),
  'finding a member by id': (store) => store.findMember('user77'),
  'changing a team': (store) => store.changeTeam('team77', (team) => ({ ...team, plan: 'free' })),
  'changing a user': (store) => store.changeUser('user77', (user) => ({ ...user, name: 'Changed' })),
  'adding an account': (store) => store.addAccount(...account('new')),
  'changing an incident': (store) => store.changeIncident('team1', 'incident77', { set: { cause: 'Known' } }),
  'removing an incident': (store) => store.removeIncident('team1', 'incident78'),
  "deleting a monitor's statistics": (store) => store.resetMonitorStats('team101', 'monitor177', undefined),
  "deleting a monitor's statistics before a day": (store) =>
    store.resetMonitorStats('team101', 'monitor178', '2025-01-02'),
  "deleting a service's statistics": (store) => store.resetServiceStats('team101', 'service179', undefined),
  "deleting a service's statistics before a day": (store) =>
    store.resetServiceStats('team101', 'service180', '2025-01-02'),
  'the first page of the listing': (store) => store.listDeletionRequests(0, 100),
  'page 7,000 of the listing': (store) => store.listDeletionRequests(6_999, 1),
  'completing deletions': (store) => store.completeDeletions(noon, 20),
  'counting an attempt': (store) => store.countAttempt('key77', noon, '2025-06-15T12:30:00.000Z'),
  'forgetting attempts': (store) => store.forgetAttempts('key77').then(() => true),
  'dropping counters': (store) => store.dropAttempts(noon).then(() => true),
}

describe.each(stores)('$name', ({ open, ready, explain, scan }) => {
  const statements: CompiledQuery[] = []
  let database: OpenedEngine
  let store: Store
  beforeAll(async () => {
    database = await open()
    store = await openSqlStore(recordStatements(database.engine, statements))
    for (const sql of [...largeData, ready]) await database.run(sql)
    // The first call compares the counts with all records.
    await store.completeDeletions('2000-01-01T00:00:00.000Z', 1)
  })
  afterAll(async () => {
    await store.close()
    await database.remove()
  })

  it.each(Object.entries(calls))('%s scans no table', async (_, call) => {
    statements.length = 0
    expect(await call(store)).toBeTruthy()
    const queries = statements.filter(({ sql }) => /^(select|insert|update|delete)/.test(sql))
    expect(queries).not.toEqual([])
    for (const { sql, parameters } of queries) {
      // The last column contains the plan, one line per row.
      const plan = (await database.run(`${explain} ${sql}`, parameters)).map((row) => String(row.at(-1)))
      const scans = plan.filter((line) => scan.test(line))
      expect(scans, sql).toEqual([])
    }
  })
})

it('every foreign key in PostgreSQL has an index, for deletions of the referenced row', async () => {
  const { run, engine, remove } = await openPostgres()
  const store = await openSqlStore(engine)
  const references = `select conrelid::regclass || ' ' || conname from pg_constraint c where contype = 'f'`
  const indexed = 'select from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null'
  expect(await run(references)).toHaveLength(6)
  expect(await run(`${references} and not exists (${indexed})`)).toEqual([])
  await store.close()
  await remove()
})
