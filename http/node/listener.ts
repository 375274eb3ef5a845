/** Listens on a port, and closes gracefully. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf } from './bad-request.ts'
import { type Connections, createConnections, type DropReason } from './connections.ts'
import type { RequestReport } from './handler.ts'
import { serverLimits } from './server-limits.ts'

export interface RunningServer {
  /** The base URL, without a trailing slash. */
  url: string
  /** Waits for current requests at most so many milliseconds (default 5,000), then closes every connection. */
  close(grace?: number): Promise<void>
}

export interface Listening extends RunningServer {
  /** The number of open connections. */
  connections(): number
  /** From now on each response is the last one of its connection, so that callers move to another server. */
  drain(): void
}

export interface ListenOptions {
  /** How long a connection stays open for a next request, in milliseconds. */
  keepAliveTimeout?: number | undefined
  /** Further connections are dropped. */
  maxConnections?: number | undefined
  /** In milliseconds; closes connections whose peer does not read its response, among others. */
  idleTimeout?: number
  /** Called for each request that the HTTP parser rejected before it reached the listener. */
  report?: (report: RequestReport) => void
  /** Called for each dropped connection. */
  onDrop?: (reason: DropReason) => void
}

/**
 * Listens on a port; 0 selects a free one.
 * @throws Error with code, port and host if they are not available, such as EADDRINUSE or EACCES.
 */
export async function listen(
  listener: RequestListener,
  port: number,
  host = '127.0.0.1',
  options: ListenOptions = {},
): Promise<Listening> {
  const { report = () => {}, onDrop = () => {} } = options
  const connections = createConnections(listener, report, onDrop)
  const server = createHttpServer(connections, { ...options, onDrop })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(Object.assign(error, { port, host }))).listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    connections: connections.size,
    drain: connections.drain,
    async close(grace = serverLimits.closeGrace) {
      connections.drain()
      const closed = new Promise((resolve) => server.close(resolve))
      const deadline = setTimeout(() => server.closeAllConnections(), grace)
      // Otherwise keep-alive would delay the end until the idle timeout.
      connections.announceEnd()
      // Lets requests that have arrived reach the listener.
      await nextTurn()
      await nextTurn()
      // Node would wait for idle connections and for incomplete requests.
      connections.closeIdle(0)
      await closed
      clearTimeout(deadline)
    },
  }
}

function createHttpServer(connections: Connections, options: ListenOptions): Server {
  const { maxConnections, keepAliveTimeout, idleTimeout = 0, onDrop } = options
  const { headersTimeout, requestTimeout, maxHeaderSize, checkingInterval } = serverLimits
  const { serve, reject } = connections
  // The handler rejects a missing Host and an unknown Expect; Node's own responses have no body.
  const ours = { connectionsCheckingInterval: checkingInterval, requireHostHeader: false }
  const server = createServer({ headersTimeout, requestTimeout, maxHeaderSize, ...ours }, serve)
  // Not in Node's types.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.timeout = idleTimeout
  if (keepAliveTimeout !== undefined) server.keepAliveTimeout = keepAliveTimeout
  if (maxConnections !== undefined) server.maxConnections = maxConnections
  server.on('timeout', (socket: Socket) => {
    if (!connections.isPreparing(socket)) socket.destroy()
  })
  server.on('drop', () => onDrop?.('connections'))
  server.on('connection', connections.add)
  // The handler rejects an unknown expectation, and asks for a body only where it reads it.
  server.on('checkExpectation', serve)
  server.on('checkContinue', serve)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else reject(socket, messageOf(error))
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => reject(socket, 'this is no proxy'))
  // Line ends between requests (RFC 9112, section 2.2) restart Node's keep-alive timeout.
  const longestPause = server.keepAliveTimeout + headersTimeout + 2 * checkingInterval
  const closeIdle = setInterval(() => connections.closeIdle(longestPause), checkingInterval).unref()
  server.once('close', () => clearInterval(closeIdle))
  return server
}
