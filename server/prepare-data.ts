/** Prepares the store of a server: may the server use it, is the time right, and the first records of an empty one. */
import type { Passwords } from './auth/passwords.ts'
import { earlierTime } from './domain/clock.ts'
import type { Log } from './ops/log.ts'
import type { Settings } from './read-settings.ts'
import { readDataFile } from './store/data-file.ts'
import type { Data } from './store/records.ts'
import type { Store } from './store/store.ts'
import {
  assertTrialStore,
  findDemoAccounts,
  hasPublishedSecret,
  isTrialStore,
  servesOnlyTools,
  withHashesOf,
} from './trial.ts'

/** @throws Error in one line if the server must not use the store, the clocks differ, or the data file is wrong. */
export async function prepareData(store: Store, settings: Settings, passwords: Passwords, log: Log): Promise<void> {
  const { isUnsafe = false, fixturesPort, docs, dataFile } = settings
  const isPublished = hasPublishedSecret(settings)
  if (!isUnsafe && (isPublished || fixturesPort !== undefined)) await assertTrialStore(store)
  else if (docs?.hasDemo && !(await isTrialStore(store))) log.demoWithOwnStore()
  // A wrong clock would also schedule deletions at a wrong time.
  await earlierTime(store, new Date())
  if (dataFile) {
    await loadIfEmpty(store, async () => {
      const data = await readDataFile(dataFile, new Date())
      return servesOnlyTools(settings) ? withHashesOf(passwords, data) : data
    })
  }
  if (!isPublished && !docs?.hasDemo) log.demoAccounts(await findDemoAccounts(store))
}

async function loadIfEmpty(store: Store, read: () => Promise<Data>): Promise<void> {
  if (!(await store.isEmpty())) return
  const data = await read()
  await store.load(data).catch(async (error) => {
    // When several servers start on one database, one loads the data; the others fail and find it there.
    if (await store.isEmpty()) throw error
  })
}
