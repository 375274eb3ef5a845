/** Malformed HTTP on raw sockets, oversized bodies, and clients that disconnect or do not read. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { demo, limits } from '@monitoring-service/contract'
import { listen, serverLimits } from '@monitoring-service/http/node'
import { startServer } from '@monitoring-service/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sendRaw } from '../support/raw-http.ts'
import { ids, useServer } from '../support/server.ts'
import { demoSettings } from '../support/settings.ts'
import { malformed } from './final-requests.ts'

const server = useServer()
const host = 'Host: localhost\r\n'
const login = JSON.stringify({ email: 'member@acme.example', password: demo.password })
const post = `POST /auth/login HTTP/1.1\r\n${host}Content-Type: application/json\r\n`
const last = `GET /last HTTP/1.1\r\n${host}Connection: close\r\n\r\n`

async function open(url: string, bytes: string): Promise<Socket> {
  const { port, hostname } = new URL(url)
  // Stays open after the server closes its side, as a malicious peer would.
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

describe('malformed HTTP', () => {
  it.each(malformed)(
    'gets an error response of the contract, and the connection is closed: %s',
    { tags: ['P14', 'P16'] },
    async (_, bytes) => {
      const [answer, ...others] = await sendRaw(server.url, bytes)
      expect(others).toEqual([])
      expect(answer?.statusLine).toBe('400 VALIDATION_ERROR')
      expect(answer?.body).toEqual({ error: { code: 'VALIDATION_ERROR', message: expect.any(String), status: 400 } })
      expect(answer?.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-type': 'application/json; charset=utf-8',
        // In HTTP/1.0, the end of the connection tells the length, and Node 20 says no other.
        ...(!bytes.includes(' HTTP/1.0') && { 'content-length': String(answer?.text.length) }),
        'x-request-id': expect.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
        connection: 'close',
      })
      const requestId = answer?.headers['x-request-id']
      await vi.waitFor(async () => expect(await server.reports()).toMatchObject([{ requestId }]), 5_000)
    },
  )

  const relative = '* ? ?x=1 auth/login //auth/login https:auth/login /auth/login#x /\\auth localhost:3000'
  const absolute =
    'http://[::/auth/login http:///auth/login http://a@localhost/auth/login http://localhost http://localhost?x'
  it.each(`${relative} ${absolute}`.split(' '))('has no path in the target %s', { tags: ['P13'] }, async (target) => {
    for (const method of ['POST', 'OPTIONS', 'DELETE']) {
      const [answer] = await sendRaw(server.url, `${method} ${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
      expect(answer?.statusLine).toMatch(/^404 NOT_FOUND$|^400 VALIDATION_ERROR$/)
    }
  })

  it('after a valid request does not affect it', async () => {
    const answers = await sendRaw(server.url, `${post}Content-Length: ${login.length}\r\n\r\n${login}${last}`)
    expect(answers.map(({ statusLine }) => statusLine)).toEqual(['200', '404 NOT_FOUND'])
  })
})

it.each(['rubbish\r\n\r\n', `CONNECT localhost:80 HTTP/1.1\r\n${host}\r\n`])(
  'bytes after a request do not change its response: %j',
  async (follows) => {
    const { accessToken } = await server.issue('member@acme.example')
    const head = `PUT /api/v1/incidents/${ids.manual}/resolve HTTP/1.1\r\n${host}Authorization: Bearer ${accessToken}\r\n`
    const json = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
    const answers = await sendRaw(server.url, `${head}${json}${follows}`)
    expect(answers.map(({ statusLine }) => statusLine)).toEqual(['200'])
  },
)

describe('a body above the limit', () => {
  const size = 8 * limits.bodyBytes
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n'
  it.each([
    ['with its length', `Content-Length: ${size}\r\n\r\n${'x'.repeat(size)}`],
    ['in one chunk', `${chunked}${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`],
    ['in many chunks', `${chunked}${`400\r\n${'x'.repeat(1024)}\r\n`.repeat(size / 1024)}0\r\n\r\n`],
  ])('is rejected once, and the next request of the connection is served: %s', { tags: ['P07'] }, async (_, body) => {
    const answers = await sendRaw(server.url, post + body + last)
    expect(answers.map(({ statusLine }) => statusLine)).toEqual(['413 PAYLOAD_TOO_LARGE', '404 NOT_FOUND'])
  })

  it('is rejected before it is sent', { tags: ['P07'] }, async () => {
    const socket = await open(server.url, `${post}Content-Length: 1000000000\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  })
})

it('a client that disconnects before the response is reported with status 0', async () => {
  const socket = await open(server.url, `${post}Content-Length: 100\r\n\r\n{"email":"canary`)
  socket.resetAndDestroy()
  await vi.waitFor(async () => expect(await server.reports()).toMatchObject([{ status: 0 }]), 5_000)
})

it('a connection whose peer does not read the response is closed', { tags: ['P17'] }, async () => {
  const { promise: isFinished, resolve: onClose } = Promise.withResolvers<boolean>()
  const answer = (_: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => onClose(response.writableFinished))
    response.end('x'.repeat(50_000_000))
  }
  const listening = await listen(answer, 0, '127.0.0.1', { idleTimeout: 50 })
  const socket = await open(listening.url, last)
  expect(await isFinished).toBe(false)
  socket.destroy()
  await listening.close()
})

it('a response that takes longer than the idle timeout is sent, and then the idle connection is closed', async () => {
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    request.resume().once('end', () => request.socket.once('timeout', () => response.end('late')))
  const listening = await listen(answer, 0, '127.0.0.1', { idleTimeout: 50, keepAliveTimeout: 50 })
  const socket = await open(listening.url, `GET / HTTP/1.1\r\n${host}\r\n`)
  expect(await text(socket)).toMatch(/\r\n\r\nlate$/)
  socket.destroy()
  await listening.close()
})

describe('a server that closes', () => {
  const { lingerTimeout } = serverLimits
  beforeAll(() => void Object.assign(serverLimits, { lingerTimeout: 50 }))
  afterAll(() => void Object.assign(serverLimits, { lingerTimeout }))

  it.each([
    ['was malformed', 'hello\r\n\r\n'],
    ['was CONNECT', `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`],
    ['had an Expect header', `GET / HTTP/1.1\r\n${host}Expect: foo\r\n\r\n`],
  ])('does not wait for a peer that stays after its request, which %s, was rejected', async (_, bytes) => {
    const { url, close } = await startServer(demoSettings)
    const socket = await open(url, bytes)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
    await close(60_000)
    socket.destroy()
  })

  it('finishes current requests with Connection: close, and accepts no new connections', async () => {
    const answered = Promise.withResolvers<void>()
    const listening = await listen((_request, response) => {
      response.writeContinue()
      answered.promise.then(() => response.end('done'))
    }, 0)
    const [busy, idle] = [
      await open(listening.url, `GET / HTTP/1.1\r\n${host}Expect: 100-continue\r\n\r\n`),
      await open(listening.url, ''),
    ]
    await once(busy, 'data')
    const closed = listening.close(60_000)
    await expect(open(listening.url, '')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    answered.resolve()
    const [answer] = await once(busy, 'data')
    expect(String(answer)).toMatch(/\r\nConnection: close\r\n[\s\S]*done/)
    await once(busy, 'end')
    for (const socket of [busy, idle]) socket.destroy()
    await closed
  })

  it('waits at most the given time', { tags: ['P74'] }, async () => {
    const listening = await listen((_request, response) => response.writeContinue(), 0)
    const socket = await open(listening.url, `GET / HTTP/1.1\r\n${host}Expect: 100-continue\r\n\r\n`)
    await once(socket, 'data')
    await listening.close(1)
    socket.destroy()
  })
})
