/** When two parts of the server read one request differently, nothing is done. */

import { demo } from '@monitoring-service/contract'
import { listen } from '@monitoring-service/http/node'
import { expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { createTokens } from '../../server/auth/tokens.ts'
import { openStore } from '../../server/store/open.ts'
import { transmit } from '../support/raw-http.ts'
import { ids } from '../support/server.ts'
import { asOf, cheaplyHashedDemoData } from '../whole/agreement/demo-data.ts'

const viewer = '01J00000000000000PERS0N004'
const incident = `/api/v1/incidents/${ids.manual}`
const stats = `/api/v1/monitors/${ids.monitor}/stats`
const login = '/auth/login'
const account = '/dashboard/account/delete'

/** What is asked for, as an operation that asks for less. */
const twofold: [method: string, path: string, seen: string, body?: object][] = [
  ['DELETE', incident, stats],
  ['POST', account, login, { email: 'member@acme.example', password: demo.password }],
  ['DELETE', incident, '/nowhere'],
]

it.each(twofold)(
  'A request that is taken for two operations is served as neither: %s %s as %s',
  { tags: ['P54'] },
  async (method, path, seen, body) => {
    const [now, passwords] = [() => asOf, await createPasswords(4)]
    const [store, tokens] = [await openStore('memory:'), await createTokens(demo.tokenSecret, now)]
    await store.load(await cheaplyHashedDemoData(passwords))
    const { adminApiKey, upgradeUrl } = demo
    const app = createApp({ store, passwords, tokens, adminApiKey, upgradeUrl, now })
    // Express and the validator, which both keep to it, take this for the target; the gate does not.
    const { url, close } = await listen(
      (request, response) => app(Object.assign(request, { originalUrl: seen }), response),
      0,
    )
    const before = await store.dump()
    // A caller who may do what the other operation does.
    const { accessToken } = await tokens.issue(viewer)
    const { statusLine } = await transmit(url, method, path, { authorization: `Bearer ${accessToken}` }, body)
    expect(statusLine).not.toMatch(/^2/)
    expect(await store.dump()).toEqual(before)
    await close()
    await passwords.close()
  },
)
