/** SQLite adds thousands of records to a store in use in steps: beside other calls, and to be resumed after a failure. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyData } from '../../../server/store/records.ts'
import { openSqlStore } from '../../../server/store/sql/store.ts'
import type { Store } from '../../../server/store/store.ts'
import { noon, sampleData } from '../../../server/store/suite/sample-data.ts'
import { type OpenedEngine, openSqlite } from './sql-drivers.ts'

let [opened, store]: [OpenedEngine, Store] = [{} as OpenedEngine, {} as Store]
beforeEach(async () => {
  opened = await openSqlite()
  store = await openSqlStore(opened.engine)
  await store.load(sampleData())
})
afterEach(() => store.close().finally(() => opened.remove()))

const monitors = Array.from({ length: 2_000 }, (_, i) => ({ id: `monitor${i}`, teamId: 'acme' }))
const dailyStats = monitors.map(({ id }) => ({ monitorId: id, date: '2025-01-01' }))
const many = { ...emptyData(), dailyStats, monitors }
const added = async () => {
  const { monitors, dailyStats } = await store.count()
  return monitors - sampleData().monitors.length + dailyStats - sampleData().dailyStats.length
}

it('other calls are answered during a load', async () => {
  const loading = store.load(many)
  while ((await added()) === 0) await new Promise(setImmediate)
  await store.countAttempt('key', noon, noon)
  await store.changeUser('ann', (ann) => ({ ...ann, name: 'Changed' }))
  expect(await added()).toBeLessThan(4_000)
  await loading
  expect(await added()).toBe(4_000)
})

it.each([
  ['two records with one id', { monitors: [...monitors, { id: 'monitor7', teamId: 'acme' }] }, /"monitor7" twice/],
  ['a stored record', { dailyStats: [...dailyStats, ...sampleData().dailyStats] }, /^dailyStats have "\S+ \S+" twice/],
  ['a missing owner', { dailyStats: [...dailyStats, { monitorId: 'none', date: '2025-01-01' }] }, /"none", which is/],
  [
    'a missing team',
    { services: [{ id: 'service', teamId: 'none', monitorIds: [] }] },
    /"none", which is not in teams/,
  ],
])('a load with %s at its end adds nothing', async (_, fault, named) => {
  await expect(store.load({ ...many, ...fault })).rejects.toThrow(named)
  expect(await added()).toBe(0)
})

it('a load that fails in the middle keeps what it has added, and is finished by a load with resume', async () => {
  await opened.run(`create trigger fail before insert on monitor_daily_stats when new.monitor_id = 'monitor1300'
    begin select raise(abort, 'failed'); end`)
  await expect(store.load(many)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  expect(await added()).toBe(2_000 + 1_250)
  await expect(store.load(many)).rejects.toThrow('monitors have "monitor0" twice')
  await opened.run('drop trigger fail')
  await store.load(many, true)
  expect(await added()).toBe(4_000)
  await store.load(many, true)
  expect(await added()).toBe(4_000)
})

it('a load adds no statistics of a monitor that is deleted meanwhile', async () => {
  await opened.run(`create trigger remove after insert on monitors when new.id = 'monitor1999'
    begin delete from monitors where id = 'monitor700'; end`)
  await expect(store.load(many)).rejects.toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    cause: { message: 'dailyStats belong to "monitor700", which is not in monitors' },
  })
  expect(await added()).toBe(1_999 + 500)
})

it('a load ends early when the store closes', async () => {
  const loading = store.load(many)
  loading.catch(() => {})
  while ((await added()) === 0) await new Promise(setImmediate)
  await store.close()
  await expect(loading).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
})
