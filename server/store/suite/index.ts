/** The conformance suite of stores, which tests every guarantee of the `Store` interface. */
import { describe, test } from 'vitest'
import type { Store } from '../store.ts'
import { accounts, userChanges, userFields } from './accounts.ts'
import { attemptEnds, attempts } from './attempts.ts'
import { closing } from './close.ts'
import { deletedBelongings, deletedTeams, dueUsers } from './complete-deletions.ts'
import { copies } from './copies.ts'
import { deletionPages, deletionRequests } from './deletion-requests.ts'
import { counts, dump } from './dump.ts'
import { incidents, refusedIncidents } from './incidents.ts'
import { joiningRaces } from './joining-races.ts'
import { load, rejectedLoads } from './load.ts'
import { ownership } from './ownership.ts'
import { incidentRaces, races } from './races.ts'
import { restore } from './restore.ts'
import { sampleData } from './sample-data.ts'
import { foreignStatistics, statistics } from './statistics.ts'
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
    describe('changes of a user', () => userChanges(filled))
    describe('fields of a user', () => userFields(filled))
    describe('teams', () => teams(filled))
    describe('incidents', () => incidents(filled))
    describe('incidents that stay as they are', () => refusedIncidents(filled))
    describe('statistics', () => statistics(filled))
    describe('statistics of others', () => foreignStatistics(filled))
    describe('listDeletionRequests', () => deletionRequests(filled, empty))
    describe('pages of listDeletionRequests', () => deletionPages(empty))
    describe('completeDeletions', () => dueUsers(filled, empty))
    describe('teams without members', () => deletedTeams(filled))
    describe('what goes with a user or a team', () => deletedBelongings(filled))
    describe('attempts', () => attempts(filled))
    describe('the end of attempts', () => attemptEnds(filled))
    describe('load', () => load(filled, empty))
    describe('a rejected load', () => rejectedLoads(filled, empty))
    describe('ownership', () => ownership(filled, empty))
    describe('dump', () => dump(empty))
    describe('count', () => counts(filled, empty))
    describe('restore', () => restore(filled, empty))
    describe('copies', () => copies(filled, empty))
    describe('races', () => races(filled))
    describe('races for an incident', () => incidentRaces(filled))
    describe('races of members who join and leave', () => joiningRaces(empty))
    describe('close', () => closing(filled))
  })
}
