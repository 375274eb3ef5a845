/** Migrations of the SQL stores run once and completely, even when several processes start at once. */
import { writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { describe, expect } from 'vitest'
import { openStore, useSchema } from '../../../server/store/open.ts'
import { account, noon, sampleData, sampleRecord } from '../../../server/store/suite/sample-data.ts'
import { folderOfTest, it } from '../../support/folder-test.ts'
import { itInPostgres } from '../../support/postgres/database-test.ts'
import { openInProcess } from '../../support/store-process.ts'
import { inProcess } from '../commands/operator.ts'

async function expectUpgraded(url: string, write: (sql: string) => Promise<object[]>): Promise<void> {
  const store = await openStore(url)
  await store.load(sampleData())
  const before = [await store.dump(), await store.listDeletionRequests(0, 20)]
  await store.close()
  expect(await useSchema(url, (schema) => schema.down())).toEqual(['0003'])
  expect(await useSchema(url, (schema) => schema.status())).toMatchObject({ applied: ['0001', '0002'] })
  // A server of that version writes now; its triggers count.
  await write("update users set deletion_scheduled_at = '2025-06-15T12:00:00.000Z' where id = 'ann'")
  expect(await write('select cast(sum(users) as text) as total from scheduled_hours')).toMatchObject([{ total: '2' }])
  await write("update users set deletion_scheduled_at = null where id = 'ann'")
  expect(await useSchema(url, (schema) => schema.down())).toEqual(['0002'])
  await expect(useSchema(url, (schema) => schema.down())).rejects.toThrow(/^[^\n]+ no version that can be undone$/)
  const upgraded = await openStore(url)
  expect(await useSchema(url, (schema) => schema.status())).toMatchObject({ pending: [] })
  expect([await upgraded.dump(), await upgraded.listDeletionRequests(0, 20)]).toStrictEqual(before)
  await upgraded.changeUser('bea', (bea) => ({ ...bea, deletionScheduledAt: noon }))
  expect(await upgraded.listDeletionRequests(0, 20)).toMatchObject({ total: 2 })
  // A server of an earlier version runs beside, and counts no more; the next purge does.
  await write("update users set deletion_scheduled_at = '2025-06-15T12:00:00.000Z' where id in ('ann', 'bea')")
  await upgraded.completeDeletions('2000-01-01T00:00:00.000Z', 1)
  const { members, total } = await upgraded.listDeletionRequests(0, 20)
  expect([members.length, total]).toEqual([3, 3])
  await upgraded.close()
}

/** A command begins no upgrade, and undoes no step back; only one that fills an empty store creates its tables. */
async function expectOnlyUpMigrates(url: string): Promise<void> {
  const command = (line: string) => inProcess(url, line.split(' '))
  const refused = (why: RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(why) })
  const empty = await folderOfTest()
  await writeFile(empty.at('data.json'), '{}')
  const lines = ['counts', 'list users', 'sign-up close', `backup ${empty.at('backup.json')}`, 'set-plan pro --team x']
  await useSchema(url, (schema) => schema.status())
  for (const line of lines) expect(await command(line)).toEqual(refused(/^[^\n]+ has no tables: run migrate up\n$/))
  expect(await useSchema(url, (schema) => schema.status())).toMatchObject({ applied: [] })
  expect(await command(`load ${empty.at('data.json')}`)).toMatchObject({ code: 0 })
  expect(await command('counts')).toMatchObject({ code: 0 })
  await useSchema(url, (schema) => schema.down())
  const older = /^[^\n]+ has version 0002, this command needs 0003: run migrate up\n$/
  for (const line of [...lines, `load ${empty.at('data.json')}`]) expect(await command(line)).toEqual(refused(older))
  expect(await useSchema(url, (schema) => schema.status())).toMatchObject({ applied: ['0001', '0002'] })
}

const applied = 'select * from monitoring_versions order by name'
const tables = "select tablename from pg_tables where schemaname = 'public' order by tablename"

describe('SQLite', () => {
  it('processes that open a new file at once create the tables once and all work', async ({ folder }) => {
    const url = `sqlite:${folder.at('store.db')}`
    const opened = await Promise.all(['a', 'b', 'c'].map(() => openInProcess(url)))
    await Promise.all(opened.map(({ store }, i) => store.addAccount(...account(`user${i}`))))
    for (const { store } of opened) expect(await store.count()).toMatchObject({ users: 3 })
  })

  it('a store whose tables are of the newest version is opened while another process writes', async ({ folder }) => {
    const url = `sqlite:${folder.at('store.db')}`
    await (await openStore(url)).close()
    const other = new DatabaseSync(folder.at('store.db'))
    other.exec('begin immediate')
    const store = await openStore(url)
    expect(await store.isEmpty()).toBe(true)
    other.close()
    await store.close()
  })

  it('a process waits longer than a write does for another one that makes the tables', async ({ folder }) => {
    const url = `sqlite:${folder.at('store.db')}`
    await useSchema(url, async () => {})
    const other = new DatabaseSync(folder.at('store.db'))
    other.exec('begin immediate')
    const opening = openStore(url)
    await new Promise((resolve) => setTimeout(resolve, 2_200))
    other.exec('commit')
    other.close()
    const store = await opening
    expect(await store.isEmpty()).toBe(true)
    await store.close()
  })

  it('one step back and an upgrade keep all records', ({ folder }) =>
    expectUpgraded(`sqlite:${folder.at('store.db')}`, async (statement) => {
      const database = new DatabaseSync(folder.at('store.db'))
      const rows = database.prepare(statement).all()
      database.close()
      return rows
    }))

  it('operator commands do not migrate', ({ folder }) => expectOnlyUpMigrates(`sqlite:${folder.at('store.db')}`))
})

