/** The README's recipes: a proxy, certificates and tracing, on real sockets. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer as createProxy } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect, type Server } from 'node:net'
import { promisify } from 'node:util'
import { context, propagation, TraceFlags, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import express from 'express'
import { Agent, type Dispatcher, ProxyAgent, fetch as undiciFetch } from 'undici'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConnectionError, type Fetch } from '../../sdk/index.ts'
import { createCertificate } from '../support/certificate.ts'
import { folderOfTest } from '../support/folder-test.ts'
import { client, errorOf, respondWithError, respondWithJson, serve, serveSequence, shortenDelays } from './harness.ts'

const through =
  (dispatcher: Dispatcher): Fetch =>
  (url, init) =>
    undiciFetch(url, { ...init, dispatcher })

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a service with TLS, whose certificate no authority has signed. */
async function serveTls() {
  const { cert: ca, key, client: ofClient } = await createCertificate()
  const clients: boolean[] = []
  const options = { key, cert: ca, ca, requestCert: true, rejectUnauthorized: false }
  const server = createServer(options, ({ socket }, response) => {
    clients.push((socket as unknown as { authorized: boolean }).authorized)
    response.writeHead(204, { Connection: 'close' }).end()
  })
  return { baseUrl: `https://${await listen(server)}`, clients, ca, ...ofClient }
}

test('A proxy receives the calls', async () => {
  const { baseUrl, seen } = await serve(respondWithJson({ fine: true }))
  const tunnels: string[] = []
  const proxy = createProxy().on('connect', ({ url = '' }, socket) => {
    tunnels.push(url)
    const upstream = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  const dispatcher = new ProxyAgent(`http://${await listen(proxy)}`)
  await client(baseUrl, { fetch: through(dispatcher) }).incidents.resolve('a')
  await dispatcher.destroy()
  expect(tunnels).toEqual([new URL(baseUrl).host])
  expect(seen).toHaveLength(1)
})

test('An agent with certificates trusts an authority of its own, and identifies the client', async () => {
  const { baseUrl, clients, ca, cert, key } = await serveTls()
  await errorOf(client(baseUrl).incidents.delete('a'), ConnectionError)
  for (const connect of [{ ca }, { ca, cert, key }]) {
    const dispatcher = new Agent({ connect })
    await client(baseUrl, { fetch: through(dispatcher) }).incidents.delete('a')
    await dispatcher.destroy()
  }
  expect(clients).toEqual([false, true])
})

test('NODE_EXTRA_CA_CERTS makes Node trust an authority, without code', async () => {
  const { baseUrl, ca } = await serveTls()
  const folder = await folderOfTest()
  await writeFile(folder.at('ca.pem'), ca)
  const program = `import { createMonitoring } from '${new URL('../../sdk/index.ts', import.meta.url)}'
    await createMonitoring({ baseUrl: '${baseUrl}' }).incidents.delete('a')`
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: folder.at('ca.pem') }
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env })
})

test('OpenTelemetry adds traceparent to each attempt', async () => {
  shortenDelays()
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  onTestFinished(() => propagation.disable())
  const { baseUrl, seen } = await serveSequence(respondWithError(503), respondWithJson({}))
  let attempt = 0
  const traced: Fetch = (url, init) => {
    const spanId = `000000000000000${++attempt}`
    const span = { traceId: '1'.repeat(32), spanId, traceFlags: TraceFlags.SAMPLED }
    propagation.inject(trace.setSpanContext(context.active(), span), init.headers)
    return fetch(url, init)
  }
  await client(baseUrl, { fetch: traced, maxRetries: 1 }).incidents.resolve('a')
  const parents = seen.map(({ headers }) => headers.traceparent)
  expect(parents).toEqual(['1', '2'].map((last) => `00-${'1'.repeat(32)}-000000000000000${last}-01`))
})

test('An Express app ends a call when its client has left', async () => {
  const ended = Promise.withResolvers<void>()
  const { baseUrl, seen } = await serve((response, request) => {
    if (request.url.includes('/slow/')) response.on('close', ended.resolve)
    else respondWithJson({ fine: true })(response, request)
  })
  const reasons: unknown[] = []
  const app = express()
  app.post('/incidents/:id/resolve', async (request, response) => {
    const left = new AbortController()
    response.on('close', () => left.abort())
    response.json(await client(baseUrl).incidents.resolve(request.params.id, {}, { signal: left.signal }))
  })
  app.use(((error, _request, response, _next) => {
    reasons.push(error.name, response.destroyed)
  }) as express.ErrorRequestHandler)
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const post = (id: string, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/incidents/${id}/resolve`, {
      method: 'POST',
      ...(signal && { signal }),
    })
  expect(await (await post('quick')).json()).toEqual({ fine: true })
  const leave = new AbortController()
  const request = errorOf(post('slow', leave.signal), DOMException)
  await vi.waitFor(() => expect(seen).toHaveLength(2))
  leave.abort()
  await Promise.all([request, ended.promise])
  await vi.waitFor(() => expect(reasons).toEqual(['AbortError', true]))
})

test('The option takes the global fetch, those of packages, and doubles; not one without a response', () => {
  const double = async () => new Response('{}')
  const fetches: Fetch[] = [globalThis.fetch, undiciFetch, double]
  // @ts-expect-error it returns no response
  fetches.push(async () => undefined)
  // @ts-expect-error without a stream it is read by text()
  fetches.push(async () => ({ ok: true, status: 200, headers: new Headers(), body: null }))
  expect(fetches).toHaveLength(5)
})
