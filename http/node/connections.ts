/** The connections of a server: each serves its requests in turn, up to a last one, and is closed when it is idle. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { closeAfter, sendBadRequest } from './bad-request.ts'
import { closeGracefully, destroyAfter } from './close-gracefully.ts'
import type { RequestReport } from './handler.ts'
import { toOriginForm } from './request-head.ts'
import { serverLimits } from './server-limits.ts'

interface Connection {
  /** Responses that are not finished, in the order of their requests; the first one is in preparation. */
  open: Set<ServerResponse>
  requests: number
  /** The response to the latest request. */
  latest: ServerResponse | undefined
  /** When the latest response ended, or the connection began, by `performance.now()`. */
  idleSince: number
}

/** Why a connection was dropped: too many of them are open, or it sent too many requests ahead of their responses. */
export const dropReasons = ['connections', 'requests_ahead'] as const
export type DropReason = (typeof dropReasons)[number]

export interface Connections {
  size(): number
  add(socket: Socket): void
  /** Serves a request in its turn. */
  serve: RequestListener
  /** Responds to a request that Node's HTTP parser rejected, and closes its connection. */
  reject(socket: Duplex, message: string): void
  /** Whether a response is in preparation: its connection is not idle. */
  isPreparing(socket: Socket): boolean
  /** Closes the connections that have been idle for so many milliseconds. */
  closeIdle(milliseconds: number): void
  /** From now on each response is the last one of its connection. */
  drain(): void
  /** Makes the responses that are open now the last ones, too. */
  announceEnd(): void
}

/**
 * @param report called for each request that did not reach the listener.
 * @param onDrop called for each connection that is dropped.
 */
export function createConnections(
  listener: RequestListener,
  report: (report: RequestReport) => void,
  onDrop: (reason: DropReason) => void,
): Connections {
  const connections = new Map<Duplex, Connection>()
  let draining = false

  const begin = createBegin(listener, report, () => draining)
  return {
    size: () => connections.size,
    add(socket) {
      connections.set(socket, { open: new Set(), requests: 0, latest: undefined, idleSince: performance.now() })
      socket.once('close', () => connections.delete(socket))
      socket.once('end', () => destroyAfter(socket, serverLimits.halfOpenTimeout))
      // Node calls it after the last response of a connection.
      socket.destroySoon = () => closeGracefully(socket)
    },
    serve(request, response) {
      const connection = connections.get(request.socket)
      if (!connection || request.socket.destroyed) return void request.resume()
      const { latest, open } = connection
      if (open.size === serverLimits.requestsAhead) {
        request.socket.destroy()
        return onDrop('requests_ahead')
      }
      connection.latest = response
      open.add(response)
      response.once('close', () => {
        open.delete(response)
        connection.idleSince = performance.now()
      })
      // Executed in turn: one may depend on the one before, or come after the last (RFC 9112, sections 9.3.2 and 9.6).
      if (latest && open.has(latest)) latest.once('close', () => begin(connection, latest, request, response))
      else begin(connection, latest, request, response)
    },
    reject(socket, message) {
      if (!socket.writable) return
      const [current] = connections.get(socket)?.open ?? []
      if (current && (current.req.complete || current.writableEnded)) return closeAfter(current)
      const rejected = sendBadRequest(socket, message, current?.getHeader('X-Request-Id') as string | undefined)
      // The handler reports requests whose headers have arrived.
      if (!current) report(rejected)
    },
    isPreparing(socket) {
      const { open = [] } = connections.get(socket) ?? {}
      return [...open].some(({ req, headersSent }) => req.complete && !headersSent)
    },
    closeIdle: (milliseconds) => closeIdle(connections, milliseconds),
    drain() {
      draining = true
    },
    announceEnd() {
      for (const { open } of connections.values()) {
        const last = [...open].at(-1)
        if (last) announceClose(last)
      }
    },
  }
}

function closeIdle(connections: Map<Duplex, Connection>, milliseconds: number): void {
  const now = performance.now()
  for (const [socket, { open, idleSince }] of connections) {
    const isIdle = open.size === 0 && now - idleSince >= milliseconds
    if (isIdle && !(socket as Socket).writableEnded) socket.destroy()
  }
}

/** Returns a function that hands a request to the listener; `before` is the response to the one before it. */
function createBegin(listener: RequestListener, report: (report: RequestReport) => void, isDraining: () => boolean) {
  return (
    connection: Connection,
    before: ServerResponse | undefined,
    request: IncomingMessage,
    response: ServerResponse & { req: IncomingMessage },
  ) => {
    // Requests after the last one get no response, so they must not be executed (RFC 9112, section 9.6).
    if ((before && isLast(before)) || !request.socket.writable) return void request.resume()
    connection.requests += 1
    const { headers, httpVersion, socket } = request
    // Node's parser also accepts 0.9 and 2.0.
    if (!/^1\.[01]$/.test(httpVersion)) return report(sendBadRequest(socket, 'the version of HTTP is not supported'))
    // After an Upgrade header, Node's parser reports no errors; later requests on the connection would hang.
    const isFinal = httpVersion !== '1.1' || headers.upgrade !== undefined
    if (isDraining() || isFinal || connection.requests === serverLimits.requestsPerConnection) announceClose(response)
    toOriginForm(request)
    listener(request, response)
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
