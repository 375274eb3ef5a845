/** The two that must agree with the contract: the reference server, on fresh demo data each time, and the mock. */
import { demo, type Scenario } from '@monitoring-service/contract'
import { listen } from '@monitoring-service/http/node'
import { createMock } from '@monitoring-service/mock'
import { createApp } from '../../../server/app.ts'
import { createPasswords } from '../../../server/auth/passwords.ts'
import { createTokens } from '../../../server/auth/tokens.ts'
import { openStore } from '../../../server/store/open.ts'
import type { Store } from '../../../server/store/store.ts'
import { asOf, cheaplyHashedDemoData } from './demo-data.ts'

export interface Target {
  name: 'server' | 'mock'
  url: string
  /** The time by which the target judges tokens. */
  now(): Date
  /** Makes true what a scenario takes for given, apart from repetitions. */
  prepare(scenario: Scenario): Promise<void>
  close(): Promise<void>
}

/** @param open opens an empty store. */
export async function startServerTarget(open = () => openStore('memory:')): Promise<Target> {
  const now = () => asOf
  const passwords = await createPasswords(4)
  const data = await cheaplyHashedDemoData(passwords)
  let current = await open()
  // The application stays, its store is another one for each scenario.
  const store = new Proxy({} as Store, { get: (_, method: keyof Store) => current[method] })
  const tokens = await createTokens(demo.tokenSecret, now)
  const { adminApiKey, upgradeUrl } = demo
  const { url, close } = await listen(createApp({ store, passwords, tokens, adminApiKey, upgradeUrl, now }), 0)
  return {
    name: 'server',
    url,
    now,
    async prepare({ given }) {
      await current.close()
      current = given.store === 'broken' ? brokenStore : await open()
      if (given.store !== 'broken') await current.load(data)
      if (given.store === 'closed') await current.close()
    },
    async close() {
      await close()
      await current.close()
      await passwords.close()
    },
  }
}

/** Fails as only a defect does. */
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
