/** The purge job deletes accounts exactly after 30 x 24 hours, completely, and runs periodically. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { scheduleDeletion } from '../../../server/domain/rules.ts'
import { type PurgeOutcome, purge as purgeWith, schedulePurge } from '../../../server/jobs/purge.ts'
import { createLog } from '../../../server/ops/log.ts'
import { openStore } from '../../../server/store/open.ts'
import type { DeletedUser, Store } from '../../../server/store/store.ts'
import { account, dataOf, noon, scheduled } from '../../../server/store/suite/sample-data.ts'
import { wrapCalls } from '../../../server/store/wrap-calls.ts'
import { makeDatabase } from '../../support/postgres/database.ts'

const grace = 30 * 24 * 60 * 60 * 1000
const at = (time: number) => new Date(time)
const now = new Date(noon)

let store: Store
const purge = (on: Store, now: Date) => purgeWith(on, now, { max: 1_000 })
beforeEach(async () => {
  store = await openStore('memory:')
})
afterEach(() => store.close())

async function addDue(count: number, time = noon): Promise<void> {
  await store.load(dataOf(Array.from({ length: count }, (_, i) => account(`due${i}`, scheduled(time)))))
}

const countWaiting = async () => (await store.listDeletionRequests(0, 1)).total

/** What the log says of a failed purge. */
function loggedCause(error: unknown): string {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  createLog({ level: 'info', destination }).purge({ error })
  return JSON.parse(lines.join('')).cause
}

describe('purge', () => {
  it.each([noon, '2025-03-29T23:30:00.123Z', '2024-02-01T00:00:00.001Z'])(
    'an account whose deletion was requested at %s is deleted exactly 30 x 24 hours later',
    async (time) => {
      const requestedAt = Date.parse(time)
      await store.addAccount(...account('leaver'))
      const user = await store.changeUser('leaver', (user, others) => scheduleDeletion(user, others, at(requestedAt)))
      expect(user?.deletionScheduledAt).toBe(at(requestedAt + grace).toISOString())
      expect(await purge(store, at(requestedAt + grace - 1))).toBe(0)
      expect(await store.findMember('leaver')).toBeDefined()
      expect(await purge(store, at(requestedAt + grace))).toBe(1)
      expect(await store.isEmpty()).toBe(true)
    },
  )

  it('counters of ended windows are deleted, even when no user is due', async () => {
    const [early, end] = ['2025-06-15T11:50:00.000Z', '2025-06-15T12:15:00.000Z']
    await store.countAttempt('over', early, noon)
    await store.countAttempt('running', early, '2025-06-15T12:00:00.001Z')
    expect(await purge(store, now)).toBe(0)
    expect(await store.countAttempt('over', early, end)).toMatchObject({ count: 1 })
    expect(await store.countAttempt('running', early, end)).toMatchObject({ count: 2 })
  })

  it.each([99, 100, 101, 250])('one run deletes all %i due users', async (count) => {
    await addDue(count)
    expect(await purge(store, now)).toBe(count)
    expect(await store.isEmpty()).toBe(true)
  })

  it('if more users are due than the maximum, none is deleted', async () => {
    await addDue(11)
    await store.load(dataOf([account('later', scheduled('2025-06-15T12:00:00.001Z'))]))
    const error = await purgeWith(store, now, { max: 10 }).catch((error) => error)
    expect(loggedCause(error)).toMatch(/^11 accounts are due, and at most 10 [^\n]+ list users[^\n]+--max 11$/)
    expect(await countWaiting()).toBe(12)
    expect(await purgeWith(store, now, { max: 11 })).toBe(11)
  })

  it('of those that become due after the count, none is deleted past the maximum', async () => {
    await addDue(150)
    let isAdded = false
    const late = wrapCalls(store, async (method, call) => {
      if (method === 'completeDeletions' && !isAdded) {
        isAdded = true
        await store.load(dataOf([account('late', scheduled('2025-06-15T11:00:00.000Z'))]))
      }
      return call()
    })
    expect(await purgeWith(late, now, { max: 150 })).toBe(150)
    expect(await countWaiting()).toBe(1)
  })

  it('each deleted user is reported, and a run ends between two writes', async () => {
    await addDue(250)
    const stop = new AbortController()
    const deleted: DeletedUser[] = []
    const onDeleted = (users: DeletedUser[]) => {
      deleted.push(...users)
      stop.abort()
    }
    expect(await purgeWith(store, now, { max: 250, onDeleted, signal: stop.signal })).toBe(100)
    expect(deleted).toHaveLength(100)
    expect(deleted[0]).toEqual({ userId: 'due0', teamId: expect.any(String), deletionScheduledAt: now.toISOString() })
    expect(await countWaiting()).toBe(150)
  })

  it.each([-31, 31])('a machine whose clock is wrong by %i days deletes no user', async (days) => {
    const database = await makeDatabase()
    const shared = await openStore(database.url)
    const now = Date.now()
    await shared.load(dataOf([account('leaver', scheduled(at(now + grace).toISOString()))]))
    const wrong = at(now + days * 24 * 60 * 60 * 1000)
    const error = await purge(shared, wrong).catch((error) => error)
    expect(loggedCause(error)).toMatch(/^the clocks [^\n]+ differ by 26784\d\d seconds; set them right$/)
    expect(await purge(shared, at(now + 30_000))).toBe(0)
    expect(await shared.findMember('leaver')).toBeDefined()
    await shared.close()
    await database.remove()
  })
})

describe('the schedule', () => {
  const due = Date.parse(noon)
  let stop: () => Promise<void>
  let time: number
  const outcomes: object[] = []

  function start(): void {
    const report = ({ overdue: _, ...outcome }: PurgeOutcome) => {
      if (!('deleted' in outcome) || outcome.deleted > 0) outcomes.push(outcome)
    }
    stop = schedulePurge(store, () => at(time), report, { max: 1_000 })
  }
  /** Advances the timers by a number of minutes. */
  const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * 60_000)

  beforeEach(async () => {
    vi.useFakeTimers()
    outcomes.length = 0
    time = due - 1
    await addDue(130, at(due).toISOString())
  })
  afterEach(async () => {
    await stop()
    vi.useRealTimers()
  })

  it('the job runs at the start', async () => {
    time = due
    start()
    await pass(0)
    expect(outcomes).toEqual([{ deleted: 130 }])
  })

  it('the job runs every minute', async () => {
    start()
    await pass(3)
    expect(outcomes).toEqual([])
    time = due
    await pass(1)
    await pass(3)
    expect(outcomes).toEqual([{ deleted: 130 }])
  })

  it('an error is reported, and the next run still happens', async () => {
    time = Number.NaN
    start()
    await pass(1)
    expect(outcomes).toEqual([{ error: expect.any(RangeError) }, { error: expect.any(RangeError) }])
    time = due
    await pass(1)
    expect(outcomes.slice(2)).toEqual([{ deleted: 130 }])
  })

  it('an unavailable store is reported as an error', async () => {
    await store.close()
    start()
    await pass(0)
    expect(outcomes).toEqual([{ error: expect.objectContaining({ code: 'UNAVAILABLE' }) }])
  })

  it('stop ends the current run, and prevents later ones', async () => {
    time = due
    start()
    await stop()
    expect(outcomes).toEqual([])
    await store.load(dataOf([account('late', scheduled(at(due).toISOString()))]))
    await pass(10)
    expect(outcomes).toHaveLength(0)
    expect(await countWaiting()).toBe(131)
  })
})
