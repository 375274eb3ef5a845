/** The stores in memory find a page of what is scheduled without the rest. */
import { array, assert, boolean, nat, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import { createTimeline } from '../../../server/store/lowdb/timeline.ts'
import { openStore } from '../../../server/store/open.ts'
import { account } from '../../../server/store/suite/sample-data.ts'

const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()

it('Keys that are added and removed in any order are in the order of their times, then of the keys', () => {
  const steps = array(record({ removes: boolean(), time: nat(50), place: nat() }), { maxLength: 200, size: 'max' })
  const ordered = property(steps, nat(20), (all, from) => {
    const timeline = createTimeline()
    const entries: { time: string; key: string }[] = []
    for (const [n, { removes, time, place }] of all.entries()) {
      if (removes && entries.length > 0) {
        const [{ time, key }] = entries.splice(place % entries.length, 1) as [(typeof entries)[0]]
        timeline.remove(time, key)
      } else {
        entries.push({ time: at(time), key: `k${n}` })
        timeline.add(at(time), `k${n}`)
      }
    }
    const sorted = entries.toSorted((a, b) => (a.time + a.key < b.time + b.key ? -1 : 1))
    const keysOf = (some: typeof entries) => some.map(({ key }) => key)
    expect(timeline.size()).toBe(entries.length)
    expect(timeline.slice(from, 5)).toEqual(keysOf(sorted.slice(from, from + 5)))
    expect(timeline.until(at(20), 7)).toEqual(keysOf(sorted.filter(({ time }) => time <= at(20)).slice(0, 7)))
  })
  assert(ordered, { numRuns: 200 })
})

it('A page of 40,000 scheduled deletions takes as long at the end as at the start: some milliseconds', async () => {
  const store = await openStore('memory:')
  const [user, team] = account('new')
  const users = Array.from({ length: 40_000 }, (_, n) => {
    const time = at((n * 7_919) % 40_000)
    const key = String(n).padStart(6, '0')
    return { ...user, id: key, email: `${key}@x.example`, deletionRequestedAt: at(0), deletionScheduledAt: time }
  })
  const none = { services: [], monitors: [], incidents: [], dailyStats: [], attempts: [] }
  await store.load({ ...none, teams: [team], users })
  const cpuOf = async (offset: number) => {
    const before = process.cpuUsage()
    const { members, total } = await store.listDeletionRequests(offset, 100)
    const { user, system } = process.cpuUsage(before)
    expect([members.length, total, members[0]?.user.deletionScheduledAt]).toEqual([100, 40_000, at(offset)])
    return (user + system) / 1_000
  }
  await cpuOf(0)
  for (const offset of [0, 20_000, 39_900]) {
    const times = [await cpuOf(offset), await cpuOf(offset), await cpuOf(offset)]
    expect(Math.min(...times)).toBeLessThan(15)
  }
})
