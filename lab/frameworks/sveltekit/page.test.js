/** The page has data that its load function got with SvelteKit's fetch. */
import { match } from 'node:assert'
import { test } from 'node:test'
import { createMock } from '@monitoring-service/mock'
import { createServer } from 'vite'

test('load', async () => {
  const mock = await createMock()
  process.env.PUBLIC_SERVICE = mock.url
  const server = await createServer({ server: { port: 0 }, logLevel: 'error' })
  try {
    await server.listen()
    match(await (await fetch(`http://localhost:${server.httpServer.address().port}/`)).text(), /logged in as owner/)
  } finally {
    await server.close()
    await mock.close()
  }
})
