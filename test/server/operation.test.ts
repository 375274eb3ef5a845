/** The server process: shutdown, persistence, and peers that reset connections. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { demo } from '@monitoring-service/contract'
import { serverLimits } from '@monitoring-service/http/node'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openStore } from '../../server/store/open.ts'
import { account, dataOf, noon, scheduled } from '../../server/store/suite/sample-data.ts'
import { begin } from '../http/clients.ts'
import { folderOfTest } from '../support/folder-test.ts'
import { secrets, start } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'
import { ids } from '../support/server.ts'

const member = 'member@acme.example'
const key = { 'X-Admin-Api-Key': demo.adminApiKey }

describe('Shutdown', () => {
  it('by a second signal does not wait', async () => {
    const server = await start(['--demo', '--port', '0'])
    const socket = await begin(server.url)
    server.signal('SIGTERM')
    const ask = () => transmit(server.url, 'GET', '/unknown', {})
    await vi.waitFor(() => expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' }), 10_000)
    server.signal('SIGTERM')
    expect((await server.ended).code).toBe(1)
    socket.destroy()
  })

  it('in the middle of a purge ends it between two steps, and each deleted account is in the log', {
    tags: ['P74'],
  }, async () => {
    const folder = await folderOfTest()
    const url = `sqlite:${folder.at('store.db')}`
    const due = 20_000
    const filled = await openStore(url)
    await filled.load(dataOf(Array.from({ length: due }, (_, i) => account(`due${i}`, scheduled(noon)))))
    await filled.close()
    const server = await start(['--port', '0', '--store', url], { ...secrets, PURGE_MAX: String(due) })
    await vi.waitUntil(() => server.stderr().includes('account deleted'), { timeout: 10_000 })
    const atMost = setTimeout(() => server.signal('SIGKILL'), serverLimits.closeGrace)
    const { code, stderr } = await server.stop()
    clearTimeout(atMost)
    expect(code).toBe(0)
    const store = await openStore(url)
    onTestFinished(() => store.close())
    const { total } = await store.listDeletionRequests(0, 1)
    expect(total).toBeGreaterThan(0)
    expect(due - total).toBe(stderr.split('"msg":"account deleted"').length - 1)
  })
})

it('A file store keeps its data over a restart, and does not load the demo data again', async () => {
  const folder = await folderOfTest()
  const args = ['--demo', '--port', '0', '--store', `file:${folder.at('new/db.json')}`]
  const account = { email: 'ada@new.example', password: 'an-uncommon-password' }
  const first = await start(args)
  const send = (path: string, method = 'DELETE', token?: string, body?: object) =>
    transmit(first.url, method, path, token ? { Authorization: `Bearer ${token}` } : {}, body)
  const { body } = await send('/auth/login', 'POST', undefined, { email: member, password: demo.password })
  const done = await Promise.all([
    send('/auth/signup', 'POST', undefined, account),
    send(`/api/v1/incidents/${ids.manual}/resolve`, 'PUT', body.accessToken, { cause: 'kept' }),
    send(`/api/v1/incidents/${ids.manualResolved}`, 'DELETE', body.accessToken),
    send(`/api/v1/services/${ids.service}/stats`, 'DELETE', body.accessToken),
    send('/dashboard/account/delete', 'POST', body.accessToken, { password: demo.password }),
  ])
  expect(done.map(({ statusLine }) => statusLine)).toEqual(['201', '200', '204', '200', '200'])
  expect((await first.stop()).code).toBe(0)

  const { url } = await start(args)
  const again = async (path: string, method: string, payload?: object) => {
    const headers = { ...key, Authorization: `Bearer ${body.accessToken}` }
    return transmit(url, method, path, headers, payload)
  }
  expect((await again('/auth/login', 'POST', account)).statusLine).toBe('200')
  expect((await again(`/api/v1/incidents/${ids.manual}/resolve`, 'PUT')).statusLine).toBe(
    '409 INCIDENT_ALREADY_RESOLVED',
  )
  expect((await again(`/api/v1/incidents/${ids.manualResolved}`, 'DELETE')).statusLine).toBe('404 INCIDENT_NOT_FOUND')
  expect((await again(`/api/v1/services/${ids.service}/stats`, 'DELETE')).body.deletedCount).toBe(0)
  expect((await again('/admin/deletion-requests', 'GET')).body.pagination?.total).toBe(46)
})

it('Peers that reset connections at any point do not end the server', async () => {
  const server = await start(['--demo', '--port', '0'])
  const beginnings = [
    'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\nx',
    'hello\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: foo\r\n\r\n',
    'POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{',
    'GET /admin/deletion-requests HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(20),
  ]
  for (let round = 0; round < 50; round++) {
    for (const bytes of beginnings) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
      await once(socket, 'connect')
      await new Promise((resolve) => socket.write(bytes, resolve))
      socket.resetAndDestroy()
    }
  }
  expect((await transmit(server.url, 'GET', '/x', {})).statusLine).toBe('404 NOT_FOUND')
  const { code, stderr } = await server.stop()
  expect(code).toBe(0)
  expect(stderr).not.toContain('"status":5')
})
