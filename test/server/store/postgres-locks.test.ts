/** Locks and conditional writes on PostgreSQL, tested by pausing one store between two statements. */
import pg from 'pg'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { resolution, scheduleDeletion } from '../../../server/domain/rules.ts'
import { openStore } from '../../../server/store/open.ts'
import { emptyData } from '../../../server/store/records.ts'
import type { Store } from '../../../server/store/store.ts'
import { resultOrCode } from '../../../server/store/suite/concurrency.ts'
import { readIncident } from '../../../server/store/suite/incidents.ts'
import { account, noon, sampleData, scheduled, user } from '../../../server/store/suite/sample-data.ts'
import { shareDatabase } from '../../support/postgres/database.ts'
import { openTcpProxy, type TcpProxy } from '../../support/postgres/tcp-proxy.ts'

const database = shareDatabase()
let [url, line]: [string, TcpProxy] = ['', {} as TcpProxy]
/** One store is paused between two statements while the other works. */
let [slow, fast]: [Store, Store] = [{} as Store, {} as Store]

beforeEach(async () => {
  url = await database.empty()
  line = await openTcpProxy(url)
  slow = await openStore(line.url)
  fast = await openStore(url)
  await fast.load(sampleData())
  return async () => {
    line.resume()
    await Promise.all([slow.close(), fast.close()])
    await line.close()
  }
})

/** Resolves to 'waiting' when a session waits for a lock, or to the result of the call if it ends before. */
async function ended(call: Promise<unknown>): Promise<unknown> {
  let over = false
  const end = call.finally(() => {
    over = true
  })
  end.catch(() => {})
  const client = await connected()
  const waiting = 'select from pg_stat_activity where datname = current_database() and wait_event_type = $1'
  while (!over) if ((await client.query(waiting, ['Lock'])).rowCount !== 0) return 'waiting'
  return end
}

/** Starts a call of the slow store and pauses it before a statement; `result` settles after `line.resume()`. */
async function pauseBefore<T>(statement: string, call: () => Promise<T>): Promise<{ result: Promise<T> }> {
  const reached = line.pauseBefore(statement)
  const result = call()
  await reached
  return { result }
}

async function connected(): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const resolve = (cause: string) => resolution(cause, new Date(noon))

it('a resolve between the write and the read of another one is found', async () => {
  await fast.changeIncident('acme', 'acme-open', resolve('first'))
  const { result } = await pauseBefore('select * from "public"."incidents"', () =>
    slow.changeIncident('acme', 'acme-open', resolve('slow')),
  )
  await fast.changeIncident('acme', 'acme-open', { set: { status: 'open', resolvedAt: null } })
  line.resume()
  expect(await result).toMatchObject({ status: 'resolved', cause: 'slow' })
})

it('changeIncident returns undefined after a concurrent removal', async () => {
  const { result } = await pauseBefore('update "public"."incidents"', () =>
    slow.changeIncident('acme', 'acme-open', resolve('slow')),
  )
  await fast.removeIncident('acme', 'acme-open')
  line.resume()
  expect(await result).toBeUndefined()
  expect(await readIncident(fast, 'acme', 'acme-open')).toBeUndefined()
})

it('a member who joins a team waits for an owner who is leaving it', async () => {
  await fast.addAccount(...account('owner'))
  const newcomer = user({ id: 'newcomer', teamId: 'team-of-owner' })
  const { result: left } = await pauseBefore('update "public"."users"', () =>
    slow.changeUser('owner', (owner, others) => scheduleDeletion(owner, others, new Date(noon))),
  )
  const joined = fast.load({ ...emptyData(), users: [newcomer] })
  expect(await ended(joined)).toBe('waiting')
  line.resume()
  expect(await left).toMatchObject({ id: 'owner' })
  await joined
})

