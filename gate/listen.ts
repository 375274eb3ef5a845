/** Opens a port for a listener, so that even what Node's HTTP parser refuses has the contract's shape, and closes it. */
import { createServer, type IncomingMessage, type RequestListener, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { everyResponse } from '@monitoring-service/contract'
import { ulid } from 'ulid'
import { ApiError } from './errors.ts'

export interface Listening {
  /** The base address, without a trailing slash. */
  url: string
  /** Lets requests in flight finish for so many milliseconds (default 5,000), then closes every connection. */
  close(grace?: number): Promise<void>
}

/**
 * Listens on a port; 0 takes a free one.
 * @throws Error with code EADDRINUSE or EACCES if the port is not to be had.
 */
export async function listen(listener: RequestListener, port: number, host = '127.0.0.1'): Promise<Listening> {
  const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 }
  let closing = false
  const server = createServer({ ...timeouts, maxHeaderSize: 16_384 }, (request, response) => {
    if (closing) response.setHeader('Connection', 'close')
    listener(request, response)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else refuseRaw(socket, why[error.code ?? ''] ?? 'the request is not well-formed HTTP')
  })
  server.on(
    'checkExpectation',
    (_request, { socket }) => socket && refuseRaw(socket, 'the Expect header is not understood'),
  )
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuseRaw(socket, 'this is no proxy'))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const address = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    close: (grace = 5_000) =>
      new Promise((resolve) => {
        closing = true
        const deadline = setTimeout(() => server.closeAllConnections(), grace)
        server.close(() => {
          clearTimeout(deadline)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

const why: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'the headers are larger than 16 KiB',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long to arrive',
}

/** Refuses on a socket that has no response object, and closes it. */
function refuseRaw(socket: Duplex, message: string): void {
  if (!socket.writable) return
  const { code, status, message: text } = new ApiError('VALIDATION_ERROR', { message })
  const body = JSON.stringify({ error: { code, message: text, status } })
  const headers = {
    ...everyResponse,
    'X-Request-Id': ulid(),
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
