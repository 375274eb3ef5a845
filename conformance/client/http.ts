/** The HTTP client: sends requests to the target and records each exchange as it was on the wire. */
import { errors, type OperationId, operations } from '@monitoring-service/contract'
import type { Barrier } from './barrier.ts'
import type { Clock } from './clock.ts'
import { findCredentials, type InvalidCredential, type Transport } from './credentials.ts'
import { describeSendError, isClosed, type ReceivedResponse, type SentRequest } from './driver.ts'
import { LimitError, most, parseJson } from './limits.ts'
import type { Secrets } from './redact.ts'
import { sendWithRetries } from './retry.ts'

type Headers = Record<string, string>

export interface OutgoingRequest {
  /** Absent if the request is for none of the eight operations. */
  operationId?: OperationId | undefined
  method: string
  /** Path and query, relative to the base address. */
  path: string
  headers: Headers
  body?: string | undefined
  invalidCredential?: InvalidCredential
}

export interface Exchange {
  request: OutgoingRequest & { url: string }
  /** With the status 0 if there is none. */
  response: ReceivedResponse
  /** Why there is no response, or none that the kit reads. */
  unanswered?: string
  /** The parsed JSON of the response, or undefined. */
  body: unknown
  isJson: boolean
  /** Others were sent at the same time. */
  isAtOnce?: true
  started: Date
  /** Milliseconds since 1970, by the target's clock. */
  targetTime: number
  milliseconds: number
}

/** Sends one request, on a new connection if it is fresh and when its barrier opens, and returns the response. */
export type Driver = (request: Exchange['request'] & SentRequest, timeout: number) => Promise<ReceivedResponse>

export class NoResponseError extends Error {
  readonly exchange: Exchange
  readonly reason: string
  /** The connection was closed, or the target does not know itself, so it may have processed the request or not. */
  readonly connectionClosed: boolean
  /** There is one, with more than the kit reads. */
  readonly exceedsLimit: boolean
  constructor(exchange: Exchange, reason: string, cause?: unknown) {
    super(`${exchange.request.method} ${exchange.request.path} was not answered: ${reason}`)
    this.exchange = { ...exchange, unanswered: reason }
    this.reason = reason
    this.connectionClosed = cause === undefined || isClosed(cause)
    this.exceedsLimit = cause instanceof LimitError
  }
}

/** Responses of 503 in a row from which a target counts as unavailable. */
const unavailableAfter = 3

/** The target still answers 429 or 503 when the kit's patience ends. */
export class RateLimitedError extends Error {
  readonly request: OutgoingRequest
  /** Every attempt was answered with 503. */
  readonly isDown: boolean
  constructor(request: OutgoingRequest, status: number, attempts: number) {
    super(
      status === 429
        ? 'the target limits the rate of requests (429): raise its limits for the kit, or --patience, or lower --jobs'
        : 'the target is not available (503)',
    )
    this.request = request
    this.isDown = status === 503 && attempts >= unavailableAfter
  }
}

/** The run has sent or received as much as it may. */
export class RequestLimitError extends Error {}

interface HttpClientSettings {
  /** The base address, without a trailing slash. */
  url: string
  /** Sent with each request, for example to a gateway; kept out of reports. */
  headers: Headers
  /** Of the client, with its key: PEMs. */
  certificate?: { cert: string; key: string } | undefined
  transport: Transport
  /** Time limit of a response, in milliseconds. */
  timeout: number
  /** Time limit of all retries of a request, in milliseconds. */
  patience: number
  keepAlive: boolean
  maxRequests: number
  clock: Clock
}

export type Connection = Barrier | 'kept'

export interface HttpClient {
  /**
   * Sends a request, and again while the target answers 429 or 503, since such a request was not processed. A target
   * that does not know whether it was gets the request once, like one that closes the connection.
   * Each request has a connection of its own, which any process of the target may get.
   * @param connection `kept` reuses one; a barrier holds back requests that are sent at the same time.
   * @throws NoResponseError, RateLimitedError, RequestLimitError
   */
  send(request: OutgoingRequest, connection?: Connection): Promise<Exchange>
  sendOnce(request: OutgoingRequest, connection?: Connection): Promise<Exchange>
  /** The number of requests that the run may still send. */
  remainingRequests(): number
  /** A request without side effects that the target answers. */
  pingRequest: OutgoingRequest
  clock: Clock
}

