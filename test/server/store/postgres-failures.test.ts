import { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { openPostgresEngine } from '../../../server/store/sql/postgres.ts'
import type { Tables } from '../../../server/store/sql/rows.ts'
import type { Store } from '../../../server/store/store.ts'
import { callConcurrently, rejectionOf, resultOrCode } from '../../../server/store/suite/concurrency.ts'
import { account, noon, sampleData, sampleRecord } from '../../../server/store/suite/sample-data.ts'
import { type Cluster, startCluster } from '../../support/postgres/cluster.ts'
import { openTcpProxy, type TcpProxy } from '../../support/postgres/tcp-proxy.ts'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.remove())

async function queryOnce(url: string, text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(text).finally(() => client.end())
}

describe('connections', () => {
  let [url, line, store]: [string, TcpProxy, Store] = ['', {} as TcpProxy, {} as Store]
  beforeEach(async () => {
    url = await cluster.createDatabase()
    line = await openTcpProxy(url)
    store = await openStore(line.url)
    await store.load(sampleData())
    return async () => {
      await store.close()
      await line.close()
    }
  })
  const ours = "from pg_stat_activity where application_name = 'monitoring-service'"
  const terminate = () => cluster.query(`select pg_terminate_backend(pid) ${ours}`)
  const connections = async () => (await cluster.query(`select pid ${ours}`)).length

  it('while a table is gone, calls are rejected with that reason, and then the store works', async () => {
    const rename = (from: string, to: string) => queryOnce(url, `alter table ${from} rename to ${to}`)
    await rename('users', 'gone')
    for (const call of [() => store.findUser('ann@example.com'), () => store.probe()]) {
      expect(await rejectionOf(call())).toMatchObject({
        code: 'UNAVAILABLE',
        cause: { message: expect.stringMatching(/^relation "public.users" does not exist$/) },
      })
    }
    await rename('gone', 'users')
    await store.probe()
    expect(await store.findUser('ann@example.com')).toMatchObject({ id: 'ann' })
  })

  it('when all connections are lost, at most one call per connection fails, and then the store works', {
    tags: ['P72'],
  }, async () => {
    await callConcurrently(store, 10, () => store.findMember('ann'))
    expect((await terminate()).length).toBeGreaterThan(1)
    const call = (i: number) =>
      resultOrCode<unknown>(i % 2 === 0 ? store.findUser('ann@example.com') : store.addAccount(...account(`new${i}`)))
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, i) => call(i)))
    const missed = outcomes.filter((outcome) => typeof outcome === 'string')
    expect(new Set(['UNAVAILABLE', ...missed])).toEqual(new Set(['UNAVAILABLE']))
    expect(missed.length).toBeLessThanOrEqual(10)
    expect(await callConcurrently(store, 20, () => store.findUser('ann@example.com'))).toEqual(
      Array(20).fill(sampleRecord('users', 'ann')),
    )
    const { users } = await store.count()
    expect(users).toBe(4 + outcomes.filter((outcome) => outcome === true).length)
  })

  it('a change whose connection is lost before the commit is rejected without trace', async () => {
    const reached = line.pauseBefore('update "public"."users"')
    const changed = resultOrCode(store.changeUser('ann', (ann) => ({ ...ann, name: 'Changed' })))
    await reached
    await terminate()
    line.resume()
    expect(await changed).toBe('UNAVAILABLE')
    expect(await store.findUser('ann@example.com')).toStrictEqual(sampleRecord('users', 'ann'))
    expect(await store.changeUser('ann', (ann) => ({ ...ann, name: 'Changed' }))).toMatchObject({ name: 'Changed' })
  })

  it.each<[string, string, (store: Store) => Promise<unknown>]>([
    ['a commit', 'commit', (store) => store.changeUser('ann', (ann) => ({ ...ann, name: 'Changed' }))],
    ['a write of one statement', 'into "public"."attempts"', (store) => store.countAttempt('key', noon, noon)],
  ])('%s whose connection is lost has an unknown outcome', async (_, statement, write) => {
    const reached = line.pauseBefore(statement)
    const written = resultOrCode(write(store))
    await reached
    await terminate()
    line.resume()
    expect(await written).toBe('OUTCOME_UNKNOWN')
  })

  it('a weaker synchronous_commit is rejected on each new connection, and does not affect open ones', async () => {
    const set = (value: string) =>
      cluster.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = ${value}`)
    await set('local')
    expect(await resultOrCode(store.findMember('ann'))).toMatchObject({ user: { id: 'ann' } })
    await terminate()
    await expect.poll(() => resultOrCode(store.findMember('ann'))).toBe('UNAVAILABLE')
    await set('on')
    expect(await resultOrCode(store.findMember('ann'))).toMatchObject({ user: { id: 'ann' } })
  })

  it('one connection serves fifty concurrent callers of different methods', { tags: ['P72'] }, async () => {
    const before = await connections()
    const narrow = await openStore(`${url}?max=1`)
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        [
          () => narrow.addAccount(...account(`new${i}`)),
          () => narrow.changeUser('ann', (ann) => ({ ...ann, name: `${i}` })),
          () => narrow.changeIncident('acme', 'acme-open', { set: { cause: `${i}` } }),
          () => narrow.listDeletionRequests(0, 20),
          () => narrow.dump(),
          () => narrow.count(),
          () => narrow.completeDeletions('2025-01-01T00:00:00.000Z', 10),
        ][i % 7]?.(),
      ),
    )
    expect(outcomes).not.toContain(undefined)
    expect(await connections()).toBe(before + 1)
    await narrow.close()
  })
  it('a call that waits too long for a lock is rejected, and the store recovers', async () => {
    const impatient = await openStore(`${url}?lock_timeout=50`)
    const other = new pg.Client(url)
    await other.connect()
    await other.query("begin; select from teams where id = 'acme' for update")
    const change = () => resultOrCode(impatient.changeTeam('acme', (team) => ({ ...team, plan: 'free' })))
    expect(await change()).toBe('UNAVAILABLE')
    await other.end()
    expect(await change()).toMatchObject({ plan: 'free' })
    await impatient.close()
  })

  it('the database session has a timeout for every wait', async () => {
    const { run, dialect } = await openPostgresEngine(url)
    const db = new Kysely<Tables>({ dialect })
    const bounds = "select name, setting from pg_settings where name ~ '_timeout$' and source = 'session' order by name"
    expect((await run(CompiledQuery.raw(bounds), db)).rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '5000' },
      { name: 'lock_timeout', setting: '5000' },
      { name: 'statement_timeout', setting: '10000' },
    ])
    await db.destroy()
  })
})
