/** The targets of the agreement run: the reference server, with fresh demo data for each scenario, and the mock. */
import { demo, type Scenario } from '@monitoring-service/contract'
import { ApiError } from '@monitoring-service/http'
import { listen } from '@monitoring-service/http/node'
import { createMock } from '@monitoring-service/mock'
import { createApp } from '../../server/app.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { createTokens } from '../../server/auth/tokens.ts'
import { openStore } from '../../server/store/open.ts'
import type { Store } from '../../server/store/store.ts'
import { asOf, cheaplyHashedDemoData } from './demo-data.ts'

export interface Target {
  name: 'server' | 'mock'
  url: string
  /** The time at which the target verifies tokens. */
  now(): Date
  /** Sets up the preconditions of a scenario, except repetitions. */
  prepare(scenario: Pick<Scenario, 'given'>): Promise<void>
  close(): Promise<void>
}

/** @param open opens an empty store. @param create creates the server's request listener. */
export async function startServerTarget(open = () => openStore('memory:'), create = createApp): Promise<Target> {
  const now = () => asOf
  const passwords = await createPasswords(4)
  const data = await cheaplyHashedDemoData(passwords)
  let current = await open()
  const tokens = await createTokens(demo.tokenSecret, now)
  // The database has the same time.
  const store = new Proxy({} as Store, {
    get: (_, key: keyof Store) => (key === 'time' ? async () => asOf : current[key]),
  })
  const { adminApiKey, upgradeUrl } = demo
  const { url, close } = await listen(create({ store, passwords, tokens, adminApiKey, upgradeUrl, now }), 0)
  return {
    name: 'server',
    url,
    now,
    async prepare({ given }) {
      await store.close()
      const opened = given.store === 'broken' ? brokenStore : await open()
      current = given.store === 'interrupted' ? interrupt(opened) : opened
      if (given.store !== 'broken') await store.load(data)
      if (given.store === 'closed') await store.close()
    },
    async close() {
      await close()
      await store.close()
      await passwords.close()
    },
  }
}

/** Loses contact with the database in every write. */
function interrupt(store: Store): Store {
  const writes = /^(add|change|remove|reset|count)/
  return new Proxy(store, {
    get: (target, method: keyof Store) =>
      writes.test(method) ? () => Promise.reject(new ApiError('OUTCOME_UNKNOWN')) : target[method],
  })
}

/** Fails as a defect would. */
const brokenStore = new Proxy({} as Store, {
  get: (_, method) => async () => {
    if (method === 'close') return
    throw new TypeError('a defect, made for this scenario')
  },
})

export async function startMockTarget(): Promise<Target> {
  const { url, close } = await createMock()
  return { name: 'mock', url, now: () => new Date(), prepare: async () => {}, close }
}
