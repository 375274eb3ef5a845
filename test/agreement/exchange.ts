/** A fetch that records each exchange, and alters the request as the scenario's x-send describes. */
import { request as send } from 'node:http'
import { operations, type Scenario } from '@monitoring-service/contract'

/** One request and its response as they were sent. */
export interface Exchange {
  started: Date
  /** In milliseconds. */
  duration: number
  request: { method: string; url: string; headers: Record<string, string>; body: string | undefined }
  response: { status: number; headers: Record<string, string>; body: string }
}

export interface Wire {
  fetch: typeof fetch
  exchanges: Exchange[]
}

/** @param headers are added to each request. */
export function createWire(scenario: Scenario, headers: Record<string, string>): Wire {
  const exchanges: Exchange[] = []
  return {
    exchanges,
    async fetch(input, init) {
      const request = new Request(input, init)
      const usual = { method: request.method, url: request.url, headers: Object.fromEntries(request.headers) }
      const text = request.body === null ? undefined : await request.text()
      const exchange = await transmit(
        alter(scenario, { ...usual, headers: { ...usual.headers, ...headers }, body: text }),
      )
      exchanges.push(exchange)
      const { status, headers: answered, body } = exchange.response
      return new Response(body === '' ? null : body, { status, headers: answered })
    },
  }
}

/** Changes a request in the way that a scenario's x-send describes. */
function alter({ operationId, send, path, body }: Scenario, usual: Exchange['request']): Exchange['request'] {
  const { origin, pathname, search } = new URL(usual.url)
  const template = operations[operationId].path
  const raw = send.raw === true
  const target =
    raw && Object.keys(path).length > 0 ? template.replace(/\{(\w+)\}/g, (_, name) => path[name] ?? '') : pathname
  const query = send.query === undefined ? search : `?${send.query}`
  const altered = { ...usual, method: send.method ?? usual.method, url: `${origin}${send.path ?? target}${query}` }
  if (raw && typeof body === 'string') return { ...altered, body }
  if (send.contentType) return withBody(altered, send.contentType, 'plain text')
  if (send.bytes) return withBody(altered, 'application/json', JSON.stringify('x'.repeat(send.bytes - 2)))
  return altered
}

function withBody(request: Exchange['request'], contentType: string, body: string): Exchange['request'] {
  return { ...request, headers: { ...request.headers, 'content-type': contentType }, body }
}

/** Uses Node's own client, because fetch normalizes unusual requests. */
function transmit({ method, url, headers, body }: Exchange['request']): Promise<Exchange> {
  const started = new Date()
  const begin = performance.now()
  const { hostname, port, origin } = new URL(url)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sent = { ...headers, ...length }
  return new Promise((resolve, reject) => {
    const outgoing = send({ method, hostname, port, path: url.slice(origin.length), headers: sent }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('error', reject)
      incoming.on('data', (chunk) => chunks.push(chunk))
      incoming.on('end', () => {
        const response = {
          status: incoming.statusCode ?? 0,
          headers: incoming.headers as Record<string, string>,
          body: Buffer.concat(chunks).toString(),
        }
        resolve({
          started,
          duration: performance.now() - begin,
          request: { method, url, headers: sent, body },
          response,
        })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
