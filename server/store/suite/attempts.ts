/** Tests of attempt counters. */
import { expect } from 'vitest'
import { noon, oneMsAfterNoon, oneMsBeforeNoon, unknownKeys } from './sample-data.ts'
import type { StoreTest } from './store-test.ts'

const end = '2025-06-15T12:15:00.000Z'
const nextEnd = '2025-06-15T12:30:00.000Z'

export function attempts(filled: StoreTest): void {
  filled('countAttempt counts each key separately and keeps the end of the window', async ({ store }) => {
    expect(await store.countAttempt('a', noon, end)).toStrictEqual({ key: 'a', count: 1, resetsAt: end })
    expect(await store.countAttempt('a', noon, nextEnd)).toStrictEqual({ key: 'a', count: 2, resetsAt: end })
    expect(await store.countAttempt('A', noon, end)).toStrictEqual({ key: 'A', count: 1, resetsAt: end })
    expect(await store.countAttempt('a', noon, nextEnd)).toStrictEqual({ key: 'a', count: 3, resetsAt: end })
    expect(await store.countAttempt('gus@example.com', noon, nextEnd)).toMatchObject({ count: 4, resetsAt: end })
  })

  filled('a new window starts exactly at the end of the old one, not a millisecond earlier', async ({ store }) => {
    await store.countAttempt('a', oneMsBeforeNoon, noon)
    expect(await store.countAttempt('a', oneMsBeforeNoon, end)).toMatchObject({ count: 2, resetsAt: noon })
    expect(await store.countAttempt('a', noon, end)).toMatchObject({ count: 1, resetsAt: end })
    expect(await store.countAttempt('a', noon, nextEnd)).toMatchObject({ count: 2, resetsAt: end })
  })

  filled('findAttempts returns the counter of a key and counts nothing', async ({ store }) => {
    const counted = await store.countAttempt('a', noon, end)
    expect([await store.findAttempts('a'), await store.findAttempts('a')]).toStrictEqual([counted, counted])
    expect(await store.findAttempts('never counted')).toBeUndefined()
  })

  filled('countAttempt accepts any text as a key', async ({ store }) => {
    for (const key of unknownKeys) {
      expect(await store.countAttempt(key, noon, end)).toStrictEqual({ key, count: 1, resetsAt: end })
      expect(await store.countAttempt(key, noon, end)).toStrictEqual({ key, count: 2, resetsAt: end })
    }
  })
}

export function attemptEnds(filled: StoreTest): void {
  filled(
    'findMember and changeUser return the marks that end the sessions of all and of the user',
    async ({ store }) => {
      const marks = async (id: string) => {
        const found = (await store.findMember(id))?.sessionMarks
        await store.changeUser(id, (user, _, sessionMarks) => {
          expect(sessionMarks).toStrictEqual(found ?? ['', ''])
          return user
        })
        return found
      }
      await store.countAttempt('sessions gus', noon, nextEnd)
      expect(await marks('ann')).toBeUndefined()
      await store.countAttempt('sessions ann', noon, end)
      expect(await marks('ann')).toStrictEqual(['', end])
      await store.countAttempt('sessions', noon, nextEnd)
      expect(await marks('ann')).toStrictEqual([nextEnd, end])
      expect(await marks('bea')).toStrictEqual([nextEnd, ''])
    },
  )

  filled('forgetAttempts resets one key and no other', async ({ store }) => {
    for (const key of ['a', 'b', 'a b']) await store.countAttempt(key, noon, end)
    await store.forgetAttempts('a')
    await store.forgetAttempts('never counted')
    expect(await store.countAttempt('a', noon, end)).toMatchObject({ count: 1 })
    expect(await store.countAttempt('b', noon, end)).toMatchObject({ count: 2 })
    expect(await store.countAttempt('a b', noon, end)).toMatchObject({ count: 2 })
  })

  filled(
    'dropAttempts deletes counters of ended windows and keeps one that ends a millisecond later',
    async ({ store }) => {
      await store.countAttempt('over', oneMsBeforeNoon, noon)
      await store.countAttempt('running', oneMsBeforeNoon, oneMsAfterNoon)
      await store.dropAttempts(noon)
      // A kept counter continues when counted at a time inside its window.
      expect(await store.countAttempt('over', oneMsBeforeNoon, end)).toMatchObject({ count: 1, resetsAt: end })
      expect(await store.countAttempt('running', oneMsBeforeNoon, end)).toMatchObject({ count: 2 })
    },
  )

  filled(
    'probe leaves an expired counter, however often it is called, and changes no other record',
    async ({ store }) => {
      const { attempts: before, ...others } = await store.dump()
      for (let count = 0; count < 3; count++) await store.probe()
      const { attempts, ...now } = await store.dump()
      expect(now).toStrictEqual(others)
      const known = new Set(before.map(({ key }) => key))
      expect(attempts.filter(({ key }) => known.has(key))).toStrictEqual(before)
      const left = attempts.filter(({ key }) => !known.has(key))
      expect(left).toHaveLength(1)
      for (const { resetsAt } of left) expect(Date.parse(resetsAt)).toBeLessThanOrEqual(Date.now())
    },
  )
}
