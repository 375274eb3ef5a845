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

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

export function deletionRequests(filled: StoreTest, empty: StoreTest): void {
  filled('listDeletionRequests returns only scheduled users, each with the team', async ({ store }) => {
    const sam = { user: sampleRecord('users', 'sam'), team: sampleRecord('teams', 'solo') }
    expect(await store.listDeletionRequests(0, 20)).toStrictEqual({ members: [sam], total: 1 })
  })

  empty('listDeletionRequests orders by time, then by id', async ({ store }) => {
    await store.load(waiting())
    expect(await listIds(store)).toEqual(ordered.map(([id]) => id))
  })

  empty('listDeletionRequests of an empty store is empty', async ({ store }) => {
    expect(await store.listDeletionRequests(0, 20)).toStrictEqual({ members: [], total: 0 })
  })
}

export function deletionPages(empty: StoreTest): void {
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

  empty('the total and every page follow each change of a schedule', async ({ store }) => {
    const timeOf = (nth: number) => `2025-07-1${nth % 4}T0${nth % 3}:30:00.000Z`
    const [loaded, added] = [range(0, 6), range(6, 12)]
    await store.load(dataOf(loaded.map((nth) => account(`user${nth}`, scheduled(timeOf(nth))))))
    for (const nth of added) await store.addAccount(...account(`user${nth}`))
    const times = new Map([...loaded, ...added].map((nth): [string, string | null] => [`user${nth}`, timeOf(nth)]))
    const changed: [string, string | null][] = [
      ['user0', '2025-07-13T02:00:00.000Z'],
      ['user1', null],
      ['user8', null],
    ]
    for (const [id, deletionScheduledAt] of [...[...times].slice(6), ...changed]) {
      await store.changeUser(id, (user) => ({ ...user, deletionScheduledAt }))
      times.set(id, deletionScheduledAt)
    }
    const ids = [...times].filter(([, time]) => time).map(([id, time]) => `${time} ${id}`)
    const sorted = ids.toSorted().map((key) => key.split(' ')[1])
    for (const offset of sorted.keys()) {
      const { members, total } = await store.listDeletionRequests(offset, 3)
      expect(members.map(({ user }) => user.id)).toEqual(sorted.slice(offset, offset + 3))
      expect(total).toBe(10)
    }
  })
}
