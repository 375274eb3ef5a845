/** A request that two parts of the server read differently is not executed. */
import { demo } from '@monitoring-service/contract'
import { listen } from '@monitoring-service/http/node'
import { expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { createTokens } from '../../server/auth/tokens.ts'
import { openStore } from '../../server/store/open.ts'
import { asOf, cheaplyHashedDemoData } from '../agreement/demo-data.ts'
import { transmit } from '../support/raw-http.ts'
import { ids } from '../support/server.ts'

const viewer = '01J00000000000000PERS0N004'
const incident = `/api/v1/incidents/${ids.manual}`
const stats = `/api/v1/monitors/${ids.monitor}/stats`
const login = '/auth/login'
const account = '/dashboard/account/delete'

/** A target as the HTTP handler reads it, and another that Express and its validator read. */
const ambiguous: [method: string, path: string, expressTarget: string, body?: object][] = [
  ['DELETE', incident, stats],
  ['POST', account, login, { email: 'member@acme.example', password: demo.password }],
  ['DELETE', incident, '/nowhere'],
]

it.each(ambiguous)(
  'a request that is routed to two operations is executed as neither: %s %s as %s',
  { tags: ['P54'] },
  async (method, path, expressTarget, body) => {
    const [now, passwords] = [() => asOf, await createPasswords(4)]
    const [store, tokens] = [await openStore('memory:'), await createTokens(demo.tokenSecret, now)]
    await store.load(await cheaplyHashedDemoData(passwords))
    const { adminApiKey, upgradeUrl } = demo
    const app = createApp({ store, passwords, tokens, adminApiKey, upgradeUrl, now })
    // Express and the validator read originalUrl; the HTTP handler reads url.
    const { url, close } = await listen(
      (request, response) => app(Object.assign(request, { originalUrl: expressTarget }), response),
      0,
    )
    const before = await store.dump()
    // The viewer may call the other operation.
    const { accessToken } = await tokens.issue(viewer)
    const { statusLine } = await transmit(url, method, path, { authorization: `Bearer ${accessToken}` }, body)
    expect(statusLine).not.toMatch(/^2/)
    expect(await store.dump()).toEqual(before)
    await close()
    await passwords.close()
  },
)
