/** A server on this machine that answers as a scenario says and remembers what it was asked. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
  /** When it came, in milliseconds. */
  at: number
}

/** @param count - The number of the request, from 1. */
export type Answer = (response: ServerResponse, count: number, seen: Seen) => void

export interface Loopback {
  url: string
  seen: Seen[]
  close(): Promise<void>
}

export async function startLoopback(answer: Answer): Promise<Loopback> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const at = performance.now()
    let body = ''
    request.setEncoding('utf8')
    for await (const part of request) body += part
    const one = { method, url, headers, body, at }
    answer(response, seen.push(one), one)
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

export function replyJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** An error in the contract's shape. */
export function refuse(response: ServerResponse, status: number, code: string, headers = {}): void {
  replyJson(response, status, { error: { code, message: 'No.', status } }, headers)
}
