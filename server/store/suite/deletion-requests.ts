/** Tests of the list of scheduled deletions. */
import { expect } from 'vitest'
import type { Data } from '../records.ts'
import type { Store } from '../store.ts'
import { promise } from './promise.ts'
import { account, dataOf, noon, oneMsAfterNoon, oneMsBeforeNoon, sampleRecord, scheduled } from './sample-data.ts'
import type { StoreTest } from './store-test.ts'

/** Users in the order of the list: by time, then by the code points of the id. */
const ordered = [
  ['z', oneMsBeforeNoon],
  ['10', noon],
  ['9', noon],
  ['Bob', noon],
  ['_', noon],
  ['alice', noon],
  ['a', oneMsAfterNoon],
] as const

/** The same users in another order, and one who is not scheduled. */
export function waiting(): Data {
  const shuffled = [5, 2, 6, 0, 4, 1, 3].map((at) => ordered[at]).filter((entry) => entry !== undefined)
  const accounts = shuffled.map(([id, time]) => account(id, scheduled(time)))
  return dataOf([...accounts, account('staying')])
}

export async function listIds(store: Store): Promise<string[]> {
  const { members, total } = await store.listDeletionRequests(0, 1000)
  expect(total).toBe(members.length)
  return members.map(({ user }) => user.id)
}

export function deletionRequests(filled: StoreTest, empty: StoreTest): void {
  filled('listDeletionRequests returns only scheduled users, each with the team', async ({ store }) => {
    const sam = { user: sampleRecord('users', 'sam'), team: sampleRecord('teams', 'solo') }
    expect(await store.listDeletionRequests(0, 20)).toStrictEqual({ members: [sam], total: 1 })
  })

  empty('listDeletionRequests orders by time, then by id', async ({ store }) => {
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
    'offset %i with limit %i returns that page and the full total',
    promise('P25'),
    async ([offset, limit], { store }) => {
      await store.load(waiting())
      const { members, total } = await store.listDeletionRequests(offset, limit)
      expect(members.map(({ user }) => user.id)).toEqual(ordered.slice(offset, offset + limit).map(([id]) => id))
      expect(total).toBe(7)
    },
  )

  empty('pages of users scheduled for the same time have no gaps and no duplicates', async ({ store }) => {
    const ids = Array.from({ length: 25 }, (_, i) => `${i % 2 === 0 ? 'user' : 'User'}${i}`)
    await store.load(dataOf(ids.map((id) => account(id, scheduled(noon)))))
    const pages = await Promise.all([0, 10, 20, 30].map((offset) => store.listDeletionRequests(offset, 10)))
    expect(pages.map(({ members }) => members.length)).toEqual([10, 10, 5, 0])
    expect(pages.map(({ total }) => total)).toEqual([25, 25, 25, 25])
    expect(pages.flatMap(({ members }) => members).map(({ user }) => user.id)).toEqual(ids.toSorted())
  })

  empty('listDeletionRequests of an empty store is empty', async ({ store }) => {
    expect(await store.listDeletionRequests(0, 20)).toStrictEqual({ members: [], total: 0 })
  })

  filled('modifying a returned list changes nothing in the store', async ({ store }) => {
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
