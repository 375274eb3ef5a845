/** Clients that close their side, or still send, when the response arrives; and targets in absolute form. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { demo } from '@monitoring-service/contract'
import { createMock } from '@monitoring-service/mock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useServer } from '../support/server.ts'

const server = useServer()
const urls: Record<string, string> = {}
let mock: Awaited<ReturnType<typeof createMock>>
beforeAll(async () => {
  mock = await createMock()
  Object.assign(urls, { server: server.url, mock: mock.url })
})
afterAll(() => mock?.close(0))

const host = 'Host: localhost\r\n'
const json = 'Content-Type: application/json\r\n'
const key = `X-Admin-Api-Key: ${demo.adminApiKey}\r\n`
const list = `GET /admin/deletion-requests HTTP/1.1\r\n${host}${key}\r\n`
const credentials = JSON.stringify({ email: 'member@acme.example', password: demo.password })
const login = `POST /auth/login HTTP/1.1\r\n${host}${json}Content-Length: ${credentials.length}\r\n\r\n${credentials}`
const post = `POST /auth/login HTTP/1.1\r\n${host}${json}`
const close = 'Connection: close\r\n'
const expects = 'Expect: 100-continue\r\n'

/** Sends bytes, perhaps closes its side, and returns the status of each response until the connection is closed. */
async function send(url: string, bytes: string | Buffer, closes: boolean): Promise<string[]> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }).on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  if (closes) socket.end()
  const responses = await text(socket).catch(() => '')
  socket.destroy()
  return [...responses.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status = '']) => status)
}

describe.each(['server', 'mock'])('the %s', (name) => {
  it.each([
    ['a request', list, ['200']],
    ['a login, whose response takes time', login, ['200']],
    ['two requests', login + list, ['200', '200']],
    ['half of a second request', list + login.slice(0, -1), ['200', '400']],
    ['half a request', login.slice(0, -1), ['400']],
    ['nothing', '', []],
  ])('responds to a client that closes its side behind %s', { tags: ['P80'] }, async (_, bytes, statuses) => {
    expect(await send(urls[name] as string, bytes, true)).toEqual(statuses)
  })

  const large = Buffer.alloc(8_000_000, ' ')
  it.each([
    ['a body above the limit', `${post}${close}Content-Length: ${large.length}\r\n\r\n`, '413'],
    ['a chunk', `${post}${close}Transfer-Encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n`, '413'],
    ['a body of an invalid request', `${post}${host}Content-Length: ${large.length}\r\n\r\n`, '400'],
  ])('responds to a client that still sends %s', { tags: ['P82'] }, async (_, head, status) => {
    const sent = () => send(urls[name] as string, Buffer.concat([Buffer.from(head), large]), false)
    // The system loses such a response about every second time.
    expect(await Promise.all(Array.from({ length: 6 }, sent))).toEqual(Array(6).fill([status]))
  })

  it.each([
    ['too large', `${post}${close}${expects}Content-Length: 1000000000\r\n\r\n`, ['413']],
    ['sent nowhere', `POST /x HTTP/1.1\r\n${host}${close}${expects}Content-Length: 9\r\n\r\n`, ['404']],
    ['of another method', `PUT /auth/login HTTP/1.1\r\n${host}${expects}Content-Length: 9\r\n\r\n`, ['405']],
    ['of an ambiguous request', `${post}${host}${expects}Content-Length: 9\r\n\r\n`, ['400']],
    ['of another type', `${post}${expects}Content-Length: 9\r\n\r\n`.replace('/json', '/xml'), ['415']],
    [
      'in chunks of another type',
      `${post}${expects}Transfer-Encoding: chunked\r\n\r\n`.replace('/json', '/xml'),
      ['415'],
    ],
    [
      'not expected',
      `GET /admin/deletion-requests HTTP/1.1\r\n${host}${json}${expects}Content-Length: 9\r\n\r\n`,
      ['415'],
    ],
    ['empty', `${post}${close}${expects}Content-Length: 0\r\n\r\n`, ['400']],
    ['valid', login.replace('\r\n', `\r\n${close}${expects}`), ['100', '200']],
    ['missing', list.replace('\r\n', `\r\n${close}${expects}`), ['200']],
    ['of HTTP/1.0', login.replace('1.1\r\n', `1.0\r\n${expects}`), ['200']],
  ])('asks only for a body that it reads: one that is %s', { tags: ['P82'] }, async (_, bytes, statuses) => {
    expect(await send(urls[name] as string, bytes, false)).toEqual(statuses)
  })

  it.each(['http://localhost', 'HTTP://LOCALHOST:80', 'https://other.example', 'http://[::1]:3000'])(
    'serves a target that begins with %s like its path',
    { tags: ['P83'] },
    async (origin) => {
      const bytes = (head: string) => `GET ${origin}/admin/deletion-requests HTTP/1.1\r\n${host}${close}${head}\r\n`
      expect(await send(urls[name] as string, bytes(key), false)).toEqual(['200'])
      expect(await send(urls[name] as string, bytes(''), false)).toEqual(['401'])
    },
  )
})
