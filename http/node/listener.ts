/** Listens on a port, limits connections, and closes them gracefully. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { closeAfter, messageOf, sendBadRequest } from './bad-request.ts'
import type { RequestReport } from './handler.ts'

export interface RunningServer {
  /** The base URL, without a trailing slash. */
  url: string
  /** Waits for current requests at most so many milliseconds (default 5,000), then closes every connection. */
  close(grace?: number): Promise<void>
}

export interface ListenOptions {
  /** Further connections are dropped. */
  maxConnections?: number | undefined
  /** In milliseconds; closes connections whose peer does not read its response, among others. */
  idleTimeout?: number
  /** Called for each request that the HTTP parser rejected before it reached the listener. */
  report?: (report: RequestReport) => void
  /** Called for each dropped connection. */
  onDrop?: () => void
}

/** Times in milliseconds, sizes in bytes. */
export const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  maxHeaderSize: 16_384,
  /** Clients reconnect after so many, so that a load balancer can use servers that started later. */
  requestsPerConnection: 1_000,
  closeGrace: 5_000,
}

interface Connection {
  /** Responses that are not finished, in the order of their requests. */
  open: Set<ServerResponse>
  requests: number
  /** Whether the last request that will be served has arrived. */
  isLast: boolean
}

/**
 * Listens on a port; 0 selects a free one.
 * @throws Error with code EADDRINUSE or EACCES if the port is not available.
 */
export async function listen(
  listener: RequestListener,
  port: number,
  host = '127.0.0.1',
  { maxConnections, idleTimeout = 0, report = () => {}, onDrop = () => {} }: ListenOptions = {},
): Promise<RunningServer & { connections(): number }> {
  const { headersTimeout, requestTimeout, maxHeaderSize, requestsPerConnection } = serverLimits
  const connections = new Map<Duplex, Connection>()
  let closing = false
  const serve: RequestListener = (request, response) => {
    const connection = connections.get(request.socket)
    // Requests after the announced last one get no response, so they must not be executed (RFC 9112, section 9.6).
    if (!connection || connection.isLast) return void request.resume()
    connection.open.add(response)
    response.once('close', () => connection.open.delete(response))
    connection.requests += 1
    if (closing || connection.requests === requestsPerConnection) announceClose(response, connection)
    listener(request, response)
  }
  // The handler rejects a missing Host and an unknown Expect; Node's own responses have no body.
  const server = createServer(
    { headersTimeout, requestTimeout, maxHeaderSize, connectionsCheckingInterval: 2_000, requireHostHeader: false },
    serve,
  )
  server.timeout = idleTimeout
  server.on('timeout', (socket: Socket) => {
    const { open = [] } = connections.get(socket) ?? {}
    // A connection whose response is in preparation is not idle.
    if (![...open].some(({ req, headersSent }) => req.complete && !headersSent)) socket.destroy()
  })
  if (maxConnections !== undefined) server.maxConnections = maxConnections
  server.on('drop', onDrop)
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { open: new Set(), requests: 0, isLast: false })
    socket.once('close', () => connections.delete(socket))
  })
  const reject = (socket: Duplex, message: string) => {
    if (!socket.writable) return
    const [current] = connections.get(socket)?.open ?? []
    if (current && (current.req.complete || current.writableEnded)) return closeAfter(current)
    const rejected = sendBadRequest(socket, message, current?.getHeader('X-Request-Id') as string | undefined)
    // The handler reports requests whose headers have arrived.
    if (!current) report(rejected)
  }
  server.on('checkExpectation', serve)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else reject(socket, messageOf(error))
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => reject(socket, 'this is no proxy'))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const address = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    /** The number of open connections. */
    connections: () => connections.size,
    async close(grace = serverLimits.closeGrace) {
      closing = true
      const closed = new Promise((resolve) => server.close(resolve))
      const deadline = setTimeout(() => server.closeAllConnections(), grace)
      // Otherwise keep-alive would delay the end until the idle timeout.
      for (const connection of connections.values()) {
        const last = [...connection.open].at(-1)
        if (last) announceClose(last, connection)
      }
      // Lets requests that have arrived reach the listener.
      await nextTurn()
      await nextTurn()
      // Node would wait for idle connections and for incomplete requests.
      for (const [socket, { open }] of connections) if (open.size === 0 && !socket.writableEnded) socket.destroy()
      await closed
      clearTimeout(deadline)
    },
  }
}

/** Makes a response the last one of its connection. */
function announceClose(response: ServerResponse, connection: Connection): void {
  if (response.headersSent) return
  connection.isLast = true
  response.setHeader('Connection', 'close')
}
