/** The reference server for requests that must not see each other: its store is the fresh demo data for each of them. */

import { demo } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { listen } from '@monitoring-service/gate/node'
import { createApp } from '../../server/app.ts'
import { createPasswords, type Passwords } from '../../server/security/passwords.ts'
import { createTokens } from '../../server/security/tokens.ts'
import { parseData } from '../../server/store/data-file.ts'
import { openStore } from '../../server/store/open.ts'
import type { Data } from '../../server/store/records.ts'
import type { Store } from '../../server/store/store.ts'
import type { Target } from './targets.ts'

const asOf = new Date(demoData.asOf)
const readers = new Set(['findUser', 'findMember', 'listDeletionRequests'])
/** The verification code of the demo's OAuth user. */
const code = '246810'

export async function startServer(): Promise<Target> {
  const now = () => asOf
  const passwords = await createPasswords(4)
  const data = await withQuickHashes(passwords)
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
  const app = createApp({ store, passwords, tokens, adminApiKey, upgradeUrl, now, cors: { origins: '*' } })
  const { url, close } = await listen(app, 0)
  return {
    name: 'server',
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

/** The demo data with hashes that cost a hundredth of the work. */
async function withQuickHashes(passwords: Passwords): Promise<Data> {
  const data = parseData(JSON.stringify(demoData), asOf)
  const [password, codeHash] = [await passwords.hash(demo.password), await passwords.hash(code)]
  for (const user of data.users) {
    if (user.passwordHash) user.passwordHash = password
    if (user.verification) user.verification.codeHash = codeHash
  }
  return data
}
