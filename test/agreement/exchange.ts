/** A fetch that records each exchange, and alters the request as the scenario's x-send describes. */
import { operations, type Scenario } from '@monitoring-service/contract'
import { transmit } from '../support/raw-http.ts'

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
      const exchange = await send(alter(scenario, { ...usual, headers: { ...usual.headers, ...headers }, body: text }))
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

async function send({ method, url, headers, body }: Exchange['request']): Promise<Exchange> {
  const [started, begin] = [new Date(), performance.now()]
  const { origin } = new URL(url)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const request = { method, url, headers: { ...headers, ...length }, body }
  const response = await transmit(origin, method, url.slice(origin.length), request.headers, body)
  const { statusLine, text } = response
  const received = {
    status: Number(statusLine.slice(0, 3)),
    headers: response.headers as Record<string, string>,
    body: text,
  }
  return { started, duration: performance.now() - begin, request, response: received }
}
