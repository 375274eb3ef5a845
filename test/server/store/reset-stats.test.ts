/** The SQL stores reset many statistics in steps: counted exactly, beside other calls, and repeatable after a failure. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyData } from '../../../server/store/records.ts'
import { openSqlStore } from '../../../server/store/sql/store.ts'
import type { Store } from '../../../server/store/store.ts'
import { noon, sampleData } from '../../../server/store/suite/sample-data.ts'
import { type OpenedEngine, shareEngines } from './sql-drivers.ts'

const { openSqlite, openPostgres } = shareEngines()

/** 32,000 days from 1915-01-01 for one monitor, and 20 for each of 60 others: more than two steps. */
const fill = (day: string) => `insert into monitor_daily_stats
  with recursive days (n) as (select 0 union all select n + 1 from days where n < 31999)
  select monitors.id, ${day} from days join monitors on monitors.id = 'long' or (monitors.id like 'short%' and n < 20)`
const rows = 32_000 + 60 * 20

describe.each([
  ['SQLite', openSqlite, fill(`date('1915-01-01', '+' || n || ' days')`)],
  ['PostgreSQL', openPostgres, fill(`to_char(date '1915-01-01' + n, 'YYYY-MM-DD')`)],
])('%s', (_, open, sql) => {
  let [opened, store]: [OpenedEngine, Store] = [{} as OpenedEngine, {} as Store]
  beforeEach(async () => {
    opened = await open()
    store = await openSqlStore(opened.engine)
    await store.load(sampleData())
    const monitorIds = ['long', ...Array.from({ length: 60 }, (_, i) => `short${i}`)]
    const monitors = monitorIds.map((id) => ({ id, teamId: 'acme' }))
    await store.load({ ...emptyData(), monitors, services: [{ id: 'all', teamId: 'acme', monitorIds }] })
    await opened.run(sql)
  })
  afterEach(() => store.close().finally(() => opened.remove()))

  const left = async () => (await store.count()).dailyStats - sampleData().dailyStats.length
  const reset = () => store.resetServiceStats('acme', 'all', undefined)

  it('resets of thousands of rows before a day delete and count exactly those, and count none again', async () => {
    let deleted = 0
    for (const [before, count] of [
      ['1915-01-01', 0],
      ['1915-01-21', 61 * 20],
      ['1997-02-19', 30_000 - 20],
      [undefined, rows - 61 * 20 - 29_980],
    ] as const) {
      expect(await store.resetServiceStats('acme', 'all', before)).toBe(count)
      deleted += count
      expect(await left()).toBe(rows - deleted)
      expect(await store.resetServiceStats('acme', 'all', before)).toBe(0)
    }
  })

  it('concurrent resets count each row once, and each ends with no row left', async () => {
    await store.findMember('ann')
    const ended = Array.from({ length: 4 }, async () => ({ deleted: await reset(), left: await left() }))
    const results = await Promise.all(ended)
    expect(results.map((result) => result.left)).toEqual([0, 0, 0, 0])
    expect(results.reduce((sum, { deleted }) => sum + Number(deleted), 0)).toBe(rows)
  })

  it('others read and write during a reset', async () => {
    const events: string[] = []
    const ended = reset().then(() => events.push('reset'))
    for (let i = 0; i < 5; i++) {
      await store.findMember('ann')
      await store.countAttempt('key', noon, noon)
      events.push('others')
      await store.changeUser('ann', (ann) => ({ ...ann, name: `${i}` }))
    }
    await ended
    expect(events[0]).toBe('others')
    expect(await left()).toBe(0)
  })

  it('a reset ends early when the store closes, and keeps the rest', async () => {
    const ended = expect(reset()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    while ((await left()) === rows) await new Promise(setImmediate)
    await store.close()
    await ended
    const [[rest] = []] = await opened.run('select count(*) from monitor_daily_stats')
    expect(Number(rest)).toBeGreaterThan(sampleData().dailyStats.length)
  })

  it('a reset that fails in the middle keeps the rest, which a repetition deletes and counts', async () => {
    const failing = `create trigger fail before delete on monitor_daily_stats`
    const atLong = `old.monitor_id = 'long' and old.date > '1999-01-01'`
    if (opened.engine.rowLocks) {
      await opened.run(`create or replace function fail() returns trigger language plpgsql as
        $$ begin if ${atLong} then raise exception using errcode = '57014'; end if; return old; end $$`)
      await opened.run(`${failing} for each row execute function fail()`)
    } else {
      await opened.run(`${failing} when ${atLong} begin select raise(abort, 'failed'); end`)
    }
    await expect(reset()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    const rest = await left()
    expect(rest).toBeGreaterThan(1000)
    expect(rest).toBeLessThan(rows)
    await opened.run(`drop trigger fail ${opened.engine.rowLocks ? 'on monitor_daily_stats' : ''}`)
    expect(await reset()).toBe(rest)
    expect(await left()).toBe(0)
  })
})
