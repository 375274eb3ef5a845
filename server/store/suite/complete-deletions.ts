/** Tests of the completion of scheduled deletions. */
import { expect } from 'vitest'
import { type Data, emptyData } from '../records.ts'
import type { DeletedUser } from '../store.ts'
import { listIds, waiting } from './deletion-requests.ts'
import { readIncident } from './incidents.ts'
import {
  account,
  dataOf,
  noon,
  oneMsAfterNoon,
  oneMsBeforeNoon,
  sampleData,
  sampleRecord,
  scheduled,
  user,
} from './sample-data.ts'
import type { StoreTest } from './store-test.ts'

export function dueUsers(filled: StoreTest, empty: StoreTest): void {
  empty(
    'completeDeletions deletes a user who is due now, and keeps one who is due a millisecond later',
    async ({ store }) => {
      await store.load(waiting())
      expect(await store.completeDeletions(noon, 100)).toBe(6)
      expect(await listIds(store)).toEqual(['a'])
      expect(await store.completeDeletions(noon, 100)).toBe(0)
      expect(await store.findMember('staying')).toBeDefined()
      expect(await store.completeDeletions(oneMsAfterNoon, 100)).toBe(1)
      expect(await listIds(store)).toEqual([])
      expect(await store.findMember('staying')).toBeDefined()
    },
  )

  filled('completeDeletions hands over the users that it deleted, and nothing if there are none', async ({ store }) => {
    const deleted: DeletedUser[] = []
    const calls: number[] = []
    const onDeleted = (users: DeletedUser[]) => {
      calls.push(users.length)
      deleted.push(...users)
    }
    expect(await store.completeDeletions(oneMsBeforeNoon, 100, onDeleted)).toBe(0)
    expect(calls).toEqual([])
    expect(await store.completeDeletions(noon, 100, onDeleted)).toBe(1)
    expect(deleted).toEqual([{ userId: 'sam', teamId: 'solo', deletionScheduledAt: noon }])
  })

  empty('completeDeletions deletes at most `limit` users and returns their number', async ({ store }) => {
    await store.load(waiting())
    const counts: number[] = []
    for (let i = 0; i < 4; i++) {
      counts.push(await store.completeDeletions(noon, 4))
      expect(await listIds(store)).toHaveLength(7 - counts.reduce((a, b) => a + b))
    }
    expect(counts).toEqual([4, 2, 0, 0])
  })

  empty('completeDeletions goes on when another one has deleted the users of a step', async ({ store }) => {
    await store.load(dataOf(Array.from({ length: 100 }, (_, i) => account(`user${i}`, scheduled(noon)))))
    const counts = await Promise.all([50, 100].map((limit) => store.completeDeletions(noon, limit)))
    expect(await listIds(store)).toEqual([])
    expect(counts.reduce((a, b) => a + b)).toBe(100)
  })

  empty('members of one team who are due together are deleted with the team', async ({ store }) => {
    const [[first, team], second] = [account('first', scheduled(noon)), user({ id: 'b', teamId: 'team-of-first' })]
    await store.load({ ...emptyData(), teams: [team], users: [first, { ...second, ...scheduled(noon) }] })
    expect(await store.completeDeletions(noon, 100)).toBe(2)
    expect(await store.isEmpty()).toBe(true)
  })
}

