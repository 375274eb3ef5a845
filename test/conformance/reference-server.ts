/** The reference server on a free port, with the hook that the kit needs beside it. */
import { demo } from '@monitoring-service/contract'
import { listen } from '@monitoring-service/http/node'
import { createApp } from '../../server/app.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { createTokens } from '../../server/auth/tokens.ts'
import { openStore } from '../../server/store/open.ts'
import { startTestHooks } from '../../server/test-hooks.ts'

export interface Reference {
  url: string
  hookUrl: string
  adminKey: string
  close(): Promise<void>
}

/** @param cost bcrypt's work factor. */
export async function startReference(cost = 4, storeUrl = 'memory:'): Promise<Reference> {
  const now = () => new Date()
  const store = await openStore(storeUrl)
  const passwords = await createPasswords(cost)
  const tokens = await createTokens(demo.tokenSecret, now)
  const { adminApiKey, upgradeUrl } = demo
  const server = await listen(createApp({ store, passwords, tokens, adminApiKey, upgradeUrl, now }), 0)
  const hook = await startTestHooks({ store, tokens, passwords, now }, 0)
  return {
    url: server.url,
    hookUrl: hook.url,
    adminKey: adminApiKey,
    async close() {
      await server.close(0)
      await hook.close()
      await store.close()
      await passwords.close()
    },
  }
}
