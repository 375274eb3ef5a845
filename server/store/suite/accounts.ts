/** Tests of users and their teams. */
import { expect, vi } from 'vitest'
import { signUpClosedKey } from '../attempt-keys.ts'
import type { User } from '../records.ts'
import { emptyData } from '../records.ts'
import { account, noon, oddTexts, sampleRecord, unknownIds } from './sample-data.ts'
import type { StoreTest } from './store-test.ts'

export function accounts(filled: StoreTest): void {
  filled('findUser finds a user by e-mail, ignoring case', async ({ store }) => {
    const ann = sampleRecord('users', 'ann')
    expect(await store.findUser('ann@example.com')).toStrictEqual(ann)
    expect(await store.findUser('ANN@Example.COM')).toStrictEqual(ann)
    expect(await store.findUser('ann@example.co')).toBeUndefined()
    expect(await store.findUser('nn@example.com')).toBeUndefined()
  })

  filled.for(['ann', 'bea', 'gus', 'sam'])(
    'findMember returns %s with the team, with exactly the stored fields',
    async (id, { store }) => {
      const user = sampleRecord('users', id)
      expect(await store.findMember(id)).toStrictEqual({ user, team: sampleRecord('teams', user.teamId) })
    },
  )

  filled('addAccount adds user and team, with the e-mail in lower case', async ({ store }) => {
    const [user, team] = account('new', { email: 'New@Example.Com', name: 'New' })
    expect(await store.addAccount(user, team)).toBe(true)
    expect(await store.findMember('new')).toStrictEqual({ user: { ...user, email: 'new@example.com' }, team })
    expect(await store.findUser('NEW@example.com')).toStrictEqual({ ...user, email: 'new@example.com' })
  })

  filled.for(['ann@example.com', 'ANN@example.com', 'Ann@EXAMPLE.com'])(
    'addAccount returns false for the taken e-mail %s and adds neither user nor team',
    async (email, { store }) => {
      const [user, team] = account('second', { email })
      expect(await store.addAccount(user, team)).toBe(false)
      expect(await store.findMember('second')).toBeUndefined()
      expect(await store.findUser(email)).toStrictEqual(sampleRecord('users', 'ann'))
      // The load succeeds only if the team id is free.
      const free = { ...user, email: 'second@example.com' }
      await store.load({ ...emptyData(), teams: [{ ...team, name: 'Loaded' }], users: [free] })
      expect(await store.findMember('second')).toStrictEqual({ user: free, team: { ...team, name: 'Loaded' } })
    },
  )

  filled.for([true, false])(
    'addAccount tells its check whether sign-up is closed (%s), and adds nothing if it throws',
    async (closed, { store }) => {
      if (closed) await store.countAttempt(signUpClosedKey, noon, '9999-12-31T23:59:59.999Z')
      const check = vi.fn((isClosed: boolean) => {
        if (isClosed) throw new Error('refused')
      })
      const added = store.addAccount(...account('new'), check).catch(({ message }: Error) => message)
      expect(await added).toBe(closed ? 'refused' : true)
      expect(check).toHaveBeenCalledWith(closed)
      const stored = await store.dump()
      const ids = [...stored.users, ...stored.teams].map(({ id }) => id)
      expect(ids.includes('new') || ids.includes(account('new')[1].id)).toBe(!closed)
    },
  )

  filled('an e-mail added in upper case is taken in lower case', async ({ store }) => {
    expect(await store.addAccount(...account('first', { email: 'NEW@EXAMPLE.COM' }))).toBe(true)
    expect(await store.addAccount(...account('second', { email: 'new@example.com' }))).toBe(false)
  })

  filled('an unknown user is undefined', async ({ store }) => {
    for (const id of unknownIds) {
      expect(await store.findMember(id)).toBeUndefined()
      expect(await store.findUser(id)).toBeUndefined()
      expect(await store.changeUser(id, () => expect.fail('the rule must not run'))).toBeUndefined()
    }
  })
}

export function userFields(filled: StoreTest): void {
  filled('changeUser removes a field that the rule omits', async ({ store }) => {
    const { name: _, ...nameless } = sampleRecord('users', 'ann')
    await store.changeUser('ann', () => nameless)
    await store.changeUser('bea', (bea) => ({ ...bea, verification: null }))
    expect(await store.findUser('ann@example.com')).toStrictEqual(nameless)
    expect(await store.findUser('bea@example.com')).toStrictEqual({
      ...sampleRecord('users', 'bea'),
      verification: null,
    })
  })

  filled.for(oddTexts)('the name %j of a user and of a team is stored unchanged', async (name, { store }) => {
    const [user, team] = account('new', { name })
    await store.addAccount(user, { ...team, name })
    expect(await store.findMember('new')).toStrictEqual({ user, team: { ...team, name } })
    await store.changeUser('ann', (ann) => ({ ...ann, name }))
    expect((await store.findUser('ann@example.com'))?.name).toBe(name)
  })
}

export function userChanges(filled: StoreTest): void {
  filled('changeUser returns and stores the changed user, and changes no other user', async ({ store }) => {
    const verification = { codeHash: 'other', expiresAt: '2025-06-15T12:20:00.000Z', tries: 1 }
    const changed: User = { ...sampleRecord('users', 'ann'), name: 'Anna', role: 'member', verification }
    expect(await store.changeUser('ann', () => changed)).toStrictEqual(changed)
    expect(await store.findUser('ann@example.com')).toStrictEqual(changed)
    expect((await store.findMember('ann'))?.team).toStrictEqual(sampleRecord('teams', 'acme'))
    for (const id of ['bea', 'gus', 'sam'])
      expect((await store.findMember(id))?.user).toStrictEqual(sampleRecord('users', id))
  })

  filled(
    'changeUser may change the e-mail and the team, by which the user is found from then on',
    async ({ store }) => {
      const others = async (id: string) => {
        let count: number | undefined
        await store.changeUser(id, (user, others) => {
          count = others
          return user
        })
        return count
      }
      expect([await others('ann'), await others('gus')]).toEqual([1, 0])
      await store.changeUser('bea', (bea) => ({ ...bea, email: 'new@example.com' }))
      await store.changeUser('bea', (bea) => ({ ...bea, teamId: 'globex' }))
      expect(await store.findUser('bea@example.com')).toBeUndefined()
      expect(await store.findUser('new@example.com')).toMatchObject({ id: 'bea', teamId: 'globex' })
      expect([await others('ann'), await others('gus'), await others('bea')]).toEqual([0, 1, 1])
      const [user, team] = account('another', { email: 'bea@example.com' })
      expect(await store.addAccount(user, team)).toBe(true)
    },
  )

  filled('changeUser passes on the error of the rule and leaves the user unchanged', async ({ store }) => {
    const refusal = new Error('rejected by the rule')
    const change = (user: User): User => {
      user.name = 'Half changed'
      if (user.verification) user.verification.tries = 99
      throw refusal
    }
    await expect(store.changeUser('bea', change)).rejects.toBe(refusal)
    expect(await store.findUser('bea@example.com')).toStrictEqual(sampleRecord('users', 'bea'))
  })

  filled('changeUser passes the current user and the number of other team members to the rule', async ({ store }) => {
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
}
