/** Tests of `dump` and `count`. */
import { expect } from 'vitest'
import { type Data, emptyData } from '../records.ts'
import { callConcurrently } from './concurrency.ts'
import { writeCalls } from './sample-calls.ts'
import { account, dataOf, incident, sampleData } from './sample-data.ts'
import type { StoreTest } from './store-test.ts'

type Keyed = { id?: string; key?: string; monitorId?: string | null; date?: string }
const keyOf = ({ id, key, monitorId, date }: Keyed) => id ?? key ?? `${monitorId} ${date}`

/** Sorts each collection by its key. */
export function ordered(data: Data): Data {
  const sorted = Object.entries(data).map(([name, records]) => [
    name,
    records.toSorted((a: Keyed, b: Keyed) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  ])
  return Object.fromEntries(sorted)
}

const reversed = (data: Data): Data =>
  Object.fromEntries(Object.entries(data).map(([name, records]) => [name, records.toReversed()])) as unknown as Data

export function dump(empty: StoreTest): void {
  empty.for([sampleData(), reversed(sampleData())])(
    'dump returns all loaded records sorted by key, for any load order',
    async (data, { store }) => {
      await store.load(data)
      expect(await store.dump()).toStrictEqual(ordered(sampleData()))
    },
  )

  empty('dump sorts keys by code point', async ({ store }) => {
    const ids = ['10', '9', 'Bob', '_', 'a', 'a-b', 'ab', 'alice', 'é']
    const incidents = ids.map((id) => incident({ id, teamId: 'team-of-a' }))
    const attempts = ids.map((key) => ({ key, count: 1, resetsAt: '2025-06-15T12:15:00.000Z' }))
    await store.load(reversed({ ...dataOf(ids.map((id) => account(id))), incidents, attempts }))
    const dumped = await store.dump()
    for (const records of [dumped.users, dumped.incidents]) expect(records.map(({ id }) => id)).toEqual(ids)
    expect(dumped.teams.map(({ id }) => id)).toEqual(ids.map((id) => `team-of-${id}`))
    expect(dumped.attempts.map(({ key }) => key)).toEqual(ids)
  })

  empty('dump returns e-mails in lower case', async ({ store }) => {
    const [user, team] = account('new', { email: 'New@Example.Com' })
    await store.load({ ...emptyData(), teams: [team], users: [user] })
    await store.addAccount(...account('other', { email: 'OTHER@example.com' }))
    const { users } = await store.dump()
    expect(users.map(({ email }) => email)).toEqual(['new@example.com', 'other@example.com'])
  })
}

export function counts(filled: StoreTest, empty: StoreTest): void {
  empty('dump and count of an empty store are empty', async ({ store }) => {
    expect(await store.dump()).toStrictEqual(emptyData())
    expect(Object.values(await store.count())).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  filled('count matches dump after each kind of write', async ({ store }) => {
    for (const call of [async () => undefined, ...Object.values(writeCalls)]) {
      await call(store)
      const lengths = Object.entries(await store.dump()).map(([name, records]) => [name, records.length])
      expect(await store.count()).toStrictEqual(Object.fromEntries(lengths))
    }
    expect(await store.count()).toStrictEqual({
      teams: 4,
      users: 5,
      services: 4,
      monitors: 4,
      incidents: 2,
      dailyStats: 12,
      attempts: 0,
    })
  })

  filled('dump is a consistent snapshot: every user has a team and every team a user', async ({ store }) => {
    const dumps = await callConcurrently(store, 40, async (i) => {
      if (i % 4 === 0) return store.dump()
      await store.addAccount(...account(`new${i}`))
    })
    for (const dumped of [...dumps, await store.dump()]) {
      const teamIds = dumped?.teams.map(({ id }) => id) ?? []
      expect(new Set(dumped?.users.map(({ teamId }) => teamId))).toEqual(new Set(teamIds))
    }
  })
}
