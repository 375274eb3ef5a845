/** What a store owes about the listing of scheduled deletions. */
import { expect, it } from 'vitest'
import { type Data, emptyData } from '../records.ts'
import type { Store } from '../store.ts'
import type { Use } from './index.ts'
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

export function listing(filled: Use, empty: Use): void {
  it(
    'only scheduled users are listed, each with the team, every field as it was',
    filled(async (store) => {
      const sam = { user: sampleRecord('users', 'sam'), team: sampleRecord('teams', 'solo') }
      expect(await store.listDeletionRequests(0, 20)).toStrictEqual({ members: [sam], total: 1 })
    }),
  )

  it(
    'the listing is ordered by time, then by id',
    empty(async (store) => {
      await store.load(waiting())
      expect(await listIds(store)).toEqual(ordered.map(([id]) => id))
    }),
  )

  it.each([
    [0, 1],
    [0, 3],
    [3, 3],
    [6, 3],
    [6, 1],
    [0, 7],
    [0, 8],
    [7, 3],
    [99_999_900, 100],
  ])('from %i on, at most %i are listed, and the total stays', { tags: ['P25'] }, (offset, limit) =>
    empty(async (store) => {
      await store.load(waiting())
      const { members, total } = await store.listDeletionRequests(offset, limit)
      expect(members.map(({ user }) => user.id)).toEqual(ordered.slice(offset, offset + limit).map(([id]) => id))
      expect(total).toBe(7)
    })(),
  )

  it(
    'pages of users who are all scheduled for the same time join without a gap and without anybody twice',
    empty(async (store) => {
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
    }),
  )

  it(
    'an empty store has an empty listing',
    empty(async (store) => {
      expect(await store.listDeletionRequests(0, 20)).toStrictEqual({ members: [], total: 0 })
    }),
  )

  it(
    'whoever changes a listing changes nothing in the store',
    filled(async (store) => {
      const { members } = await store.listDeletionRequests(0, 20)
      for (const { user, team } of members) {
        user.name = 'Spoilt'
        team.plan = 'enterprise'
      }
      expect(await store.findMember('sam')).toStrictEqual({
        user: sampleRecord('users', 'sam'),
        team: sampleRecord('teams', 'solo'),
      })
    }),
  )
}
