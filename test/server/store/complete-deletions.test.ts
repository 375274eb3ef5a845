/** The SQL stores delete the statistics of deleted monitors in steps that can be interrupted. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyData } from '../../../server/store/records.ts'
import { openSqlStore } from '../../../server/store/sql/store.ts'
import type { Store } from '../../../server/store/store.ts'
import { noon, oneMsBeforeNoon, sampleData } from '../../../server/store/suite/sample-data.ts'
import { type OpenedEngine, shareEngines } from './sql-drivers.ts'

const { openSqlite, openPostgres } = shareEngines()

describe.each([
  ['SQLite', openSqlite],
  ['PostgreSQL', openPostgres],
])('%s', (_, open) => {
  let [opened, store]: [OpenedEngine, Store] = [{} as OpenedEngine, {} as Store]
  beforeEach(async () => {
    opened = await open()
    store = await openSqlStore(opened.engine)
    await store.load(sampleData())
  })
  afterEach(() => store.close().finally(() => opened.remove()))

  /** Creates the state after a kill between two steps. */
  async function interrupt(monitorIds: string[], days: string[]): Promise<void> {
    for (const id of monitorIds) {
      await opened.run(`insert into gone_monitors values ('${id}')`)
      for (const day of days) await opened.run(`insert into monitor_daily_stats values ('${id}', '${day}')`)
    }
  }
  const daysOf = async (id: string) => (await store.dump()).dailyStats.filter(({ monitorId }) => monitorId === id)

  it('the next run completes an interrupted one, even if no user is due', async () => {
    const ids = Array.from({ length: 25 }, (_, i) => `gone${i}`)
    await interrupt(ids, ['2025-01-01', '2025-01-02'])
    expect(await store.count()).toMatchObject({ dailyStats: 25 + 50 })
    expect(await store.completeDeletions(oneMsBeforeNoon, 100)).toBe(0)
    expect((await store.dump()).dailyStats).toHaveLength(25)
    expect(await opened.run('select * from gone_monitors')).toEqual([])
  })

  it('a monitor loaded again has its new statistics only', async () => {
    await interrupt(['again'], ['2025-01-01', '2025-01-02'])
    const dailyStats = [{ monitorId: 'again', date: '2025-01-02' }]
    await store.load({ ...emptyData(), monitors: [{ id: 'again', teamId: 'acme' }], dailyStats })
    expect(await daysOf('again')).toEqual(dailyStats)
    await store.completeDeletions(noon, 100)
    expect(await daysOf('again')).toEqual(dailyStats)
  })

  it('a team is deleted even if a monitor with the same id was deleted before', async () => {
    await interrupt(['solo-home'], ['2025-02-01'])
    expect(await store.completeDeletions(noon, 100)).toBe(1)
    expect(await daysOf('solo-home')).toEqual([])
    expect(await opened.run('select * from gone_monitors')).toEqual([])
  })
})
