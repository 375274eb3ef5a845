/** Opens a port for a listener, so that even what Node's HTTP parser refuses has the contract's shape, and closes it. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { contract as ours } from '@monitoring-service/contract'
import { ApiError, answerOf } from '../errors.ts'
import { greeting } from '../greeting.ts'

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
  const serve: RequestListener = (request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (closing) response.setHeader('Connection', 'close')
    listener(request, response)
  }
  // What Node would answer by itself to a missing Host or an odd Expect has no body: the gate refuses those.
  const server = createServer({ ...timeouts, maxHeaderSize: 16_384, requireHostHeader: false }, serve)
  server.on('checkExpectation', serve)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isUnderWay = (response: ServerResponse) => response.req.complete || response.writableEnded
    const answering = [...open].find((response) => response.socket === socket && isUnderWay(response))
    if (error.code === 'ECONNRESET') socket.destroy()
    else if (answering) closeAfter(answering)
    else refuseRaw(socket, why[error.code ?? ''] ?? 'the request is not well-formed HTTP')
  })
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

/** Lets an answer go out that is under way when rubbish follows its request: what was done must not look refused. */
function closeAfter(response: ServerResponse): void {
  // Once it is finished, the response no longer knows its socket.
  const { socket } = response
  if (!response.headersSent) response.setHeader('Connection', 'close')
  response.once('finish', () => socket && lingerOn(socket))
}

/** Refuses on a socket that has no response object, and closes it. */
function refuseRaw(socket: Duplex, reason: string): void {
  if (!socket.writable) return
  const { status, body: refusal } = answerOf(new ApiError('VALIDATION_ERROR', { message: reason }), ours)
  const body = JSON.stringify(refusal)
  const headers = {
    ...greeting(),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  lingerOn(socket)
}

/** Reads what still comes before it closes: unread input would make the system reset the connection, answer and all. */
function lingerOn(socket: Duplex): void {
  // Nobody else listens any more: a peer that resets must not end the process, nor one that stays keep it.
  socket.on('error', () => socket.destroy())
  setTimeout(() => socket.destroy(), 1_000).unref()
  socket.resume()
  socket.end()
}