export function createHttpClient(settings: HttpClientSettings, driver: Driver, secrets: Secrets): HttpClient {
  const { transport, patience, timeout, keepAlive, maxRequests, clock } = settings
  let [sentCount, receivedLength] = [0, 0]
  const gatewayHeaders: Headers = {}
  const redactedHeaders: Headers = {}
  for (const [name, value] of Object.entries(settings.headers)) {
    gatewayHeaders[name.toLowerCase()] = value
    redactedHeaders[name.toLowerCase()] = `«${name.toLowerCase()}»`
    // A value that is part of the address is not a secret.
    if (!settings.url.includes(value)) secrets.add(value, name.toLowerCase())
  }

  async function sendOnce(request: OutgoingRequest, connection?: Connection): Promise<Exchange> {
    if (sentCount >= maxRequests)
      throw new RequestLimitError(`the run has sent its ${maxRequests} requests; --max-requests allows more`)
    if (receivedLength >= most.bytesOfRun)
      throw new RequestLimitError(`the run has received ${most.bytesOfRun / 2 ** 20} MB`)
    sentCount += 1
    const sent = { ...request, url: settings.url + request.path }
    collectSecrets(request)
    const [started, begin] = [new Date(), performance.now()]
    const isFresh = !keepAlive && connection !== 'kept'
    const barrier = connection === 'kept' ? undefined : connection
    const exchange: Exchange = {
      request: { ...sent, headers: { ...sent.headers, ...redactedHeaders } },
      response: { status: 0, headers: {}, text: '' },
      body: undefined,
      isJson: false,
      started,
      targetTime: started.getTime() + clock.offset,
      milliseconds: 0,
      ...(barrier && { isAtOnce: true as const }),
    }
    try {
      const response = await driver({ ...sent, ...settings.certificate, gatewayHeaders, isFresh, barrier }, timeout)
      receivedLength += response.text.length
      const parsed = parseJson(response.text)
      if (!secrets.collect(parsed.body)) throw new LimitError(`it has more than ${most.secrets} tokens or passwords`)
      secrets.add(response.headers['set-cookie'], 'cookie')
      const targetTime = Date.parse(response.headers.date ?? '') || exchange.targetTime
      return { ...exchange, response, ...parsed, targetTime, milliseconds: Math.round(performance.now() - begin) }
    } catch (error) {
      exchange.milliseconds = Math.round(performance.now() - begin)
      throw new NoResponseError(exchange, describeSendError(error), error)
    }
  }

  /** @throws NoResponseError if the response says that the outcome is unknown. */
  async function sendKnown(request: OutgoingRequest, connection?: Connection): Promise<Exchange> {
    const exchange = await sendOnce(request, connection)
    const { code } = (exchange.body as { error?: { code?: string } } | null | undefined)?.error ?? {}
    const { status, outcome } = (errors as Record<string, { status: number; outcome?: string }>)[`${code}`] ?? {}
    // With another status than its own, a code says nothing: 503 is that of an overloaded target.
    if (exchange.response.status !== 503 || status !== 503 || outcome !== 'unknown') return exchange
    throw new NoResponseError(exchange, `its outcome is unknown (503 ${code})`)
  }

  function collectSecrets({ headers, body, invalidCredential }: OutgoingRequest): void {
    for (const [, credential] of findCredentials(transport, headers)) {
      const { of, description = '' } = invalidCredential ?? {}
      if (!invalidCredential) secrets.add(credential, 'credential')
      else if (of !== undefined) secrets.addDerived(credential, { of, description })
    }
    if (body) secrets.collectSent(parseJson(body).body)
  }

  const { method, path } = operations.login
  return {
    async send(request, connection) {
      const sending = () => sendKnown(request, connection)
      const { exchange, attempts, isRateLimited } = await sendWithRetries(sending, patience)
      if (isRateLimited) throw new RateLimitedError(request, exchange.response.status, attempts)
      return exchange
    },
    sendOnce,
    remainingRequests: () => maxRequests - sentCount,
    clock,
    pingRequest: { method, path, headers: { 'content-type': 'application/json' }, body: '{}' },
  }
}
