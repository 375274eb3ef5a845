/** A local server that responds as a scenario defines and records its requests. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
  /** The time of its arrival, in milliseconds. */
  at: number
}

/** @param count - The number of the request, from 1. */
export type Respond = (response: ServerResponse, count: number, request: ReceivedRequest) => void

export async function startLoopback(respond: Respond) {
  const seen: ReceivedRequest[] = []
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming
    const request = { method, url, headers, at: performance.now(), body: await text(incoming) }
    respond(response, seen.push(request), request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Sends an error in the contract's shape. */
export function sendError(response: ServerResponse, status: number, code: string, headers = {}): void {
  sendJson(response, status, { error: { code, message: 'No.', status } }, headers)
}
