/** Opens a port for a listener, so that even what Node's HTTP parser refuses has the contract's shape, and closes it. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { contract as ours } from '@monitoring-service/contract'
import { ApiError, toErrorResponse } from '../api-error.ts'
import { responseHeaders } from '../response-headers.ts'
import type { RequestReport } from './handler.ts'

export interface RunningServer {
  /** The base address, without a trailing slash. */
  url: string
  /** Lets requests in flight finish for so many milliseconds (default 5,000), then closes every connection. */
  close(grace?: number): Promise<void>
}

export interface ListenOptions {
  /** How many connections may be open at once; more are dropped. */
  maxConnections?: number | undefined
  /** How long a connection may stand still, in milliseconds: a peer that reads no answers would keep it for ever. */
  idleTimeout?: number
  /** Told of each request that came to no listener, for it was refused as HTTP. */
  report?: (report: RequestReport) => void
  /** Told of each connection that was dropped. */
  onDrop?: () => void
}

/** What a server accepts; times in milliseconds, sizes in bytes. */
export const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  maxHeaderSize: 16_384,
  /** Clients reconnect after so many, so that a load balancer can use servers that started later. */
  requestsPerConnection: 1_000,
  closeGrace: 5_000,
}

interface Connection {
  /** Those that are not answered yet, in the order in which they came. */
  open: Set<ServerResponse>
  requests: number
  /** Whether the last request is here that will be answered. */
  isOver: boolean
}

/**
 * Listens on a port; 0 takes a free one.
 * @throws Error with code EADDRINUSE or EACCES if the port is not to be had.
 */
export async function listen(
  listener: RequestListener,
  port: number,
  host = '127.0.0.1',
  { maxConnections, idleTimeout = 0, report = () => {}, onDrop = () => {} }: ListenOptions = {},
): Promise<RunningServer & { connections(): number }> {
  const { headersTimeout, requestTimeout, maxHeaderSize } = serverLimits
  const connections = new Map<Duplex, Connection>()
  let closing = false
  const serve: RequestListener = (request, response) => {
    const connection = connections.get(request.socket)
    // What comes behind the last request is not answered, so that it must not be done (RFC 9112, section 9.6).
    if (!connection || connection.isOver) return void request.resume()
    connection.open.add(response)
    response.once('close', () => connection.open.delete(response))
    connection.requests += 1
    if (closing || connection.requests === serverLimits.requestsPerConnection) endWith(response, connection)
    listener(request, response)
  }
  // What Node would answer by itself to a missing Host or an odd Expect has no body: the gate refuses those.
  const server = createServer(
    { headersTimeout, requestTimeout, maxHeaderSize, connectionsCheckingInterval: 2_000, requireHostHeader: false },
    serve,
  )
  server.timeout = idleTimeout
  if (maxConnections !== undefined) server.maxConnections = maxConnections
  server.on('drop', onDrop)
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { open: new Set(), requests: 0, isOver: false })
    socket.once('close', () => connections.delete(socket))
  })
  const refuse = (socket: Duplex, reason: string) => {
    if (!socket.writable) return
    const [begun] = connections.get(socket)?.open ?? []
    if (begun && (begun.req.complete || begun.writableEnded)) return closeAfter(begun)
    const refused = refuseRaw(socket, reason, begun?.getHeader('X-Request-Id') as string | undefined)
    // Whose head has come is known to the listener, which reports that it never came to an end.
    if (!begun) report(refused)
  }
  server.on('checkExpectation', serve)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else refuse(socket, why[error.code ?? ''] ?? 'the request is not well-formed HTTP')
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuse(socket, 'this is no proxy'))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const address = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    /** How many are open at the moment. */
    connections: () => connections.size,
    async close(grace = serverLimits.closeGrace) {
      closing = true
      const closed = new Promise((resolve) => server.close(resolve))
      const deadline = setTimeout(() => server.closeAllConnections(), grace)
      // Kept alive, they would be waited for long after the answer.
      for (const connection of connections.values()) {
        const last = [...connection.open].at(-1)
        if (last) endWith(last, connection)
      }
      // A request that has come is still read.
      await nextTurn()
      await nextTurn()
      // Where nothing was asked, or not to the end, nothing is under way; Node itself would wait for these.
      for (const [socket, { open }] of connections) if (open.size === 0 && !socket.writableEnded) socket.destroy()
      await closed
      clearTimeout(deadline)
    },
  }
}

/** Makes an answer the last one of its connection. */
function endWith(response: ServerResponse, connection: Connection): void {
  if (response.headersSent) return
  connection.isOver = true
  response.setHeader('Connection', 'close')
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
function refuseRaw(socket: Duplex, reason: string, requestId?: string): RequestReport {
  const error = new ApiError('VALIDATION_ERROR', { message: reason })
  const { status, body: refusal } = toErrorResponse(error, ours)
  const body = JSON.stringify(refusal)
  const greeted = responseHeaders(requestId)
  const headers = {
    ...greeted,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  lingerOn(socket)
  return { requestId: greeted['X-Request-Id'], operationId: undefined, status, ms: 0, error }
}

/** Reads what still comes before it closes: unread input would make the system reset the connection, answer and all. */
function lingerOn(socket: Duplex): void {
  // Nobody else listens any more: a peer that resets must not end the process, nor one that stays keep it.
  socket.on('error', () => socket.destroy())
  setTimeout(() => socket.destroy(), 1_000).unref()
  socket.resume()
  socket.end()
}
