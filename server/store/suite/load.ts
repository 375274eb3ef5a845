/** Tests of `load` and `isEmpty`. */
import { expect } from 'vitest'
import { type Data, emptyData } from '../records.ts'
import { rejectionOf } from './concurrency.ts'
import { account, sampleData, sampleRecord, user } from './sample-data.ts'
import type { StoreTest } from './store-test.ts'

/** Valid records, followed by an invalid one. */
function withFault(fault: Partial<Data>): Data {
  const [newcomer, team] = account('new')
  const fine = { ...emptyData(), teams: [team], users: [newcomer], monitors: [{ id: 'new', teamId: team.id }] }
  for (const [name, records] of Object.entries(fault)) fine[name as 'users'].push(...(records as never[]))
  return fine
}

export function load(filled: StoreTest, empty: StoreTest): void {
  empty('isEmpty is true until records are loaded', async ({ store }) => {
    expect(await store.isEmpty()).toBe(true)
    await store.load(emptyData())
    expect(await store.isEmpty()).toBe(true)
    await store.load(sampleData())
    expect(await store.isEmpty()).toBe(false)
  })

  empty('a loaded user is found by e-mail in any case, and the e-mail is taken', async ({ store }) => {
    const [newcomer, team] = account('new')
    await store.load({ ...emptyData(), teams: [team], users: [{ ...newcomer, email: 'Ops@X.example' }] })
    expect((await store.findUser('OPS@x.example'))?.email).toBe('ops@x.example')
    const [other, otherTeam] = account('other')
    expect(await store.addAccount({ ...other, email: 'ops@x.example' }, otherTeam)).toBe(false)
  })

  empty('isEmpty is false with one account', async ({ store }) => {
    await store.addAccount(...account('new'))
    expect(await store.isEmpty()).toBe(false)
  })

  filled('load adds to the stored records', async ({ store }) => {
    const [newcomer, team] = account('new', { name: 'New' })
    await store.load({ ...emptyData(), teams: [team], users: [newcomer] })
    expect(await store.findMember('new')).toStrictEqual({ user: newcomer, team })
    expect(await store.findUser('ann@example.com')).toStrictEqual(sampleRecord('users', 'ann'))
  })
}

export function rejectedLoads(filled: StoreTest, empty: StoreTest): void {
  filled.for<[string, Partial<Data>, named: string]>([
    ['a user with a taken id', { users: [user({ id: 'ann', teamId: 'acme', email: 'ann2@example.com' })] }, '"ann"'],
    [
      'a user with a taken e-mail',
      { users: [user({ id: 'a2', teamId: 'acme', email: 'ann@example.com' })] },
      '"ann@ex',
    ],
    [
      'a user with a taken e-mail in upper case',
      { users: [user({ id: 'a2', teamId: 'acme', email: 'ANN@Example.Com' })] },
      '"ann@example.com"',
    ],
    ['two users with one e-mail', { users: [user({ id: 'a2', teamId: 'acme', email: 'new@example.com' })] }, '"new@ex'],
    ['a taken team', { teams: sampleData().teams.slice(0, 1) }, '"acme"'],
    ['a taken service', { services: sampleData().services.slice(0, 1) }, '"acme-shop"'],
    ['a taken monitor', { monitors: sampleData().monitors.slice(0, 1) }, '"acme-cart"'],
    ['two monitors with one id', { monitors: [{ id: 'new', teamId: 'acme' }] }, '"new"'],
    ['a taken incident', { incidents: sampleData().incidents.slice(0, 1) }, '"acme-open"'],
    ['a stored day of a monitor', { dailyStats: sampleData().dailyStats.slice(0, 1) }, '"acme-cart 2024-12-30"'],
    ['a stored counter', { attempts: sampleData().attempts.slice(0, 1) }, '"signup ann@example.com"'],
  ])('load rejects %s, names it, and adds nothing', async ([_, fault, named], { store }) => {
    const [list] = Object.keys(fault)
    const before = await store.dump()
    const refusal = await rejectionOf(store.load(withFault(fault)))
    expect(refusal.message).toMatch(new RegExp(`^${list} [^\\n]* twice$`))
    expect(refusal.message.toLowerCase()).toContain(named)
    expect(await store.dump()).toStrictEqual(before)
    await store.load(withFault({}))
    expect(await store.findMember('new')).toBeDefined()
  })

  filled('records of a rejected load are never visible', async ({ store }) => {
    const refused = expect(store.load(withFault({ attempts: sampleData().attempts.slice(0, 1) }))).rejects.toThrow()
    for (let i = 0; i < 200; i++) expect(await store.findMember('new')).toBeUndefined()
    await refused
  })

  empty(
    'load accepts thousands of records, which a dump has once each, and rejects two with one key however far apart',
    async ({ store }) => {
      const [owner, team] = account('new')
      const monitors = Array.from({ length: 2500 }, (_, i) => ({ id: `monitor${i}`, teamId: team.id }))
      const loaded = { ...emptyData(), teams: [team], users: [owner], monitors }
      const twice = { ...loaded, monitors: [...monitors, { id: 'monitor7', teamId: team.id }] }
      await expect(store.load(twice)).rejects.toThrow('monitors have "monitor7" twice')
      expect(await store.isEmpty()).toBe(true)
      await store.load(loaded)
      const dailyStats = monitors.map(({ id }) => ({ monitorId: id, date: '2025-01-01' }))
      await store.load({ ...emptyData(), dailyStats })
      const dumped = await store.dump()
      const ids = monitors.map(({ id }) => id).toSorted()
      expect(dumped.monitors.map(({ id }) => id)).toEqual(ids)
      expect(dumped.dailyStats.map(({ monitorId }) => monitorId)).toEqual(ids)
    },
  )
}
