/** Opens a port for a listener, so that even what Node's HTTP parser refuses has the contract's shape, and closes it. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http'
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
  const open = new Set<ServerResponse>()
  let closing = false
  // Node's own answer to a request without Host has no body, and two of them it takes.
  const server = createServer({ ...timeouts, maxHeaderSize: 16_384, requireHostHeader: false }, (request, response) => {
    if (!hasOneHost(request)) return refuseEarly(response, 'the request needs one Host header')
    open.add(response)
    response.once('close', () => open.delete(response))
    if (closing) response.setHeader('Connection', 'close')
    listener(request, response)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else refuseRaw(socket, why[error.code ?? ''] ?? 'the request is not well-formed HTTP')
  })
  server.on('checkExpectation', (_request, response) => refuseEarly(response, 'the Expect header is not understood'))
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuseRaw(socket, 'this is no proxy'))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const address = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    close: (grace = 5_000) =>
      new Promise((resolve) => {
        closing = true
        // Kept alive, their connections would be waited for long after the answer.
        for (const response of open) if (!response.headersSent) response.setHeader('Connection', 'close')
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

/** RFC 9112, section 3.2. */
function hasOneHost({ headersDistinct, httpVersion }: IncomingMessage): boolean {
  const hosts = headersDistinct.host?.length ?? 0
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** Refuses what is no request to anything behind the port, and closes the connection. */
function refuseEarly(response: ServerResponse, message: string): void {
  const { status, headers, body } = describeRefusal(message)
  response.writeHead(status, headers).end(body)
}

/** The same on a socket that has no response object. */
function refuseRaw(socket: Duplex, message: string): void {
  if (!socket.writable) return
  const { status, headers, body } = describeRefusal(message)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  // Nobody else listens any more: a peer that resets must not end the process, nor one that stays keep it.
  socket.on('error', () => socket.destroy())
  setTimeout(() => socket.destroy(), 1_000).unref()
  socket.resume()
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

function describeRefusal(reason: string) {
  const { code, message, status } = new ApiError('VALIDATION_ERROR', { message: reason })
  const body = JSON.stringify({ error: { code, message, status } })
  const headers = {
    ...everyResponse,
    'X-Request-Id': ulid(),
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  return { status, headers, body }
}
