/** Connections that end because of what the HTTP parser found. */
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { closeAfter, messageOf } from '../../http/node/bad-request.ts'

it.each([
  ['HPE_HEADER_OVERFLOW', 'the headers are too many, or larger than 16 KiB'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'the request took too long to arrive'],
  ['HPE_INVALID_METHOD', 'the request is not well-formed HTTP'],
  [undefined, 'the request is not well-formed HTTP'],
])('The error %s of the parser means: %s', (code, message) => {
  expect(messageOf((code === undefined ? {} : { code }) as NodeJS.ErrnoException)).toBe(message)
})

/** All that a server sends until it closes the connection. */
async function receive(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  // Idle connections stay open.
  server.keepAliveTimeout = 0
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return text(socket)
}

it('A response after which the connection is closed says so, and is sent completely', async () => {
  const received = await receive((_, response) => {
    closeAfter(response)
    setImmediate(() => response.end('complete'))
  })
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\nConnection: close\r\n[\s\S]*complete/)
})

it('The connection is closed too if the response has begun', async () => {
  const received = await receive((_, response) => {
    response.writeHead(200, { 'Content-Length': 8 }).write('comp')
    closeAfter(response)
    setImmediate(() => response.end('lete'))
  })
  expect(received).toMatch(/\r\nConnection: keep-alive\r\n[\s\S]*complete$/)
})
