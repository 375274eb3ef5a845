/** The stores in memory find a page of what is scheduled without the rest. */
import { expect, it } from 'vitest'
import { createTimeline } from '../../../server/store/lowdb/timeline.ts'
import { openStore } from '../../../server/store/open.ts'
import { account } from '../../../server/store/suite/sample-data.ts'
import { createRandom } from '../../support/seeded-random.ts'

const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()

it('Keys that are added and removed in any order are in the order of their times, then of the keys', () => {
  const random = createRandom(7)
  const timeline = createTimeline()
  const entries: { time: string; key: string }[] = []
  for (let step = 0; step < 3_000; step++) {
    if (entries.length > 0 && random() < 0.4) {
      const [removed] = entries.splice(Math.floor(random() * entries.length), 1)
      if (removed) timeline.remove(removed.time, removed.key)
    } else {
      const entry = { time: at(Math.floor(random() * 50)), key: `k${step}` }
      entries.push(entry)
      timeline.add(entry.time, entry.key)
    }
    if (random() < 0.9) continue
    const sorted = entries.toSorted((a, b) => (a.time + a.key < b.time + b.key ? -1 : 1))
    const keysOf = (some: typeof entries) => some.map(({ key }) => key)
    expect(timeline.size()).toBe(entries.length)
    expect(timeline.slice(3, 5)).toEqual(keysOf(sorted.slice(3, 8)))
    expect(timeline.until(at(20), 7)).toEqual(keysOf(sorted.filter(({ time }) => time <= at(20)).slice(0, 7)))
  }
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
    expect(Math.min(...times)).toBeLessThan(5)
  }
})
