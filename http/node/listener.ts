/** Listens on a port, limits connections, and closes them gracefully. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { closeAfter, messageOf, sendBadRequest } from './bad-request.ts'
import { closeGracefully, destroyAfter } from './close-gracefully.ts'
import type { RequestReport } from './handler.ts'
import { toOriginForm } from './request-head.ts'

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
  /** After the client has closed its side, as `nc -N` does. */
  halfOpenTimeout: 10_000,
  checkingInterval: 2_000,
}

interface Connection {
  /** Responses that are not finished, in the order of their requests; the first one is in preparation. */
  open: Set<ServerResponse>
  requests: number
  /** The response to the latest request. */
  latest: ServerResponse | undefined
  /** When the latest response ended, or the connection began, by `performance.now()`. */
  idleSince: number
}

/**
 * Listens on a port; 0 selects a free one.
 * @throws Error with code, port and host if they are not available, such as EADDRINUSE or EACCES.
 */
export async function listen(
  listener: RequestListener,
  port: number,
  host = '127.0.0.1',
  { maxConnections, keepAliveTimeout, idleTimeout = 0, report = () => {}, onDrop = () => {} }: ListenOptions = {},
): Promise<Listening> {
  const { headersTimeout, requestTimeout, maxHeaderSize, requestsPerConnection, checkingInterval } = serverLimits
  const connections = new Map<Duplex, Connection>()
  let draining = false
  const serve: RequestListener = (request, response) => {
    const connection = connections.get(request.socket)
    if (!connection) return void request.resume()
    const { latest, open } = connection
    connection.latest = response
    open.add(response)
    response.once('close', () => {
      open.delete(response)
      connection.idleSince = performance.now()
    })
    const begin = () => {
      // Requests after the last one get no response, so they must not be executed (RFC 9112, section 9.6).
      if ((latest && isLast(latest)) || !request.socket.writable) return void request.resume()
      connection.requests += 1
      const { headers, httpVersion, socket } = request
      // Node's parser also accepts 0.9 and 2.0.
      if (!/^1\.[01]$/.test(httpVersion)) return report(sendBadRequest(socket, 'the version of HTTP is not supported'))
      // After an Upgrade header, Node's parser reports no errors; later requests on the connection would hang.
      const isFinal = httpVersion !== '1.1' || headers.upgrade !== undefined
      if (draining || isFinal || connection.requests === requestsPerConnection) announceClose(response)
      toOriginForm(request)
      listener(request, response)
    }
    // Executed in turn: one may depend on the one before, or come after the last (RFC 9112, sections 9.3.2 and 9.6).
    if (latest && open.has(latest)) latest.once('close', begin)
    else begin()
  }
  // The handler rejects a missing Host and an unknown Expect; Node's own responses have no body.
  const server = createServer(
    {
      headersTimeout,
      requestTimeout,
      maxHeaderSize,
      connectionsCheckingInterval: checkingInterval,
      requireHostHeader: false,
    },
    serve,
  )
  // Not in Node's types.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.timeout = idleTimeout
  if (keepAliveTimeout !== undefined) server.keepAliveTimeout = keepAliveTimeout
  server.on('timeout', (socket: Socket) => {
    const { open = [] } = connections.get(socket) ?? {}
    // A connection whose response is in preparation is not idle.
    if (![...open].some(({ req, headersSent }) => req.complete && !headersSent)) socket.destroy()
  })
  if (maxConnections !== undefined) server.maxConnections = maxConnections
  server.on('drop', onDrop)
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { open: new Set(), requests: 0, latest: undefined, idleSince: performance.now() })
    socket.once('close', () => connections.delete(socket))
    socket.once('end', () => destroyAfter(socket, serverLimits.halfOpenTimeout))
    // Node calls it after the last response of a connection.
    socket.destroySoon = () => closeGracefully(socket)
  })
  // Line ends between requests (RFC 9112, section 2.2) restart Node's keep-alive timeout.
  const longestPause = server.keepAliveTimeout + headersTimeout + 2 * checkingInterval
  const closeIdle = setInterval(() => {
    const now = performance.now()
    for (const [socket, { open, idleSince }] of connections) {
      if (open.size === 0 && now - idleSince > longestPause) socket.destroy()
    }
  }, checkingInterval).unref()
  server.once('close', () => clearInterval(closeIdle))
  const reject = (socket: Duplex, message: string) => {
    if (!socket.writable) return
    const [current] = connections.get(socket)?.open ?? []
    if (current && (current.req.complete || current.writableEnded)) return closeAfter(current)
    const rejected = sendBadRequest(socket, message, current?.getHeader('X-Request-Id') as string | undefined)
    // The handler reports requests whose headers have arrived.
    if (!current) report(rejected)
  }
  // The handler rejects an unknown expectation, and asks for a body only where it reads it.
  server.on('checkExpectation', serve)
  server.on('checkContinue', serve)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else reject(socket, messageOf(error))
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => reject(socket, 'this is no proxy'))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(Object.assign(error, { port, host }))).listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    connections: () => connections.size,
    drain() {
      draining = true
    },
    async close(grace = serverLimits.closeGrace) {
      draining = true
      const closed = new Promise((resolve) => server.close(resolve))
      const deadline = setTimeout(() => server.closeAllConnections(), grace)
      // Otherwise keep-alive would delay the end until the idle timeout.
      for (const { open } of connections.values()) {
        const last = [...open].at(-1)
        if (last) announceClose(last)
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
function announceClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

/** Whether the connection ends after the response: its request, the listener or the handler asked for that. */
function isLast(response: ServerResponse): boolean {
  return !response.shouldKeepAlive || response.getHeader('Connection') === 'close'
}
