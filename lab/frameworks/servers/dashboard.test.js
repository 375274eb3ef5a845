/** The page has data, and a wrong key is not the browser's. */
import { deepStrictEqual } from 'node:assert'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { createMock } from '@monitoring-service/mock'
import { frameworks } from './dashboard.js'

let mock
before(async () => {
  mock = await createMock()
})
after(() => mock.close())

for (const [name, start] of Object.entries(frameworks)) {
  test(name, async () => {
    const statuses = []
    for (const key of ['published-demo-admin-api-key-never-use-it-for-real', 'a wrong key']) {
      const server = start(mock.url, key)
      if (!server.listening) await once(server, 'listening')
      statuses.push((await fetch(`http://localhost:${server.address().port}/`)).status)
      server.closeAllConnections()
      server.close()
    }
    deepStrictEqual(statuses, [200, 502])
  })
}
