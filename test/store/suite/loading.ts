/** What a store owes about loading records. */
import { expect, it } from 'vitest'
import { type Data, emptyData } from '../../../server/store/records.ts'
import type { Use } from '../suite.ts'
import { account, noon, recordOf, user, world } from './world.ts'

/** Records that are fine, followed by one that is not. */
function withFault(fault: Partial<Data>): Data {
  const [newcomer, team] = account('new')
  const fine = { ...emptyData(), teams: [team], users: [newcomer], monitors: [{ id: 'new', teamId: team.id }] }
  for (const [name, records] of Object.entries(fault)) fine[name as 'users'].push(...(records as never[]))
  return fine
}

export function loading(filled: Use, empty: Use): void {
  it(
    'a store is empty until something is loaded',
    empty(async (store) => {
      expect(await store.isEmpty()).toBe(true)
      await store.load(emptyData())
      expect(await store.isEmpty()).toBe(true)
      await store.load(world())
      expect(await store.isEmpty()).toBe(false)
    }),
  )

  it(
    'a loaded user is found by the address in any case, and nobody else gets it',
    empty(async (store) => {
      const [newcomer, team] = account('new')
      await store.load({ ...emptyData(), teams: [team], users: [{ ...newcomer, email: 'Ops@X.example' }] })
      expect((await store.findUser('OPS@x.example'))?.email).toBe('ops@x.example')
      const [other, otherTeam] = account('other')
      expect(await store.addAccount({ ...other, email: 'ops@x.example' }, otherTeam)).toBe(false)
    }),
  )

  it(
    'a store with one account is not empty',
    empty(async (store) => {
      await store.addAccount(...account('new'))
      expect(await store.isEmpty()).toBe(false)
    }),
  )

  it(
    'what is loaded comes to what is there',
    filled(async (store) => {
      const [newcomer, team] = account('new', { name: 'New' })
      await store.load({ ...emptyData(), teams: [team], users: [newcomer] })
      expect(await store.findMember('new')).toStrictEqual({ user: newcomer, team })
      expect(await store.findUser('ann@example.com')).toStrictEqual(recordOf('users', 'ann'))
    }),
  )

  it.each<[string, Partial<Data>]>([
    ['a user with a taken id', { users: [user({ id: 'ann', teamId: 'acme', email: 'ann2@example.com' })] }],
    ['a user with a taken e-mail', { users: [user({ id: 'ann2', teamId: 'acme', email: 'ann@example.com' })] }],
    ['two users with one e-mail', { users: [user({ id: 'new2', teamId: 'acme', email: 'new@example.com' })] }],
    ['a taken team', { teams: world().teams.slice(0, 1) }],
    ['a taken service', { services: world().services.slice(0, 1) }],
    ['a taken monitor', { monitors: world().monitors.slice(0, 1) }],
    ['a taken incident', { incidents: world().incidents.slice(0, 1) }],
    ['a day of a monitor that is there', { dailyStats: world().dailyStats.slice(0, 1) }],
    ['a counter that is there', { attempts: world().attempts.slice(0, 1) }],
  ])('all is loaded or nothing: %s is refused, and what came with it', (_, fault) =>
    filled(async (store) => {
      await expect(store.load(withFault(fault))).rejects.toThrow()
      expect(await store.findMember('new')).toBeUndefined()
      expect(await store.resetMonitorStats('team-of-new', 'new', undefined)).toBeUndefined()
      expect(await store.findMember('ann')).toStrictEqual({
        user: recordOf('users', 'ann'),
        team: recordOf('teams', 'acme'),
      })
      await store.load(withFault({}))
      expect(await store.findMember('new')).toBeDefined()
    })(),
  )

  it(
    'whoever changes what was loaded changes nothing in the store',
    empty(async (store) => {
      const loaded = world()
      await store.load(loaded)
      for (const record of [...loaded.users, ...loaded.teams]) record.name = 'Spoilt'
      for (const service of loaded.services) service.monitorIds.length = 0
      for (const counter of loaded.attempts) counter.count = 99
      loaded.dailyStats.length = 0
      expect(await store.findMember('ann')).toStrictEqual({
        user: recordOf('users', 'ann'),
        team: recordOf('teams', 'acme'),
      })
      expect(await store.resetServiceStats('acme', 'acme-shop', undefined)).toBe(10)
      expect(await store.countAttempt('gus@example.com', noon, noon)).toMatchObject({ count: 4 })
    }),
  )
}