export function deletedTeams(filled: StoreTest): void {
  filled('deleting the last member deletes the team with all its data and frees the e-mail', async ({ store }) => {
    expect(await store.completeDeletions(noon, 100)).toBe(1)
    expect(await store.findMember('sam')).toBeUndefined()
    expect(await store.findUser('sam@example.com')).toBeUndefined()
    expect(await readIncident(store, 'solo', 'solo-open')).toBeUndefined()
    expect(await store.resetMonitorStats('solo', 'solo-home', undefined)).toBeUndefined()
    expect(await store.resetServiceStats('solo', 'solo-site', undefined)).toBeUndefined()
    expect(await store.addAccount(...account('heir', { email: 'sam@example.com' }))).toBe(true)
    // All ids of the team are free, and its statistics stay deleted.
    const { teams, users, services, monitors, incidents } = sampleData()
    const again: Data = {
      ...emptyData(),
      teams: teams.filter(({ id }) => id === 'solo').map((team) => ({ ...team, name: 'Solo again' })),
      users: users.filter(({ id }) => id === 'sam').map((sam) => ({ ...sam, email: 'sam2@example.com' })),
      services: services.filter(({ teamId }) => teamId === 'solo'),
      monitors: monitors.filter(({ teamId }) => teamId === 'solo'),
      incidents: incidents.filter(({ teamId }) => teamId === 'solo'),
    }
    await store.load(again)
    expect((await store.findMember('sam'))?.team.name).toBe('Solo again')
    expect(await store.resetServiceStats('solo', 'solo-site', undefined)).toBe(0)
  })

  filled('completeDeletions changes no other team', async ({ store }) => {
    await store.completeDeletions(noon, 100)
    for (const id of ['ann', 'bea', 'gus']) {
      const user = sampleRecord('users', id)
      expect(await store.findMember(id)).toStrictEqual({ user, team: sampleRecord('teams', user.teamId) })
    }
    expect(await readIncident(store, 'acme', 'acme-over')).toStrictEqual(sampleRecord('incidents', 'acme-over'))
    expect(await readIncident(store, 'globex', 'globex-open')).toStrictEqual(sampleRecord('incidents', 'globex-open'))
    expect(await store.resetServiceStats('acme', 'acme-shop', undefined)).toBe(10)
    expect(await store.resetMonitorStats('acme', 'acme-office', undefined)).toBe(5)
    expect(await store.resetServiceStats('globex', 'globex-site', undefined)).toBe(5)
  })

  filled('a team keeps its data until its last member is deleted', async ({ store }) => {
    await store.changeUser('ann', (ann) => ({ ...ann, ...scheduled(noon) }))
    await store.changeUser('bea', (bea) => ({ ...bea, ...scheduled(oneMsAfterNoon) }))
    expect(await store.completeDeletions(noon, 100)).toBe(2)
    expect(await store.findMember('ann')).toBeUndefined()
    expect((await store.findMember('bea'))?.team).toStrictEqual(sampleRecord('teams', 'acme'))
    expect(await store.changeUser('bea', (bea, others) => ({ ...bea, name: `${others} others` }))).toMatchObject({
      name: '0 others',
    })
    expect(await readIncident(store, 'acme', 'acme-open')).toStrictEqual(sampleRecord('incidents', 'acme-open'))
    expect(await store.resetServiceStats('acme', 'acme-shop', '2025-01-01')).toBe(4)
    expect(await store.completeDeletions(oneMsAfterNoon, 100)).toBe(1)
    expect(await readIncident(store, 'acme', 'acme-open')).toBeUndefined()
    expect(await store.resetServiceStats('acme', 'acme-shop', undefined)).toBeUndefined()
  })
}

export function deletedBelongings(filled: StoreTest): void {
  filled(
    'completeDeletions deletes the statistics of all monitors of deleted teams and no others',
    async ({ store }) => {
      const accounts = ['a', 'b'].map((id) => account(id, scheduled(noon)))
      const monitors = Array.from({ length: 45 }, (_, i) => ({
        id: `monitor${i}`,
        teamId: `team-of-${i < 25 ? 'a' : 'b'}`,
      }))
      const dailyStats = monitors.flatMap(({ id }) =>
        ['2025-01-01', '2025-01-02'].map((date) => ({ monitorId: id, date })),
      )
      await store.load({ ...dataOf(accounts), monitors, dailyStats })
      expect(await store.completeDeletions(noon, 100)).toBe(3)
      const dumped = await store.dump()
      const ids = dumped.monitors.map(({ id }) => id)
      expect(ids).toEqual(['acme-cart', 'acme-office', 'acme-search', 'globex-home'])
      expect(dumped.dailyStats).toHaveLength(20)
      expect(new Set(dumped.dailyStats.map(({ monitorId }) => monitorId))).toEqual(new Set(ids))
    },
  )

  filled('completeDeletions deletes the attempt counters of the deleted e-mail and no others', async ({ store }) => {
    const end = '2025-06-15T12:30:00.000Z'
    await store.countAttempt('signup sam@example.com', noon, end)
    await store.completeDeletions(noon, 100)
    expect(await store.countAttempt('sam@example.com', noon, end)).toMatchObject({ count: 1 })
    expect(await store.countAttempt('signup sam@example.com', noon, end)).toMatchObject({ count: 1 })
    expect(await store.countAttempt('signup ann@example.com', oneMsBeforeNoon, end)).toMatchObject({ count: 2 })
    expect(await store.countAttempt('gus@example.com', noon, end)).toMatchObject({ count: 4 })
  })
}
