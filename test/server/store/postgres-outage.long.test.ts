/** The store on PostgreSQL rejects calls in time while the database hangs or is down, and recovers. */
import { demo } from '@monitoring-service/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { callConcurrently, resultOrCode } from '../../../server/store/suite/concurrency.ts'
import { readCalls, writeCalls } from '../../../server/store/suite/sample-calls.ts'
import { account, noon, sampleData } from '../../../server/store/suite/sample-data.ts'
import { bearer } from '../../support/bearer.ts'
import { type Cluster, startCluster } from '../../support/postgres/cluster.ts'
import { openTcpProxy } from '../../support/postgres/tcp-proxy.ts'
import { start } from '../../support/process.ts'
import { transmit } from '../../support/raw-http.ts'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.remove())

const names = Object.keys({ ...readCalls, ...writeCalls })
const calls = Object.values({ ...readCalls, ...writeCalls })

/** Opens a store behind a TCP proxy, with fake timers. */
async function openBehindLine(query: string) {
  const line = await openTcpProxy(await cluster.createDatabase())
  const store = await openStore(`${line.url}${query}`)
  onTestFinished(async () => {
    vi.useRealTimers()
    line.resume()
    await store.close()
    await line.close()
  })
  await store.load(sampleData())
  await callConcurrently(store, 30, () => store.findMember('ann'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return { line, store }
}

/** Runs everything that waits for no timer. */
async function settle(): Promise<void> {
  for (let i = 0; i < 200; i++) await new Promise(setImmediate)
}

/** Counts the settled promises. */
function counted(outcomes: Promise<unknown>[]): { over: number } {
  const counter = { over: 0 }
  for (const outcome of outcomes) outcome.finally(() => counter.over++)
  return counter
}

/** Expects that no call is settled 1 ms before a time, and `expected` of them at that time. */
async function expectSettledAt(counter: { over: number }, milliseconds: number, expected: number): Promise<void> {
  for (const [step, count] of [
    [milliseconds - 1, 0],
    [1, expected],
  ] as const) {
    vi.advanceTimersByTime(step)
    await settle()
    expect(counter.over).toBe(count)
  }
}

it('every call to a hanging database is rejected after exactly 12 seconds', async () => {
  const { line, store } = await openBehindLine('?max=30')
  line.pause()
  const outcomes = calls.map((call) => resultOrCode<unknown>(call(store)))
  const counter = counted(outcomes)
  await settle()
  await expectSettledAt(counter, 12_000, calls.length)
  // These begin with a write; the others hang in a read, or at the begin of a transaction.
  const isWrite = (name: string) => /countAttempt|forgetAttempts|dropAttempts|Incident/.test(name)
  const expected = names.map((name) => (isWrite(name) ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE'))
  expect(await Promise.all(outcomes)).toEqual(expected)
})

it('a call that waits for a connection is rejected after exactly 5 seconds', async () => {
  const { line, store } = await openBehindLine('?max=1')
  line.pause()
  const outcomes = [1, 2, 3].map(() => resultOrCode(store.findMember('ann')))
  const counter = counted(outcomes)
  await settle()
  await expectSettledAt(counter, 5_000, 2)
  vi.advanceTimersByTime(7_000)
  expect(await Promise.all(outcomes)).toEqual(Array(3).fill('UNAVAILABLE'))
})

it('while the standby is away, the outcome of a write is unknown, reads are answered, and the database has at most max connections', {
  timeout: 60_000,
}, async () => {
  const store = await openStore(`${await cluster.createDatabase()}?max=4`)
  const requireStandby = async (name: string) => {
    await cluster.query(`alter system set synchronous_standby_names = '${name}'`)
    await cluster.query('select pg_reload_conf()')
  }
  await callConcurrently(store, 4, () => store.isEmpty())
  let isAway = true
  const probe = async () => {
    while (isAway) await cluster.query("select pg_logical_emit_message(true, 'probe', '')")
  }
  onTestFinished(async () => {
    vi.useRealTimers()
    isAway = false
    await requireStandby('')
    await probing
    await store.close()
  })
  const waiting = () => cluster.query("select from pg_stat_activity where wait_event = 'SyncRep'")
  await requireStandby('absent')
  // The database applies the setting some time after the reload: from then on the probe's write waits, too.
  const probing = probe()
  await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const outcomes: unknown[] = []
  for (let round = 0; round < 3; round++) {
    const calls = Array.from({ length: 6 }, (_, i) => resultOrCode(store.countAttempt(`${round} ${i}`, noon, noon)))
    const counter = counted(calls)
    for (const step of [5_000, 7_000]) {
      // The database does not answer the writes of two connections; the third one is for reads, the fourth one looks after them.
      await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1 + 2)
      await settle()
      vi.advanceTimersByTime(step)
      await settle()
    }
    expect(counter.over).toBe(6)
    outcomes.push(...(await Promise.all(calls)))
    const ours = "select from pg_stat_activity where application_name = 'monitoring-service'"
    expect((await cluster.query(ours)).length).toBeLessThanOrEqual(4)
    expect(await store.listDeletionRequests(0, 1)).toEqual({ members: [], total: 0 })
  }
  vi.useRealTimers()
  expect(outcomes.filter((outcome) => outcome === 'OUTCOME_UNKNOWN')).toHaveLength(2)
  expect(outcomes.filter((outcome) => outcome === 'UNAVAILABLE')).toHaveLength(16)
  isAway = false
  await requireStandby('')
  await expect.poll(async () => (await store.count()).attempts).toBe(2)
})

it('while the database is down every call is rejected, and afterwards the same store has all acknowledged writes', {
  tags: ['P72'],
  timeout: 60_000,
}, async () => {
  const store = await openStore(await cluster.createDatabase())
  await store.load(sampleData())
  await callConcurrently(store, 20, (i) => store.addAccount(...account(`new${i}`)))
  const before = await store.dump()
  await cluster.kill()
  // Open connections notice the kill only on their next call.
  const all = () => Promise.all(Array.from({ length: 20 }, () => resultOrCode(store.findMember('ann'))))
  await expect.poll(all).toEqual(Array(20).fill('UNAVAILABLE'))
  for (const call of calls) expect(await resultOrCode<unknown>(call(store))).toBe('UNAVAILABLE')
  await cluster.start()
  expect(await store.dump()).toStrictEqual(before)
  await callConcurrently(store, 20, (i) => store.addAccount(...account(`newer${i}`)))
  expect(await store.count()).toMatchObject({ users: 44 })
  await store.close()
})

it('a verification code that met a full disk works again', { timeout: 60_000 }, async () => {
  const url = await cluster.createDatabase()
  const server = await start(['--demo', '--port', '0', '--store', url])
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`create function fill_disk() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full' using errcode = '53100'; end $$;
    create trigger fill_disk before update on users for each row when (new.deletion_scheduled_at is not null)
    execute function fill_disk()`)
  const headers = await bearer('01J00000000000000PERS0N005')
  const leave = async () => {
    const body = { verificationCode: demo.verificationCode }
    return (await transmit(server.url, 'POST', '/dashboard/account/delete', headers, body)).statusLine
  }
  expect(await leave()).toBe('503 UNAVAILABLE')
  await client.query('drop trigger fill_disk on users')
  expect(await leave()).toBe('200')
  expect((await server.stop()).code).toBe(0)
})
