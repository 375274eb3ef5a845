/** The store on PostgreSQL rejects unusable databases and survives lost connections. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { openPostgresEngine } from '../../../server/store/sql/postgres.ts'
import type { Tables } from '../../../server/store/sql/rows.ts'
import type { Store } from '../../../server/store/store.ts'
import { callConcurrently, rejectionOf, resultOrCode } from '../../../server/store/suite/concurrency.ts'
import { account, noon, sampleData, sampleRecord } from '../../../server/store/suite/sample-data.ts'
import { whenReachable } from '../../../server/store/when-reachable.ts'
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

const opened = (url: string) => openStore(url).then((store) => store.close())

describe('opening', () => {
  it.each<[string, (url: string) => string, RegExp]>([
    ['on a port without a server', (url) => url.replace(/:\d+\//, ':1/'), /ECONNREFUSED/],
    ['on an unknown host', (url) => url.replace('127.0.0.1', 'nowhere.invalid'), /nowhere\.invalid/],
    ['that does not exist', (url) => `${url}_too`, /postgres_too/],
    ['with a wrong password', (url) => url.replace(':postgres@', ':wrong@'), /password/],
    ['with an invalid URL', () => 'postgres://a:b:c', /address/],
    ['with several hosts, one of them invalid,', () => 'postgres://a,b:c/d', /address/],
    ['with a wrong target', (url) => `${url}?target_session_attrs=standby`, /target_session_attrs/],
    ['with a weak commit', (url) => `${url}?synchronous_commit=local`, /synchronous_commit/],
    ['with a misspelt parameter', (url) => `${url}?sslMode=verify-full`, /sslMode .* is not a known parameter/],
    ['with an unknown sslmode', (url) => `${url}?sslmode=verify_full`, /sslmode .* must be .*verify-full/],
    ['with a socket that does not exist', () => 'postgres://postgres@/db?host=/nowhere', /\/nowhere/],
    ['with max=0', (url) => `${url}?max=0`, /max/],
    ['with a max that is not a number', (url) => `${url}?max=many`, /max/],
  ])('a database %s is rejected in one line without the password', async (_, change, why) => {
    const refusal = await rejectionOf(opened(change(cluster.url)))
    expect(refusal.message).toMatch(why)
    expect(refusal.message).not.toMatch(/\n|wrong|:postgres/)
  })

  /** Settings of a database, or of the address, and one with which it opens. */
  it.each([
    ['synchronous_commit', 'off', '', 'remote_apply'],
    ['synchronous_commit', 'local', '', 'on'],
    ['synchronous_commit', 'remote_write', '', 'on'],
    ['synchronous_commit', 'on', '?synchronous_commit=remote_apply', 'remote_apply'],
    ['synchronous_commit', 'local', '?synchronous_commit=remote_write', 'remote_write'],
    // A lock does not show what was committed before.
    ['default_transaction_isolation', 'repeatable read', '', 'serializable'],
  ])('a database whose %s is %s is rejected in one line that names it, by %j', { tags: ['P65'] }, async (...row) => {
    const [setting, bad, query, good] = row
    const url = await cluster.createDatabase()
    const set = (value: string) =>
      cluster.query(`alter database ${new URL(url).pathname.slice(1)} set ${setting} = '${value}'`)
    await set(bad)
    await expect(opened(url + query)).rejects.toThrow(new RegExp(`^[^\\n]*${setting}[^\\n]*$`))
    await set(good)
    await opened(url + query)
  })

  it('a database that is not UTF8 is rejected in one line that names its encoding', async () => {
    await cluster.query("create database latin encoding 'LATIN1' template template0 locale 'C' locale_provider 'libc'")
    await expect(opened(cluster.url.replace(/postgres$/, 'latin'))).rejects.toThrow(
      /^[^\n]*server_encoding is LATIN1[^\n]*$/,
    )
  })

  it('of several hosts, the first that accepts writes is used', async () => {
    const url = await cluster.createDatabase()
    const { host, pathname } = new URL(url)
    const several = `${url.replace(host, `127.0.0.1:1,${host}`)}?target_session_attrs=read-write`
    await opened(several)
    await cluster.query(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`)
    await expect(opened(several)).rejects.toThrow(/ECONNREFUSED|accepts no writes/)
  })

  it.each(['fsync', 'full_page_writes'])(
    'a cluster without %s is rejected in one line that names it',
    async (setting) => {
      const set = async (value: string) => {
        await cluster.query(`alter system set ${setting} = ${value}`)
        await cluster.query('select pg_reload_conf()')
        await expect.poll(() => cluster.query(`show ${setting}`)).toEqual([{ [setting]: value }])
      }
      await set('off')
      await expect(opened(cluster.url)).rejects.toThrow(new RegExp(`^[^\\n]*${setting}[^\\n]*$`))
      await set('on')
      await opened(cluster.url)
    },
  )
})

describe('a start waits for a database', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['whose proxy ends new connections', (socket) => socket.destroy()],
    ['that accepts connections and is silent', () => {}],
  ])('%s', async (_, answer) => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => {
      sockets.push(socket)
      answer(socket)
    }).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const [waits, connected]: [Error[], Promise<unknown>] = [[], once(silent, 'connection')]
    const open = () => openStore(waits.length === 0 ? `postgres://u@127.0.0.1:${port}/d` : cluster.url)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const opening = whenReachable(open, 10, (error) => waits.push(error))
    await connected.finally(() => {
      vi.advanceTimersByTime(5_000)
      vi.useRealTimers()
    })
    const store = await opening
    await store.close()
    expect(waits).toHaveLength(1)
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
})

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
