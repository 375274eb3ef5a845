/** The app is built, and its server component, cached page and route handler answer with data of the service. */
import { match, strictEqual } from 'node:assert'
import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { createMock } from '@monitoring-service/mock'

const { version } = JSON.parse(readFileSync('node_modules/next/package.json', 'utf8'))
const mock = await createMock()
process.env.API_URL = mock.url
process.env.ADMIN_KEY = 'published-demo-admin-api-key-never-use-it-for-real'
await promisify(execFile)('node_modules/.bin/next', ['build'])
const server = spawn('node_modules/.bin/next', ['start', '-p', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
let output = ''
for await (const text of server.stdout.iterator({ destroyOnReturn: false })) {
  output += text
  if (/Ready/.test(output)) break
}
const [url] = /http:\/\/localhost:\d+/.exec(output)
after(async () => {
  server.kill()
  await mock.close()
})

const read = async (path) => (await fetch(`${url}${path}`)).text()
const changeTotal = (total) => mock.next('listDeletionRequests', 'firstPage', { body: { pagination: { total } } })

test('server component', async () => {
  await changeTotal(7)
  match(await read('/'), /leaving: 7</)
  await changeTotal(8)
  match(await read('/'), /leaving: 8</)
})

test('route handler', async () => {
  await changeTotal(9)
  strictEqual(await read('/leaving'), '{"leaving":9}')
})

test('use cache', { skip: version.startsWith('14.') }, async () => {
  match(await read('/cached'), /leaving: 45</)
})
