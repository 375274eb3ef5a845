/** The conformance suite of stores, which tests every guarantee of the `Store` interface. */
import { describe, test } from 'vitest'
import type { Store } from '../store.ts'
import { accounts } from './accounts.ts'
import { attempts } from './attempts.ts'
import { closing } from './close.ts'
import { completeDeletions } from './complete-deletions.ts'
import { deletionRequests } from './deletion-requests.ts'
import { dump } from './dump.ts'
import { incidents } from './incidents.ts'
import { joiningRaces } from './joining-races.ts'
import { load } from './load.ts'
import { ownership } from './ownership.ts'
import { races } from './races.ts'
import { restore } from './restore.ts'
import { sampleData } from './sample-data.ts'
import { statistics } from './statistics.ts'
import { teams } from './teams.ts'

/** Opens an empty store. `close` also removes the stored data; the test may have closed the store already. */
export type OpenEmptyStore = () => Promise<{ store: Store; close: () => Promise<void> }>

/**
 * Registers the suite for one implementation of `Store`. Call it in a Vitest test file; each test opens a store:
 *
 * ```ts
 * import { testStore } from '@monitoring-service/server/store-suite'
 *
 * testStore('my store', async () => {
 *   const store = await openMyStore()
 *   return { store, close: () => store.close() }
 * })
 * ```
 */
export function testStore(name: string, open: OpenEmptyStore): void {
  const empty = test.extend<{ store: Store }>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest requires a destructured parameter.
    store: async ({}, use) => {
      const { store, close } = await open()
      await use(store)
      await close()
    },
  })
  const filled = empty.extend<{ store: Store }>({
    store: async ({ store }, use) => {
      await store.load(sampleData())
      await use(store)
    },
  })

  describe(name, () => {
    describe('accounts', () => accounts(filled))
    describe('teams', () => teams(filled))
    describe('incidents', () => incidents(filled))
    describe('statistics', () => statistics(filled))
    describe('listDeletionRequests', () => deletionRequests(filled, empty))
    describe('completeDeletions', () => completeDeletions(filled, empty))
    describe('attempts', () => attempts(filled))
    describe('load', () => load(filled, empty))
    describe('ownership', () => ownership(filled, empty))
    describe('dump and count', () => dump(filled, empty))
    describe('restore', () => restore(filled, empty))
    describe('races', () => races(filled))
    describe('races of members who join and leave', () => joiningRaces(empty))
    describe('close', () => closing(filled))
  })
}
