/** The limits of connections, and how the server closes them. */
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { bearer } from '../support/bearer.ts'
import { atOnce, parseResponses, sendRaw, tally, transmit } from '../support/raw-http.ts'
import { ids } from '../support/server.ts'
import { begin, bytesOf, halfHead, host, list, login, open, startDemo } from './clients.ts'

// Each test waits for a process, and some of them for bcrypt.
vi.setConfig({ testTimeout: 60_000 })

describe('connections', () => {
  it('above the limit are dropped until another one ends', { tags: ['P18'] }, async () => {
    const { url, stderr } = await startDemo({ MAX_CONNECTIONS: '5', LOG_LEVEL: 'warn' })
    const [first, ...others] = await atOnce(5, () => begin(url))
    for (let i = 0; i < 3; i++) expect(await text(await open(url, 'GET / HTTP/1.1\r\n\r\n')).catch(() => '')).toBe('')
    await vi.waitFor(
      () => expect(stderr().match(/"reason":"connections","msg":"connection dropped"/g)).toHaveLength(3),
      5_000,
    )
    first?.destroy()
    // The server notices the closed connection asynchronously.
    while ((await list(url).catch(() => undefined))?.statusLine !== '200') await wait(10)
    for (const socket of others) {
      socket.write(login)
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
    }
  })

  it('serve a thousand requests, and execute no later ones', { tags: ['P18'] }, async () => {
    const { url } = await startDemo()
    const { authorization } = await bearer('01J00000000000000PERS0N003')
    const one = `GET /x HTTP/1.1\r\n${host}\r\n`
    const path = `/api/v1/incidents/${ids.manual}/resolve`
    const last = `PUT ${path} HTTP/1.1\r\n${host}Authorization: ${authorization}\r\n\r\n`
    const socket = await open(url)
    let bytes = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      bytes += chunk
    })
    for (let sent = 25; sent < 1_000; sent += 25) {
      socket.write(one.repeat(25))
      while (bytes.split('"status":').length <= sent) await once(socket, 'data')
    }
    socket.write(one.repeat(25) + last)
    await once(socket, 'close')
    const answers = parseResponses(bytes)
    expect(tally(answers)).toEqual({ '404 NOT_FOUND': 1_000 })
    expect(answers.map(({ headers }) => headers.connection).indexOf('close')).toBe(999)
    expect((await transmit(url, 'PUT', path, { authorization })).statusLine).toBe('200')
  })

  it('end when more than 32 requests wait on them', { tags: ['P18'] }, async () => {
    const { url, stderr } = await startDemo({ LOG_LEVEL: 'warn' })
    const busy = bytesOf('POST', '/auth/login', {}, { email: 'unknown@new.example', password: 'not-the-password' })
    const one = `GET /x HTTP/1.1\r\n${host}\r\n`
    expect(
      tally(await sendRaw(url, `${busy}${one.repeat(30)}${one.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`)),
    ).toEqual({ '401 INVALID_CREDENTIALS': 1, '404 NOT_FOUND': 31 })
    expect(await sendRaw(url, `${busy}${one.repeat(32)}`).catch(() => [])).toEqual([])
    await vi.waitFor(
      () => expect(stderr().match(/"reason":"requests_ahead","msg":"connection dropped"/g)).toHaveLength(1),
      5_000,
    )
  })
})

describe('a server that receives SIGINT or SIGTERM', () => {
  it('closes idle connections at once, finishes current requests, and exits with 0', { tags: ['P74'] }, async () => {
    const server = await startDemo()
    const busy = await begin(server.url)
    const idle = await open(server.url, `GET /x HTTP/1.1\r\n${host}\r\n`)
    await once(idle, 'data')
    const closed = [idle, await open(server.url), await open(server.url, halfHead)].map((socket) => text(socket))
    const finished = text(busy)
    server.signal('SIGINT')
    const ended = finished.then(() => 'the current request finished first')
    expect(await Promise.race([ended, Promise.allSettled(closed)])).toHaveLength(3)
    busy.write(login)
    expect(await finished).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Connection: close\r\n[\s\S]*"accessToken":/)
    expect((await server.ended).code).toBe(0)
  })

  it('truncates no response under load, refuses new connections, and exits with 0', { tags: ['P74'] }, async () => {
    const server = await startDemo()
    const { authorization } = await bearer('01J00000000000000PERS0N003')
    let served = 0
    const client = async () => {
      for (;;) {
        const answer = await transmit(server.url, 'DELETE', '/api/v1/incidents/unknown', { authorization }).catch(
          (error: NodeJS.ErrnoException) => error.code,
        )
        if (typeof answer !== 'object') return answer
        expect(answer.statusLine).toBe('404 INCIDENT_NOT_FOUND')
        served += 1
      }
    }
    const clients = atOnce(50, client)
    while (served < 200) await wait(1)
    server.signal('SIGTERM')
    // A truncated response would be "aborted" or invalid JSON.
    for (const end of await clients) expect(end).toMatch(/^ECONNRE(?:FUSED|SET)$/)
    expect((await server.ended).code).toBe(0)
  })
})

it('responds to other requests during a hundred logins, and rejects those beyond the queue with Retry-After', {
  tags: ['P63'],
}, async () => {
  const { url } = await startDemo()
  const logins = atOnce(100, (i) =>
    transmit(url, 'POST', '/auth/login', {}, { email: `unknown${i}@new.example`, password: 'not-the-password' }),
  )
  const over = logins.then(() => 'the logins finished first')
  const others = async () => {
    for (let i = 0; i < 10; i++) expect((await list(url)).statusLine).toBe('200')
    return 'the others finished first'
  }
  expect(await Promise.race([over, others()])).toBe('the others finished first')
  const { '401 INVALID_CREDENTIALS': compared = 0, '503 UNAVAILABLE': refused = 0, ...rest } = tally(await logins)
  expect([compared + refused, rest]).toEqual([100, {}])
  expect(compared).toBeGreaterThanOrEqual(20)
  expect(refused).toBeGreaterThan(0)
  for (const { statusLine, headers } of await logins)
    expect('retry-after' in headers).toBe(statusLine.startsWith('503'))
})
