/** What goes to the target and comes back: exchanges, kept as they were on the wire. */
import type { OperationId } from '@monitoring-service/contract'
import { findCredentials, type Transport } from './callers.ts'
import type { Secrets } from './redact.ts'
import { sendWithRetries } from './retry-after.ts'

/** What somebody shows who has no right to what they ask for. */
export interface InvalidCredential {
  description: string
  /** The secret it was made of; absent if it tells nothing of one. */
  of?: string | undefined
}

export interface OutgoingRequest {
  /** Absent where the request is none of the eight. */
  operationId?: OperationId | undefined
  method: string
  /** Path and query, as they follow the base address. */
  path: string
  headers: Record<string, string>
  body?: string | undefined
  invalidCredential?: InvalidCredential
}

export interface ReceivedResponse {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  text: string
}

export interface Exchange {
  request: OutgoingRequest & { url: string }
  response: ReceivedResponse
  /** The response's JSON; undefined if there is none. */
  body: unknown
  /** Whether the response's text is JSON. */
  isJson: boolean
  started: Date
  milliseconds: number
}

/** Brings one request to the target and its response back. */
export type Driver = (
  request: OutgoingRequest & { url: string; gatewayHeaders?: Headers },
  timeout: number,
) => Promise<ReceivedResponse>

type Headers = Record<string, string>

/** The target gave no answer that could be judged. */
export class NoResponseError extends Error {
  readonly request: OutgoingRequest
  /** The connection was closed: whether the target did what was asked, nobody knows. */
  readonly connectionClosed: boolean
  constructor(request: OutgoingRequest, why: string, connectionClosed = false) {
    super(`${request.method} ${request.path} was not answered: ${why}`)
    this.request = request
    this.connectionClosed = connectionClosed
  }
}

/** The target keeps asking to come back later. */
export class RateLimitedError extends Error {
  readonly request: OutgoingRequest
  /** It says that it is not available (503), however often it is asked; not that it is asked too often. */
  readonly isDown: boolean
  constructor(request: OutgoingRequest, status: number, times: number) {
    super(
      status === 429
        ? 'the target limits the rate of requests (429): raise its limits for the kit, or --patience, or lower --jobs'
        : 'the target is not available (503)',
    )
    this.request = request
    this.isDown = status === 503 && times >= telling
  }
}

/** So many answers in a row tell something. */
const telling = 3

/** The SDK told its caller something else than the wire. */
export class Disagreement extends Error {}

export interface HttpClientSettings {
  /** The base address, without a trailing slash. */
  url: string
  /** Sent with each request, as a gateway before the target wants it; kept out of what is recorded. */
  headers: Headers
  /** How credentials travel. */
  transport: Transport
  /** How long an answer may take, in milliseconds. */
  timeout: number
  /** How long to wait, in all, for a target that asks to come back later, in milliseconds. */
  patience: number
}

export interface HttpClient {
  /**
   * Sends a request; one that was turned away (429, 503) was not done, so it is sent again.
   * @throws NoAnswer, TurnedAway
   */
  send(request: OutgoingRequest): Promise<Exchange>
  /** Sends a request once, whatever comes. */
  sendOnce(request: OutgoingRequest): Promise<Exchange>
  /** One of the eight that changes nothing, and that the target answers. */
  pingRequest: OutgoingRequest
  /** Opens so many connections, so that what follows on them at once arrives at once. */
  openConnections(connections: number): Promise<void>
}

export function createHttpClient(settings: HttpClientSettings, driver: Driver, secrets: Secrets): HttpClient {
  const { transport, patience, timeout } = settings
  const gatewayHeaders = Object.fromEntries(
    Object.entries(settings.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const hidden = Object.fromEntries(Object.keys(gatewayHeaders).map((name) => [name, `«${name}»`]))
  for (const [name, value] of Object.entries(gatewayHeaders)) {
    // What the address says is no secret.
    if (!settings.url.includes(value)) secrets.add(value, name)
  }

  async function sendOnce(request: OutgoingRequest): Promise<Exchange> {
    const sent = { ...request, url: settings.url + request.path }
    learn(request)
    const started = new Date()
    const begin = performance.now()
    const response = await driver({ ...sent, gatewayHeaders }, timeout)
    const milliseconds = Math.round(performance.now() - begin)
    const recorded = { ...sent, headers: { ...sent.headers, ...hidden } }
    const exchange = { request: recorded, response, ...parse(response.text), started, milliseconds }
    secrets.collect(exchange.body)
    secrets.add(response.headers['set-cookie'], 'cookie')
    return exchange
  }

  /** Remembers what a request tells that nobody else may know. */
  function learn({ headers, body, invalidCredential }: OutgoingRequest): void {
    for (const [, shown] of findCredentials(transport, headers)) {
      if (!invalidCredential) secrets.add(shown, 'credential')
      else if (invalidCredential.of !== undefined)
        secrets.addDerived(shown, { of: invalidCredential.of, description: invalidCredential.description })
    }
    if (body) secrets.collect(parse(body).body)
  }

  async function send(request: OutgoingRequest): Promise<Exchange> {
    const { answered, times, isRateLimited } = await sendWithRetries(() => sendOnce(request), patience)
    if (isRateLimited) throw new RateLimitedError(request, answered.response.status, times)
    return answered
  }

  const client: HttpClient = {
    send,
    sendOnce,
    pingRequest: { method: 'POST', path: '/auth/login', headers: { 'content-type': 'application/json' }, body: '{}' },
    async openConnections(connections) {
      await Promise.all(Array.from({ length: connections }, () => sendOnce(client.pingRequest)))
    },
  }
  return client
}

function parse(text: string): { body: unknown; isJson: boolean } {
  try {
    return { body: JSON.parse(text), isJson: true }
  } catch {
    return { body: undefined, isJson: false }
  }
}

/** The driver for anything that speaks HTTP. */
export const fetchDriver: Driver = async (request, timeout) => {
  try {
    return await transmit(request, timeout)
  } catch (error) {
    throw new NoResponseError(request, describeFetchError(error, timeout), connectionClosed(error))
  }
}

async function transmit(request: Parameters<Driver>[0], timeout: number): Promise<ReceivedResponse> {
  const { method, url, body = null } = request
  const signal = AbortSignal.timeout(timeout)
  const headers = { ...request.headers, ...request.gatewayHeaders }
  const response = await fetch(url, { method, headers, body, redirect: 'manual', signal })
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

function connectionClosed(error: unknown): boolean {
  const { code } = ((error as Error | undefined)?.cause ?? {}) as { code?: unknown }
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
}

/**
 * Why a request got no answer, in words.
 * @param timeout in milliseconds.
 */
export function describeFetchError(error: unknown, timeout: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${timeout / 1000} s`
  const { cause } = error
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause
  const why = inner instanceof Error ? inner.message : error.message
  return why === 'bad port' ? 'fetch refuses this port: use another' : why
}
