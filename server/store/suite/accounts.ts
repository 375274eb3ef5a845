/** What a store owes about users and their teams. */
import { expect } from 'vitest'
import type { User } from '../records.ts'
import { emptyData } from '../records.ts'
import type { StoreTest } from './index.ts'
import { account, oddTexts, sampleRecord, unknownIds } from './sample-data.ts'

export function accounts(filled: StoreTest): void {
  filled('a user is found by e-mail in any case', async ({ store }) => {
    const ann = sampleRecord('users', 'ann')
    expect(await store.findUser('ann@example.com')).toStrictEqual(ann)
    expect(await store.findUser('ANN@Example.COM')).toStrictEqual(ann)
    expect(await store.findUser('ann@example.co')).toBeUndefined()
    expect(await store.findUser('nn@example.com')).toBeUndefined()
  })

  filled.for(['ann', 'bea', 'gus', 'sam'])(
    '%s is found with the team, every field as it was and no other',
    async (id, { store }) => {
      const user = sampleRecord('users', id)
      expect(await store.findMember(id)).toStrictEqual({ user, team: sampleRecord('teams', user.teamId) })
    },
  )

  filled('a new account appears with user and team, the e-mail in lower case', async ({ store }) => {
    const [user, team] = account('new', { email: 'New@Example.Com', name: 'New' })
    expect(await store.addAccount(user, team)).toBe(true)
    expect(await store.findMember('new')).toStrictEqual({ user: { ...user, email: 'new@example.com' }, team })
    expect(await store.findUser('NEW@example.com')).toStrictEqual({ ...user, email: 'new@example.com' })
  })

  filled.for(['ann@example.com', 'ANN@example.com', 'Ann@EXAMPLE.com'])(
    'an account for %s, which is taken, is refused and leaves neither user nor team',
    async (email, { store }) => {
      const [user, team] = account('second', { email })
      expect(await store.addAccount(user, team)).toBe(false)
      expect(await store.findMember('second')).toBeUndefined()
      expect(await store.findUser(email)).toStrictEqual(sampleRecord('users', 'ann'))
      // Its id is free, so the team is not there.
      const free = { ...user, email: 'second@example.com' }
      await store.load({ ...emptyData(), teams: [{ ...team, name: 'Loaded' }], users: [free] })
      expect(await store.findMember('second')).toStrictEqual({ user: free, team: { ...team, name: 'Loaded' } })
    },
  )

  filled('an e-mail that was added in capitals is taken in small letters', async ({ store }) => {
    expect(await store.addAccount(...account('first', { email: 'NEW@EXAMPLE.COM' }))).toBe(true)
    expect(await store.addAccount(...account('second', { email: 'new@example.com' }))).toBe(false)
  })

  filled('an unknown user is missing', async ({ store }) => {
    for (const id of unknownIds) {
      expect(await store.findMember(id)).toBeUndefined()
      expect(await store.findUser(id)).toBeUndefined()
      expect(await store.changeUser(id, () => expect.fail('there is nothing to change'))).toBeUndefined()
    }
  })

  filled('a changed user is returned and kept, and nobody else is changed', async ({ store }) => {
    const verification = { codeHash: 'other', expiresAt: '2025-06-15T12:20:00.000Z', tries: 1 }
    const changed: User = { ...sampleRecord('users', 'ann'), name: 'Anna', role: 'member', verification }
    expect(await store.changeUser('ann', () => changed)).toStrictEqual(changed)
    expect(await store.findUser('ann@example.com')).toStrictEqual(changed)
    expect((await store.findMember('ann'))?.team).toStrictEqual(sampleRecord('teams', 'acme'))
    for (const id of ['bea', 'gus', 'sam'])
      expect((await store.findMember(id))?.user).toStrictEqual(sampleRecord('users', id))
  })

  filled('a field that a change removes is gone', async ({ store }) => {
    const { name: _, ...nameless } = sampleRecord('users', 'ann')
    await store.changeUser('ann', () => nameless)
    await store.changeUser('bea', (bea) => ({ ...bea, verification: null }))
    expect(await store.findUser('ann@example.com')).toStrictEqual(nameless)
    expect(await store.findUser('bea@example.com')).toStrictEqual({
      ...sampleRecord('users', 'bea'),
      verification: null,
    })
  })

  filled('what a change of a user throws comes out as it is and leaves the user as it was', async ({ store }) => {
    const refusal = new Error('refused by the rule')
    const change = (user: User): User => {
      user.name = 'Half changed'
      if (user.verification) user.verification.tries = 99
      throw refusal
    }
    await expect(store.changeUser('bea', change)).rejects.toBe(refusal)
    expect(await store.findUser('bea@example.com')).toStrictEqual(sampleRecord('users', 'bea'))
  })

  filled('a change gets the user as it is then, and the number of the other members of the team', async ({ store }) => {
    const seen: [User, number][] = []
    const look = (user: User, others: number) => {
      seen.push([structuredClone(user), others])
      return { ...user, name: 'Seen' }
    }
    await store.changeUser('ann', look)
    await store.changeUser('ann', look)
    await store.changeUser('sam', look)
    expect(seen).toStrictEqual([
      [sampleRecord('users', 'ann'), 1],
      [{ ...sampleRecord('users', 'ann'), name: 'Seen' }, 1],
      [sampleRecord('users', 'sam'), 0],
    ])
  })

  filled('whoever changes what was handed in changes nothing in the store', async ({ store }) => {
    const verification = { codeHash: 'hash', expiresAt: '2025-06-15T12:10:00.000Z', tries: 0 }
    const [user, team] = account('new', { verification })
    const expected = structuredClone({ user, team })
    await store.addAccount(user, team)
    spoil(user)
    team.name = 'Spoilt'
    expect(await store.findMember('new')).toStrictEqual(expected)
  })

  filled.for<[string, (given: User, own: User) => User]>([
    ['was given', (given) => given],
    ['made', (_, own) => own],
  ])(
    'whoever changes what was handed out, or what a rule %s, changes nothing in the store',
    async ([_, choose], { store }) => {
      const held = [sampleRecord('users', 'bea')]
      const changed = await store.changeUser('bea', (given) => {
        held.push(given)
        return choose(given, held[0] ?? given)
      })
      const [found, member] = [await store.findUser('bea@example.com'), await store.findMember('bea')]
      if (!changed || !found || !member) throw new Error('bea is gone')
      expect(held).not.toContain(changed)
      for (const user of [...held, changed, found, member.user]) spoil(user)
      member.team.name = 'Spoilt'
      const expected = { user: sampleRecord('users', 'bea'), team: sampleRecord('teams', 'acme') }
      expect(await store.findMember('bea')).toStrictEqual(expected)
    },
  )

  filled.for(oddTexts)('the name %j comes back as it is, of a user and of a team', async (name, { store }) => {
    const [user, team] = account('new', { name })
    await store.addAccount(user, { ...team, name })
    expect(await store.findMember('new')).toStrictEqual({ user, team: { ...team, name } })
    await store.changeUser('ann', (ann) => ({ ...ann, name }))
    expect((await store.findUser('ann@example.com'))?.name).toBe(name)
  })
}

/** Changes a user who has a verification code, at both depths. */
function spoil(user: User): void {
  if (!user.verification) throw new Error('a user with a code was expected')
  user.name = 'Spoilt'
  user.verification.tries = 99
}
