/** Tests that a store and its callers share no record: all that is handed over is a copy. */
import { expect } from 'vitest'
import type { Store } from '../store.ts'
import { readCalls, writeCalls } from './sample-calls.ts'
import { account, sampleData } from './sample-data.ts'
import type { StoreTest } from './store-test.ts'

export function copies(filled: StoreTest, empty: StoreTest): void {
  filled.for(Object.entries({ ...readCalls, ...writeCalls }))(
    'modifying the result of %s changes nothing in the store',
    async ([_, call], { store }) => {
      const result = await call(store)
      const stored = await snapshot(store)
      spoil(result)
      expect(await store.dump()).toStrictEqual(stored)
    },
  )

  empty('modifying what load and addAccount were given changes nothing in the store', async ({ store }) => {
    const verification = { codeHash: 'hash', expiresAt: '2025-06-15T12:10:00.000Z', tries: 0 }
    const [loaded, added] = [sampleData(), account('new', { verification })]
    await store.load(loaded)
    await store.addAccount(...added)
    const stored = await snapshot(store)
    spoil([loaded, added])
    expect(await store.dump()).toStrictEqual(stored)
  })

  filled('modifying a record that a rule received or returned changes nothing in the store', async ({ store }) => {
    const held: object[] = []
    const hold = <T extends object>(record: T): T => {
      held.push(record)
      return record
    }
    await store.changeUser('ann', hold)
    await store.changeUser('bea', (user) => hold({ ...hold(user), name: 'Made by the rule' }))
    await store.changeTeam('acme', hold)
    await store.changeTeam('solo', (team) => hold({ ...hold(team), name: 'Made by the rule' }))
    const stored = await snapshot(store)
    spoil(held)
    expect(await store.dump()).toStrictEqual(stored)
  })
}

/** Of its own, also where a dump shares records. */
const snapshot = async (store: Store) => structuredClone(await store.dump())

/** Changes every field, at any depth. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, field] of Object.entries(value)) {
    if (typeof field === 'object' && field !== null) spoil(field)
    else Object.assign(value, { [key]: 'Spoilt' })
  }
  if (Array.isArray(value)) value.length = 0
}
