/** The store on lowdb when a write does not reach the disk. */
import { expect, it } from 'vitest'
import { openLowdbStore } from '../../../server/store/lowdb/store.ts'
import { writeCalls } from '../../../server/store/suite/sample-calls.ts'
import { sampleData } from '../../../server/store/suite/sample-data.ts'

/** A store with the sample data, and a disk that can fail. */
async function openOnDisk() {
  const disk = { fails: false }
  const store = await openLowdbStore({
    read: async () => null,
    async write() {
      if (disk.fails) throw new Error('the disk is full')
    },
  })
  await store.load(sampleData())
  return { disk, store }
}

it.each(Object.entries(writeCalls))(
  '%s leaves no trace if it is not written, and works afterwards',
  async (_, call) => {
    const { disk, store } = await openOnDisk()
    const { store: other } = await openOnDisk()
    for (let count = 0; count < 2; count++) {
      disk.fails = true
      await expect(call(store)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      disk.fails = false
      expect(await store.dump()).toStrictEqual(await other.dump())
    }
    await call(store)
    await call(other)
    expect(await store.dump()).toStrictEqual(await other.dump())
  },
)

it('Every write together leaves no trace if none is written, and each record is found afterwards', async () => {
  const { disk, store } = await openOnDisk()
  const before = await store.dump()
  disk.fails = true
  const results = await Promise.allSettled(Object.values(writeCalls).map((call) => call(store)))
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']))
  disk.fails = false
  expect(await store.dump()).toStrictEqual(before)
  for (const { id, email, teamId } of before.users) {
    expect(await store.findUser(email)).toMatchObject({ id })
    expect(await store.findMember(id)).toMatchObject({ user: { id }, team: { id: teamId } })
  }
  for (const { id, teamId } of before.monitors) expect(await store.resetMonitorStats(teamId, id, undefined)).toBe(5)
})

it('A call that changes nothing needs no disk', async () => {
  const { disk, store } = await openOnDisk()
  disk.fails = true
  expect(await store.completeDeletions('2020-01-01T00:00:00.000Z', 10)).toBe(0)
  await store.dropAttempts('2020-01-01T00:00:00.000Z')
  await store.forgetAttempts('unknown@example.com')
  expect(await store.changeTeam('unknown', (team) => team)).toBeUndefined()
  expect(await store.changeUser('unknown', (user) => user)).toBeUndefined()
  expect(await store.changeIncident('globex', 'acme-open', { set: {} })).toBeUndefined()
  expect(await store.removeIncident('globex', 'acme-open')).toBeUndefined()
  expect(await store.resetMonitorStats('globex', 'acme-cart', undefined)).toBeUndefined()
  expect(await store.resetServiceStats('globex', 'acme-shop', undefined)).toBeUndefined()
  await expect(store.countAttempt('unknown@example.com', '2025-06-15T12:00:00.000Z', '')).rejects.toThrow()
})

it('A probe fails where a write would', async () => {
  const { disk, store } = await openOnDisk()
  await store.probe()
  disk.fails = true
  await expect(store.probe()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  disk.fails = false
  await store.probe()
})
