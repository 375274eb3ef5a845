/** A page has data that its load function got with SvelteKit's fetch, and a form whose action logs in. */
import { deepStrictEqual, match } from 'node:assert'
import { after, test } from 'node:test'
import { createMock } from '@monitoring-service/mock'
import { createServer } from 'vite'

const mock = await createMock()
process.env.PUBLIC_SERVICE = mock.url
const server = await createServer({ server: { port: 0 }, logLevel: 'error' })
await server.listen()
const origin = `http://localhost:${server.httpServer.address().port}`
after(async () => {
  await server.close()
  await mock.close()
})

test('load', async () => {
  match(await (await fetch(origin)).text(), /logged in as owner/)
})

test('form action', async () => {
  const submit = async () => {
    const body = new URLSearchParams({ email: 'owner@acme.example', password: 'correct-horse-battery' })
    const response = await fetch(`${origin}/log-in`, { method: 'POST', headers: { origin, accept: 'text/html' }, body })
    const [, text] = /<p>(?:<!--.*?-->)*([^<]*)/.exec(await response.text()) ?? []
    return [response.status, text, response.headers.has('set-cookie')]
  }
  await mock.next('login', 'wrongPassword')
  deepStrictEqual(await submit(), [401, 'Wrong e-mail or password.', false])
  deepStrictEqual(await submit(), [200, 'logged in as owner', true])
})
