/** Sends requests with Node's HTTP client, and says why one has no response. */
import { isUtf8 } from 'node:buffer'
import { lookup } from 'node:dns'
import { Agent, type AgentOptions, globalAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest, Agent as SecureAgent } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Barrier } from './barrier.ts'
import { LimitError, most } from './response-limits.ts'

export interface SentRequest {
  method: string
  url: string
  headers: Record<string, string>
  /** Sent beside the others. */
  gatewayHeaders?: Record<string, string>
  body?: string | undefined
  /** The certificate of the client, and its key. */
  cert?: string
  key?: string
  /** Opens a connection, which ends after the response; others are kept open and used again. */
  isFresh?: boolean
  /** The request is sent when the connections of all requests of the barrier are open. */
  barrier?: Barrier | undefined
}

export interface ReceivedResponse {
  status: number
  /** Names are in lower case. */
  headers: Record<string, string>
  text: string
}

/** From NODE_USE_ENV_PROXY; Node gives it to its own agents only. */
const { proxyEnv } = (globalAgent as Agent & { options: AgentOptions }).options
const foundAddresses = new Map<string, Parameters<Parameters<LookupFunction>[2]>>()
/** Addresses are remembered for a second: a run opens thousands of connections, and each look-up takes a thread. */
const lookUp: LookupFunction = (name, options, callback) => {
  const key = `${name} ${options.all}`
  const known = foundAddresses.get(key)
  if (known) return process.nextTick(callback, ...known)
  lookup(name, options, (...found: Parameters<typeof callback>) => {
    const [error] = found
    if (!error) {
      foundAddresses.set(key, found)
      setTimeout(() => foundAddresses.delete(key), 1000).unref()
    }
    callback(...found)
  })
}
const options = { proxyEnv, lookup: lookUp }
const keptOptions = { ...options, keepAlive: true }
// A session that is resumed may lead to the same process of the target.
const freshOptions = { ...options, maxCachedSessions: 0 }
const clients = {
  'http:': { request: httpRequest, fresh: new Agent(options), kept: new Agent(keptOptions) },
  'https:': { request: httpsRequest, fresh: new SecureAgent(freshOptions), kept: new SecureAgent(keptOptions) },
}
/** Between the two chunks of a chunked body, in milliseconds. */
const pauseInBody = 10
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const usual = { accept: '*/*', 'accept-encoding': 'gzip, deflate', 'user-agent': 'monitoring-conformance' }

/** @param timeout of the whole response, in milliseconds. */
export function send(
  { method, url, headers, gatewayHeaders, body, cert, key, isFresh, barrier }: SentRequest,
  timeout: number,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const address = new URL(url)
    const { request, kept, fresh } = clients[address.protocol === 'https:' ? 'https:' : 'http:']
    const content = body === undefined ? undefined : Buffer.from(body)
    const isChunked = headers['transfer-encoding'] === 'chunked'
    const length = content && !isChunked && { 'content-length': String(content.length) }
    const outgoing = request(address, {
      method,
      headers: { ...usual, ...headers, ...gatewayHeaders, ...length },
      agent: isFresh ? fresh : kept,
      cert,
      key,
    })
    const fail = (error: unknown) => {
      clearTimeout(timer)
      reject(error)
      outgoing.destroy()
    }
    const timer = setTimeout(() => fail(new Error(`no answer within ${timeout / 1000} s`)), timeout)
    outgoing.on('error', fail)
    // Without a listener, Node would close the connection and report nothing.
    outgoing.on('upgrade', (_response, socket) => {
      socket.destroy()
      fail(new Error('it answered 101, which no request asked for'))
    })
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = []
      let received = 0
      response.on('error', fail)
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        received += chunk.length
        if (received > most.bytes) fail(LimitError.ofLength())
      })
      response.on('end', () => {
        clearTimeout(timer)
        try {
          resolve(toReceived(response, Buffer.concat(chunks)))
        } catch (error) {
          reject(error)
        }
      })
    })
    const sendBody = () => {
      if (!content || !isChunked) return void outgoing.end(content)
      const half = Math.ceil(content.length / 2)
      outgoing.write(content.subarray(0, half))
      setTimeout(() => outgoing.end(content.subarray(half)), pauseInBody)
    }
    if (!barrier) return sendBody()
    outgoing.on('socket', (socket) => whenOpen(socket, () => barrier(sendBody)))
  })
}

function whenOpen(socket: Socket, proceed: () => void): void {
  const { secureConnecting } = socket as TLSSocket & { secureConnecting?: boolean }
  if (secureConnecting) socket.once('secureConnect', proceed)
  else if (socket.connecting) socket.once('connect', proceed)
  else proceed()
}

const decompressions: Record<string, typeof gunzipSync> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

function toReceived({ statusCode = 0, headersDistinct }: IncomingMessage, content: Buffer): ReceivedResponse {
  const headers = Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
  )
  const encoding = headers['content-encoding']?.toLowerCase() ?? ''
  const decompress = decompressions[encoding]
  // Some name a charset there, and the text can be read all the same.
  if (!decompress && encoding !== '' && !isUtf8(content))
    throw new Error(`the response is in ${encoding}, which no request asked for`)
  // Unlike toString(), keeps a byte order mark.
  return { status: statusCode, headers, text: decoder.decode(decompress ? unpack(content, decompress) : content) }
}

/** @throws LimitError before more is unpacked than a response may have. */
function unpack(content: Buffer, decompress: typeof gunzipSync): Buffer {
  if (content.length === 0) return content
  try {
    return decompress(content, { maxOutputLength: most.bytes })
  } catch (error) {
    throw (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? LimitError.ofLength() : error
  }
}

/** The connection was closed, so that the request may have been processed or not. */
export function isClosed(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes(`${(error as { code?: unknown }).code}`)
}

const tlsErrors: [RegExp, text: string][] = [
  [/SSL routines:.*:(wrong version|packet length)/, 'it does not speak https'],
  [/alert (certificate required|handshake failure)/, 'it asks for a client certificate: --cert FILE and --key FILE'],
]

export function describeSendError(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error
  if ((inner as { code?: unknown }).code === 'ECONNRESET') return 'the connection was closed'
  const message = inner instanceof Error ? inner.message : String(inner)
  // OpenSSL's messages have several lines.
  return tlsErrors.find(([pattern]) => pattern.test(message))?.[1] ?? message
}
