/** A PostgreSQL store rejects unusable databases, chooses among hosts, and waits for a database that is not there yet. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { rejectionOf } from '../../../server/store/suite/concurrency.ts'
import { whenReachable } from '../../../server/store/when-reachable.ts'
import { type Cluster, startCluster } from '../../support/postgres/cluster.ts'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.remove())

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