it('an owner who is leaving waits for a joining member, and is rejected', async () => {
  await fast.addAccount(...account('owner'))
  const newcomer = user({ id: 'newcomer', teamId: 'team-of-owner' })
  const attempts = [{ key: 'new', count: 1, resetsAt: noon }]
  const { result: joined } = await pauseBefore('insert into "public"."attempts"', () =>
    slow.load({ ...emptyData(), users: [newcomer], attempts }),
  )
  const left = resultOrCode(
    fast.changeUser('owner', (owner, others) => scheduleDeletion(owner, others, new Date(noon))),
  )
  expect(await ended(left)).toBe('waiting')
  line.resume()
  await joined
  expect(await left).toBe('TEAM_HAS_OTHER_MEMBERS')
})

it('a member who joins a team during its deletion waits, and is rejected with the name of the team', async () => {
  const { result: completed } = await pauseBefore('delete from "public"."teams"', () =>
    slow.completeDeletions(noon, 100),
  )
  const joined = fast.load({ ...emptyData(), users: [user({ id: 'newcomer', teamId: 'solo' })] })
  expect(await ended(joined)).toBe('waiting')
  line.resume()
  expect(await completed).toBe(1)
  await expect(joined).rejects.toThrow(/^[^\n]*solo[^\n]*$/)
})

it('completeDeletions keeps a user whose deletion is cancelled concurrently', async () => {
  const { result: completed } = await pauseBefore('select "id" from "public"."teams"', () =>
    slow.completeDeletions(noon, 100),
  )
  await fast.changeUser('sam', (sam) => ({ ...sam, deletionScheduledAt: null }))
  line.resume()
  expect(await completed).toBe(0)
  expect(await fast.findMember('sam')).toBeDefined()
})

it('statistics loaded during the deletion of their monitor are deleted with it', async () => {
  const { result: loaded } = await pauseBefore('insert into "public"."monitor_daily_stats"', () =>
    slow.load({ ...emptyData(), dailyStats: [{ monitorId: 'solo-home', date: '2025-02-01' }] }),
  )
  const completed = fast.completeDeletions(noon, 100)
  await ended(completed)
  line.resume()
  await loaded.catch(() => undefined)
  expect(await completed).toBe(1)
  const { dailyStats } = await fast.dump()
  expect(dailyStats.filter(({ monitorId }) => monitorId === 'solo-home')).toEqual([])
})

it('a monitor loaded again during the deletion of its old statistics keeps its new ones', async () => {
  const { result: completed } = await pauseBefore('delete from "public"."monitor_daily_stats"', () =>
    slow.completeDeletions(noon, 100),
  )
  const dailyStats = [{ monitorId: 'solo-home', date: '2025-02-01' }]
  const back = fast.load({ ...emptyData(), monitors: [{ id: 'solo-home', teamId: 'acme' }], dailyStats })
  expect(await ended(back)).toBe('waiting')
  line.resume()
  expect(await completed).toBe(1)
  await back
  expect((await fast.dump()).dailyStats.filter(({ monitorId }) => monitorId === 'solo-home')).toEqual(dailyStats)
})

it('a deadlock during the deletion of statistics is retried without deleting or counting more users', async () => {
  const [zoe, team] = account('zoe', scheduled(noon))
  await fast.load({ ...emptyData(), users: [zoe], teams: [team] })
  const other = await connected()
  await other.query("set deadlock_timeout = '60s'")
  await other.query('begin')
  const { result: completed } = await pauseBefore('delete from "public"."monitor_daily_stats"', () =>
    slow.completeDeletions(noon, 1),
  )
  // In the opposite order of the store.
  await other.query("delete from monitor_daily_stats where monitor_id = 'solo-home'")
  const crossed = other.query("select id from gone_monitors where id = 'solo-home' for update")
  line.resume()
  await crossed
  await other.query('commit')
  expect(await completed).toBe(1)
  expect(await fast.count()).toMatchObject({ users: 4, teams: 3, dailyStats: 20 })
})
