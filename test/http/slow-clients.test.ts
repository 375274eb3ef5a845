/** Clients that do not complete their request in time, and clients that only keep a connection open; limits are shorter here. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { serverLimits } from '@monitoring-service/http/node'
import { createMock } from '@monitoring-service/mock'
import { startServer } from '@monitoring-service/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { atOnce, tally, transmit } from '../support/raw-http.ts'
import { demoSettings } from '../support/settings.ts'
import { begin, halfHead, host, list, login, open } from './clients.ts'

const valid = `GET /auth/login HTTP/1.1\r\n${host}Prefer: fault=hang\r\n\r\n`
const limits = { ...serverLimits }
const shorter = { headersTimeout: 5_000, requestTimeout: 6_000, halfOpenTimeout: 1_000, checkingInterval: 500 }
let targets: { close(grace?: number): Promise<void> }[] = []
/** They close on their own; the tests of this file wait for it at the same time. */
const closed: Record<string, Promise<unknown>> = {}

beforeAll(async () => {
  Object.assign(serverLimits, shorter)
  const [server, mock] = [await startServer({ ...demoSettings, opsPort: 0, fixturesPort: 0 }), await createMock()]
  targets = [server, mock]
  const urls = { API: server.url, operations: server.opsUrl, 'test hooks': server.fixturesUrl, mock: mock.url }
  for (const [name, url = ''] of Object.entries(urls)) {
    const socket = await open(url, valid)
    await once(socket, 'data')
    closed[name] = dripLineEnds(socket)
  }
  const hung = await open(mock.url, valid.replace('GET /auth/login', 'GET /admin/deletion-requests'))
  closed['mock, half closed'] = once(hung.resume().end(), 'close')
})
afterAll(async () => {
  Object.assign(serverLimits, limits)
  await Promise.all(targets.map(({ close }) => close(0)))
})

async function dripLineEnds(socket: Socket): Promise<void> {
  const timer = setInterval(() => socket.write('\r\n'), 1_000)
  // The server resets the connection if a line end arrives after it has closed.
  socket.on('error', () => {})
  await new Promise((resolve) => socket.resume().once('close', resolve))
  clearInterval(timer)
}

it('two hundred incomplete requests do not delay others, and are rejected in the end', {
  tags: ['P17'],
  timeout: 120_000,
}, async () => {
  // Two hundred connections and a log-in must fit in it, also on a busy machine.
  Object.assign(serverLimits, { headersTimeout: 10_000, requestTimeout: 12_000 })
  const server = await startServer(demoSettings)
  Object.assign(serverLimits, shorter)
  targets.push(server)
  const { url } = server
  const heads = await atOnce(100, () => open(url, halfHead))
  const bodies = await atOnce(100, () => begin(url))
  for (const socket of bodies) socket.write(login.slice(0, 10))
  const silent = await open(url)
  const refusals = [...heads, ...bodies, silent].map((socket) => text(socket))
  const first = Promise.race(refusals).then(() => 'rejected')
  const answers = Promise.all([list(url), transmit(url, 'POST', '/auth/login', {}, login)])
  expect(await Promise.race([first, answers.then((all) => tally(all))])).toEqual({ 200: 2 })
  for (const refusal of await Promise.all(refusals)) {
    expect(refusal).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*"message":"the request took too long to arrive"/)
  }
})

it.each(['API', 'operations', 'test hooks', 'mock'])(
  'a client that sends only line ends after its request is disconnected: %s',
  { tags: ['P81'], timeout: 40_000 },
  async (port) => {
    await closed[port]
  },
)

it('a client that has closed its side is disconnected, if its response does not come', { tags: ['P80'] }, async () => {
  await closed['mock, half closed']
})
