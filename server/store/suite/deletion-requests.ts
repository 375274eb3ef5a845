/** What a store owes about the listing of scheduled deletions. */
import { expect } from 'vitest'
import { type Data, emptyData } from '../records.ts'
import type { Store } from '../store.ts'
import type { StoreTest } from './index.ts'
import { account, noon, oneMsAfterNoon, oneMsBeforeNoon, sampleRecord, scheduled } from './sample-data.ts'

/** In the order of the listing: by time, then by id, letter by letter as the code points are. */
const ordered = [
  ['z', oneMsBeforeNoon],
  ['10', noon],
  ['9', noon],
  ['Bob', noon],
  ['_', noon],
  ['alice', noon],
  ['a', oneMsAfterNoon],
] as const

/** Accounts in another order than the listing's, and one that is not scheduled. */
export function waiting(): Data {
  const shuffled = [5, 2, 6, 0, 4, 1, 3].map((at) => ordered[at]).filter((entry) => entry !== undefined)
  const accounts = shuffled.map(([id, time]) => account(id, scheduled(time)))
  const all = [...accounts, account('staying')]
  return { ...emptyData(), users: all.map(([user]) => user), teams: all.map(([, team]) => team) }
}

export async function listIds(store: Store): Promise<string[]> {
  const { members, total } = await store.listDeletionRequests(0, 1000)
  expect(total).toBe(members.length)
  return members.map(({ user }) => user.id)
}

export function deletionRequests(filled: StoreTest, empty: StoreTest): void {
  filled('only scheduled users are listed, each with the team, every field as it was', async ({ store }) => {
    const sam = { user: sampleRecord('users', 'sam'), team: sampleRecord('teams', 'solo') }
    expect(await store.listDeletionRequests(0, 20)).toStrictEqual({ members: [sam], total: 1 })
  })

  empty('the listing is ordered by time, then by id', async ({ store }) => {
    await store.load(waiting())
    expect(await listIds(store)).toEqual(ordered.map(([id]) => id))
  })

  empty.for<[number, number]>([
    [0, 1],
    [0, 3],
    [3, 3],
    [6, 3],
    [6, 1],
    [0, 7],
    [0, 8],
    [7, 3],
    [99_999_900, 100],
  ])(
    'from %i on, at most %i are listed, and the total stays',
    { tags: ['P25'] },
    async ([offset, limit], { store }) => {
      await store.load(waiting())
      const { members, total } = await store.listDeletionRequests(offset, limit)
      expect(members.map(({ user }) => user.id)).toEqual(ordered.slice(offset, offset + limit).map(([id]) => id))
      expect(total).toBe(7)
    },
  )

  empty(
    'pages of users who are all scheduled for the same time join without a gap and without anybody twice',
    async ({ store }) => {
      const ids = Array.from({ length: 25 }, (_, i) => `${i % 2 === 0 ? 'user' : 'User'}${i}`)
      const accounts = ids.map((id) => account(id, scheduled(noon)))
      await store.load({
        ...emptyData(),
        users: accounts.map(([user]) => user),
        teams: accounts.map(([, team]) => team),
      })
      const pages = await Promise.all([0, 10, 20, 30].map((offset) => store.listDeletionRequests(offset, 10)))
      expect(pages.map(({ members }) => members.length)).toEqual([10, 10, 5, 0])
      expect(pages.map(({ total }) => total)).toEqual([25, 25, 25, 25])
      expect(pages.flatMap(({ members }) => members).map(({ user }) => user.id)).toEqual(ids.toSorted())
    },
  )

  empty('an empty store has an empty listing', async ({ store }) => {
    expect(await store.listDeletionRequests(0, 20)).toStrictEqual({ members: [], total: 0 })
  })

  filled('whoever changes a listing changes nothing in the store', async ({ store }) => {
    const { members } = await store.listDeletionRequests(0, 20)
    for (const { user, team } of members) {
      user.name = 'Spoilt'
      team.plan = 'enterprise'
    }
    expect(await store.findMember('sam')).toStrictEqual({
      user: sampleRecord('users', 'sam'),
      team: sampleRecord('teams', 'solo'),
    })
  })
}
