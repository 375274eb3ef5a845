/** The reference server with fresh demo data for each request, so that requests do not affect each other. */

import { demo } from '@monitoring-service/contract'
import { listen } from '@monitoring-service/http/node'
import { createApp } from '../../server/app.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { createTokens } from '../../server/auth/tokens.ts'
import { openStore } from '../../server/store/open.ts'
import type { Data } from '../../server/store/records.ts'
import type { Store } from '../../server/store/store.ts'
import { asOf, cheaplyHashedDemoData } from '../agreement/demo-data.ts'
import type { Target } from './clients.ts'

const readers = new Set(['findUser', 'findMember', 'listDeletionRequests'])

/** @param create creates the server's request listener. */
export async function startServer(name = 'server', create = createApp, now = () => asOf): Promise<Target> {
  const passwords = await createPasswords(4)
  const data = await cheaplyHashedDemoData(passwords)
  let current = await openWith(data)
  let used = false
  const store = new Proxy({} as Store, {
    get(_, method: keyof Store) {
      used ||= !readers.has(method)
      return current[method]
    },
  })
  const tokens = await createTokens(demo.tokenSecret, now)
  const { adminApiKey, upgradeUrl } = demo
  const app = create({ store, passwords, tokens, adminApiKey, upgradeUrl, now, cors: { origins: '*' } })
  const { url, close } = await listen(app, 0)
  return {
    name,
    now,
    async ready() {
      if (used) {
        await current.close()
        current = await openWith(data)
        used = false
      }
      return url
    },
    async close() {
      await close(0)
      await current.close()
      await passwords.close()
    },
  }
}

async function openWith(data: Data): Promise<Store> {
  const store = await openStore('memory:')
  await store.load(data)
  return store
}
