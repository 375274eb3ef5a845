/** Tests of the owners of loaded records. */
import { expect } from 'vitest'
import { type Data, emptyData } from '../records.ts'
import { rejectionOf } from './concurrency.ts'
import { account, incident, sampleRecord, user } from './sample-data.ts'
import type { StoreTest } from './store-test.ts'

const orphans: [string, Partial<Data>, message: string][] = [
  ['a user', { users: [user({ id: 'a2', teamId: 'none' })] }, 'users belong to "none", which is not in teams'],
  ['a monitor', { monitors: [{ id: 'm2', teamId: 'none' }] }, 'monitors belong to "none", which is not in teams'],
  [
    'an incident',
    { incidents: [incident({ id: 'i2', teamId: 'none' })] },
    'incidents belong to "none", which is not in teams',
  ],
  [
    'a service',
    { services: [{ id: 's2', teamId: 'none', monitorIds: [] }] },
    'services belong to "none", which is not in teams',
  ],
  [
    "a service's monitor",
    { services: [{ id: 's2', teamId: 'acme', monitorIds: ['acme-cart', 'none'] }] },
    'services belong to "none", which is not in monitors',
  ],
  [
    "a service with another team's monitor",
    { services: [{ id: 's2', teamId: 'acme', monitorIds: ['acme-cart', 'globex-home'] }] },
    'services belong to "globex-home", which is not in monitors of their team',
  ],
  [
    'a day',
    { dailyStats: [{ monitorId: 'none', date: '2025-01-01' }] },
    'dailyStats belong to "none", which is not in monitors',
  ],
  [
    'a day of an id that is no monitor',
    { dailyStats: [{ monitorId: 'acme-shop', date: '2025-01-01' }] },
    'dailyStats belong to "acme-shop", which is not in monitors',
  ],
  [
    "an incident of another team's monitor",
    { incidents: [incident({ id: 'i2', teamId: 'acme', monitorId: 'globex-home' })] },
    'team "acme" has no monitor "globex-home"',
  ],
  [
    'an incident of an unknown service',
    { incidents: [incident({ id: 'i2', teamId: 'acme', serviceId: 'none' })] },
    'team "acme" has no service "none"',
  ],
  ['a user of a team in another case', { users: [user({ id: 'a2', teamId: 'ACME' })] }, 'users belong to "ACME"'],
]

export function ownership(filled: StoreTest, empty: StoreTest): void {
  filled.for(orphans)(
    'load rejects %s without an owner, names the owner, and adds nothing',
    async ([_, fault, message], { store }) => {
      const before = await store.dump()
      const [newcomer, team] = account('new')
      const fine = { ...emptyData(), teams: [team], users: [newcomer] }
      const data = { ...fine, ...fault, users: [newcomer, ...(fault.users ?? [])] }
      const refusal = await rejectionOf(store.load(data))
      expect(refusal.message).toContain(message)
      expect(await store.dump()).toStrictEqual(before)
      await store.load(fine)
      expect(await store.findMember('new')).toStrictEqual({ user: newcomer, team })
    },
  )

  filled('load accepts records whose owners are stored already', async ({ store }) => {
    const joining = user({ id: 'cyd', teamId: 'acme', role: 'member' })
    await store.load({
      ...emptyData(),
      users: [joining],
      monitors: [{ id: 'acme-new', teamId: 'acme' }],
      services: [{ id: 'acme-all', teamId: 'acme', monitorIds: ['acme-cart', 'acme-new'] }],
      dailyStats: ['acme-cart', 'acme-new'].map((monitorId) => ({ monitorId, date: '2025-02-01' })),
    })
    expect(await store.findMember('cyd')).toStrictEqual({ user: joining, team: sampleRecord('teams', 'acme') })
    expect(await store.changeUser('ann', (ann, others) => ({ ...ann, name: `${others}` }))).toMatchObject({
      name: '2',
    })
    expect(await store.resetServiceStats('acme', 'acme-all', undefined)).toBe(7)
  })

  filled('load accepts a service that lists a monitor twice', async ({ store }) => {
    const services = [{ id: 'acme-twice', teamId: 'acme', monitorIds: ['acme-cart', 'acme-cart'] }]
    await store.load({ ...emptyData(), services })
    expect(await store.resetServiceStats('acme', 'acme-twice', undefined)).toBe(5)
  })

  empty('load accepts references to monitors later in the same load', async ({ store }) => {
    const [owner, team] = account('new')
    const ids = ['one', 'two']
    await store.load({
      ...emptyData(),
      users: [owner],
      dailyStats: ids.map((monitorId) => ({ monitorId, date: '2025-02-01' })),
      services: ids.map((id) => ({ id: `service-${id}`, teamId: team.id, monitorIds: ids })),
      monitors: ids.map((id) => ({ id, teamId: team.id })),
      teams: [team],
    })
    expect(await store.resetServiceStats(team.id, 'service-one', undefined)).toBe(2)
  })
}
