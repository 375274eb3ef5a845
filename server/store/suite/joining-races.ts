/** Tests of members who join a team while another member leaves. */
import { expect } from 'vitest'
import { scheduleDeletion } from '../../domain/rules.ts'
import { emptyData } from '../records.ts'
import { callConcurrently, resultOrCode } from './concurrency.ts'
import { promise } from './promise.ts'
import { account, noon, scheduled, user } from './sample-data.ts'
import type { StoreTest } from './store-test.ts'

const rounds = Array.from({ length: 30 }, (_, i) => i)

export function joiningRaces(empty: StoreTest): void {
  empty(
    'an owner whose deletion is scheduled while a member joins came first or is rejected',
    promise('P60'),
    async ({ store }) => {
      for (const round of rounds) {
        const [owner, team] = account(`owner${round}`)
        await store.addAccount(owner, team)
        const newcomer = user({ id: `member${round}`, teamId: team.id, role: 'member' })
        const leave = () =>
          resultOrCode(store.changeUser(owner.id, (old, others) => scheduleDeletion(old, others, new Date(noon))))
        const join = () => store.load({ ...emptyData(), users: [newcomer] })
        const outcomes = await callConcurrently<unknown>(store, 2, (i) => (i === round % 2 ? leave() : join()))
        expect(await store.findMember(newcomer.id)).toStrictEqual({ user: newcomer, team })
        const { deletionScheduledAt } = (await store.findMember(owner.id))?.user ?? owner
        const wasFirst = deletionScheduledAt !== null
        const left = wasFirst ? expect.objectContaining({ deletionScheduledAt }) : 'TEAM_HAS_OTHER_MEMBERS'
        expect(outcomes[round % 2]).toEqual(left)
        expect(await leave()).toBe(wasFirst ? 'DELETION_ALREADY_REQUESTED' : 'TEAM_HAS_OTHER_MEMBERS')
      }
    },
  )

  empty('a member who joins while the last member is deleted either has the team or is rejected', async ({ store }) => {
    for (const round of rounds) {
      const [leaver, team] = account(`leaver${round}`, scheduled(noon))
      await store.addAccount(leaver, team)
      const newcomer = user({ id: `member${round}`, teamId: team.id })
      const [completed, joined] = await callConcurrently<unknown>(store, 2, (i) =>
        i === 0
          ? store.completeDeletions(noon, 100)
          : store.load({ ...emptyData(), users: [newcomer] }).then(
              () => 'joined',
              () => 'refused',
            ),
      )
      expect(completed).toBe(1)
      const member = await store.findMember(newcomer.id)
      expect(member).toStrictEqual(joined === 'joined' ? { user: newcomer, team } : undefined)
      expect((await store.dump()).teams.some(({ id }) => id === team.id)).toBe(joined === 'joined')
    }
  })

  empty('statistics loaded while their team is deleted are deleted with it or rejected', async ({ store }) => {
    for (const round of rounds) {
      const [leaver, team] = account(`leaver${round}`, scheduled(noon))
      const monitor = { id: `monitor${round}`, teamId: team.id }
      await store.load({ ...emptyData(), users: [leaver], teams: [team], monitors: [monitor] })
      const dailyStats = [{ monitorId: monitor.id, date: '2025-01-01' }]
      await callConcurrently<unknown>(store, 2, (i) =>
        i === 0
          ? store.completeDeletions(noon, 100)
          : store.load({ ...emptyData(), dailyStats }).catch(() => undefined),
      )
      expect(await store.count()).toMatchObject({ teams: 0, monitors: 0, dailyStats: 0 })
    }
  })
}
