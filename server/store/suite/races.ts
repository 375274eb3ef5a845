/** Tests of concurrent callers. */
import { expect } from 'vitest'
import { resolution, undeletable } from '../../domain/rules.ts'
import { emptyData } from '../records.ts'
import type { Store } from '../store.ts'
import { callConcurrently, resultOrCode } from './concurrency.ts'
import { readIncident } from './incidents.ts'
import { promise } from './promise.ts'
import { account, dataOf, noon, scheduled } from './sample-data.ts'
import type { StoreTest } from './store-test.ts'

const resolve = (store: Store, cause: string) =>
  resultOrCode(store.changeIncident('acme', 'acme-open', resolution(cause, new Date(noon))))

export function incidentRaces(filled: StoreTest): void {
  filled(
    'exactly one of 50 concurrent resolves of an incident succeeds, and its cause is stored',
    async ({ store }) => {
      const outcomes = await callConcurrently(store, 50, (i) => resolve(store, `cause ${i}`))
      const winners = outcomes.filter((outcome) => typeof outcome === 'object')
      expect(winners).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === 'INCIDENT_ALREADY_RESOLVED')).toHaveLength(49)
      expect(await readIncident(store, 'acme', 'acme-open')).toStrictEqual(winners[0])
    },
  )

  filled(
    'of 25 resolves and 25 deletions of an incident at most one resolve and exactly one deletion succeed',
    async ({ store }) => {
      const outcomes = await callConcurrently(store, 50, async (i) =>
        i % 2 === 0 ? resolve(store, `cause ${i}`) : store.removeIncident('acme', 'acme-open', undeletable),
      )
      const done = (parity: number) => outcomes.filter((outcome, i) => i % 2 === parity && typeof outcome === 'object')
      expect(done(0).length).toBeLessThanOrEqual(1)
      expect(done(1)).toHaveLength(1)
      expect(await readIncident(store, 'acme', 'acme-open')).toBeUndefined()
    },
  )

  filled(
    'of 25 resolves and 25 deletions allowed only while the incident is open exactly one succeeds',
    async ({ store }) => {
      const { unless } = resolution(undefined, new Date(noon))
      const outcomes = await callConcurrently(store, 50, async (i) =>
        i % 2 === 0 ? resolve(store, `cause ${i}`) : resultOrCode(store.removeIncident('acme', 'acme-open', unless)),
      )
      expect(outcomes.filter((outcome) => typeof outcome === 'object')).toHaveLength(1)
    },
  )
}

export function races(filled: StoreTest): void {
  filled(
    'of 20 concurrent accounts for one e-mail, in any case, one is added, and no other team',
    async ({ store }) => {
      const accounts = Array.from({ length: 20 }, (_, i) =>
        account(`new${i}`, { email: i % 2 === 0 ? 'one@example.com' : 'ONE@example.com' }),
      )
      const added = await callConcurrently(store, 20, (i) => store.addAccount(...(accounts[i] ?? account('none'))))
      expect(added.filter(Boolean)).toHaveLength(1)
      for (const [i, [user, team]] of accounts.entries()) {
        const member = await store.findMember(user.id)
        if (added[i]) expect(member).toStrictEqual({ user: { ...user, email: 'one@example.com' }, team })
        else expect(member).toBeUndefined()
      }
      // The load succeeds only if the team ids are free.
      const losers = accounts.filter((_, i) => !added[i]).map(([, team]) => team)
      await expect(store.load({ ...emptyData(), teams: losers })).resolves.toBeUndefined()
    },
  )

  filled('no concurrent change of a user is lost', async ({ store }) => {
    await callConcurrently(store, 30, (i) =>
      store.changeUser('ann', (ann) => ({ ...ann, name: `${ann.name},${i}`, passwordHash: null })),
    )
    const names = (await store.findUser('ann@example.com'))?.name?.split(',') ?? []
    expect(new Set(names).size).toBe(31)
    expect(names).toHaveLength(31)
  })

  filled(
    '50 concurrent attempts get 50 different counts, for a new key and after an ended window',
    promise('P42'),
    async ({ store }) => {
      await store.countAttempt('over', '2025-06-15T11:00:00.000Z', '2025-06-15T11:15:00.000Z')
      for (const key of ['new', 'over']) {
        const counted = await callConcurrently(store, 50, () =>
          store.countAttempt(key, noon, '2025-06-15T12:15:00.000Z'),
        )
        expect(counted.map(({ count }) => count).sort((a, b) => a - b)).toEqual(counted.map((_, i) => i + 1))
      }
    },
  )

  filled('the results of concurrent resets add up to the number of rows', async ({ store }) => {
    const counts = await callConcurrently(store, 20, (i) =>
      i % 2 === 0
        ? store.resetServiceStats('acme', 'acme-shop', undefined)
        : store.resetMonitorStats('acme', 'acme-cart', i % 3 === 0 ? undefined : '2025-01-02'),
    )
    expect(counts.reduce<number>((sum, count) => sum + (count ?? Number.NaN), 0)).toBe(10)
  })

  filled('concurrent calls of completeDeletions count each user once', async ({ store }) => {
    const due = Array.from({ length: 30 }, (_, i) => account(`due${i}`, scheduled(noon)))
    await store.load(dataOf(due))
    const counts = await callConcurrently(store, 10, () => store.completeDeletions(noon, 4))
    expect(counts.reduce((a, b) => a + b) + (await store.completeDeletions(noon, 100))).toBe(31)
    expect((await store.listDeletionRequests(0, 1)).total).toBe(0)
  })
}