describe('PostgreSQL', () => {
  itInPostgres('one step back and an upgrade keep all records', ({ database: { url, query } }) =>
    expectUpgraded(url, query),
  )

  itInPostgres('operator commands do not migrate', ({ database: { url } }) => expectOnlyUpMigrates(url))

  itInPostgres(
    'a migration that takes longer than a request may needs migrate up, which waits for another one',
    async ({ database }) => {
      const { url, query } = database
      await (await openStore(url)).close()
      await useSchema(url, (schema) => schema.down())
      await query(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = 200`)
      await query('begin; select from monitoring_versions_lock for update')
      await expect(openStore(url)).rejects.toThrow(/^[^\n]*migrate up$/)
      const migrated = useSchema(url, (schema) => schema.up())
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and clock_timestamp() - query_start > interval '1100 ms'`
      const countWaiting = async () => {
        await query('select pg_stat_clear_snapshot()')
        return query(waiting)
      }
      await expect.poll(countWaiting, { timeout: 10_000 }).toHaveLength(1)
      await query('commit')
      expect(await migrated).toEqual(['0003'])
    },
  )

  itInPostgres(
    'a migration gives up behind a long report, names it, and lets other statements pass',
    async ({ database: given }) => {
      const { url: database, query } = given
      await query('create schema "Own"')
      const url = `${database}?options=-c%20search_path%3D%22Own%22`
      const running = await openStore(url)
      await running.load(sampleData())
      await useSchema(url, (schema) => schema.down())
      // A reader of another table is not in the way.
      const reader = new pg.Client(database)
      await reader.connect()
      await reader.query('begin; lock table "Own".incidents in access share mode')
      await query('begin; lock table "Own".users in access share mode')
      const [report] = await query('select pg_backend_pid() as pid')
      const migrated = useSchema(url, (schema) => schema.up())
      const { pid } = report as { pid: number }
      const refusal = expect(migrated).rejects.toThrow(
        new RegExp(`\\(pid ${pid}\\) keeps a lock .*nothing was changed`),
      )
      const blocked = `select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`
      await expect.poll(() => query('select pg_stat_clear_snapshot()').then(() => query(blocked))).toHaveLength(1)
      expect(await running.changeUser('ann', (ann) => ({ ...ann, name: 'Ann' }))).toBeDefined()
      await refusal
      expect(await useSchema(url, (schema) => schema.status())).toMatchObject({ pending: ['0003'] })
      await query('commit')
      expect(await useSchema(url, (schema) => schema.up())).toEqual(['0003'])
      await Promise.all([running.close(), reader.end()])
    },
  )

  itInPostgres(
    'servers that open an empty database at once create the tables once and all work',
    async ({ database: { url, query } }) => {
      const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(url)))
      for (const [i, store] of stores.entries()) await store.addAccount(...account(`user${i}`))
      expect(await stores[0]?.count()).toMatchObject({ users: 8 })
      expect(await query(applied)).toHaveLength(3)
      await Promise.all(stores.map((store) => store.close()))
    },
  )

  itInPostgres('an open store works on when a newer server adds columns', async ({ database: { url, query } }) => {
    const store = await openStore(`${url}?max=2`)
    await store.load(sampleData())
    const use = async (cause: string) => {
      expect(await store.findUser('ann@example.com')).toStrictEqual(sampleRecord('users', 'ann'))
      await store.changeIncident('acme', 'acme-open', { set: { cause } })
    }
    await use('before')
    for (const table of ['users', 'incidents']) await query(`alter table ${table} add column added text`)
    await use('after')
    expect((await store.dump()).incidents.find(({ id }) => id === 'acme-open')?.cause).toBe('after')
    await store.close()
  })

  itInPostgres(
    'a database of a newer version is rejected in one line that names both versions, and stays unchanged',
    { tags: ['P73'] },
    async ({ database: { url, query } }) => {
      await (await openStore(url)).close()
      await query("insert into monitoring_versions values ('9999', '2030-01-01T00:00:00.000Z')")
      const before = [await query(applied), await query(tables)]
      for (const migrates of ['always', 'never'] as const) {
        const opened = openStore(url, { migrates })
        await expect(opened).rejects.toThrow(/^[^\n]*version 9999[^\n]*0003[^\n]*$/)
      }
      expect([await query(applied), await query(tables)]).toEqual(before)
    },
  )
})
