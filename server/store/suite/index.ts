/** The promises of server/store/store.ts as one suite, for every store there is. */
import { describe } from 'vitest'
import type { Store } from '../store.ts'
import { accounts } from './accounts.ts'
import { attempts } from './attempts.ts'
import { closing } from './close.ts'
import { completion } from './complete-deletions.ts'
import { listing } from './deletion-requests.ts'
import { dumping } from './dump.ts'
import { incidents } from './incidents.ts'
import { joining } from './joining-races.ts'
import { loading } from './load.ts'
import { belonging } from './ownership.ts'
import { races } from './races.ts'
import { sampleData } from './sample-data.ts'
import { statistics } from './statistics.ts'
import { teams } from './teams.ts'

/** Opens an empty store. `close` also removes what the store leaves behind, and may find it closed. */
export type OpenEmptyStore = () => Promise<{ store: Store; close: () => Promise<void> }>

/** Makes a test out of what is done with a store. */
export type Use = (test: (store: Store) => Promise<void>) => () => Promise<void>

export function testStore(name: string, open: OpenEmptyStore): void {
  const empty: Use = (test) => async () => {
    const { store, close } = await open()
    await test(store).finally(close)
  }
  const filled: Use = (test) =>
    empty(async (store) => {
      await store.load(sampleData())
      await test(store)
    })

  describe(name, () => {
    describe('accounts', () => accounts(filled))
    describe('teams', () => teams(filled))
    describe('incidents', () => incidents(filled))
    describe('statistics', () => statistics(filled))
    describe('listing of deletions', () => listing(filled, empty))
    describe('completion of deletions', () => completion(filled, empty))
    describe('attempts', () => attempts(filled))
    describe('loading', () => loading(filled, empty))
    describe('belonging', () => belonging(filled, empty))
    describe('dumping', () => dumping(filled, empty))
    describe('races', () => races(filled))
    describe('joining', () => joining(empty))
    describe('closing', () => closing(filled))
  })
}
