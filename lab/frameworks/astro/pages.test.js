/** A page with a list that the server got from the service, and an endpoint that logs in. */
import { deepStrictEqual } from 'node:assert'
import { after, test } from 'node:test'
import { createMock } from '@monitoring-service/mock'
import { dev } from 'astro'

const mock = await createMock()
process.env.SERVICE = mock.url
process.env.ADMIN_KEY = 'published-demo-admin-api-key-never-use-it-for-real'
const server = await dev({ root: import.meta.dirname, output: 'server', logLevel: 'error', server: { port: 0 } })
const origin = `http://localhost:${server.address.port}`
after(async () => {
  await server.stop()
  await mock.close()
})

test('page', async () => {
  const show = async (path) => {
    const response = await fetch(`${origin}${path}`)
    return [response.status, ...[...(await response.text()).matchAll(/<p[^>]*>([^<]*)/g)].map(([, text]) => text)]
  }
  deepStrictEqual((await show('/?page=15')).length, 4)
  await mock.next('listDeletionRequests', 'firstPage', { body: { data: [], pagination: { page: 2, total: 0 } } })
  deepStrictEqual(await show('/?page=2'), [200])
  await mock.fault('listDeletionRequests', { fault: '500', times: 1 })
  deepStrictEqual(await show('/'), [500, 'Please try again later.'])
})

test('endpoint', async () => {
  const submit = async () => {
    const body = new URLSearchParams({ email: 'owner@acme.example', password: 'correct-horse-battery' })
    const response = await fetch(`${origin}/log-in`, { method: 'POST', headers: { origin }, body })
    return [response.status, await response.json(), response.headers.has('set-cookie')]
  }
  await mock.next('login', 'wrongPassword')
  deepStrictEqual(await submit(), [401, { code: 'INVALID_CREDENTIALS' }, false])
  deepStrictEqual(await submit(), [200, { role: 'owner' }, true])
})
