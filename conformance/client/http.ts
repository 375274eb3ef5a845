/** The HTTP client: sends requests to the target and records each exchange as it was on the wire. */
import { operations } from '@monitoring-service/contract'
import type { Clock } from './clock.ts'
import { findCredentials, type Transport } from './credentials.ts'
import { describeSendError, type ReceivedResponse, type SentRequest } from './driver.ts'
import { type Exchange, NoResponseError, type OutgoingRequest, RequestLimitError } from './exchange.ts'
import { countLeft, type LeftBehind } from './footprint.ts'
import { createGatewayWatch } from './gateway.ts'
import type { Secrets } from './redact.ts'
import { type Connection, createResending } from './resend.ts'
import { LimitError, most, parseJson } from './response-limits.ts'

type Headers = Record<string, string>

/** Sends one request, on a new connection if it is fresh and when its barrier opens, and returns the response. */
export type Driver = (request: Exchange['request'] & SentRequest, timeout: number) => Promise<ReceivedResponse>

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
  left: LeftBehind
}

export type HttpClient = ReturnType<typeof createHttpClient>

export function createHttpClient(settings: HttpClientSettings, driver: Driver, secrets: Secrets) {
  const { transport, patience, timeout, keepAlive, maxRequests, clock, left } = settings
  let [sentCount, receivedLength] = [0, 0]
  const gateway = createGatewayWatch()
  const gatewayHeaders: Headers = {}
  const redactedHeaders: Headers = {}
  for (const [name, value] of Object.entries(settings.headers)) {
    gatewayHeaders[name.toLowerCase()] = value
    redactedHeaders[name.toLowerCase()] = `«${name.toLowerCase()}»`
    // A value that is part of the address is not a secret.
    if (!settings.url.includes(value)) secrets.add(value, name.toLowerCase())
  }

  async function receive(request: OutgoingRequest, connection?: Connection): Promise<Exchange> {
    if (sentCount >= maxRequests)
      throw new RequestLimitError(`the run has sent its ${maxRequests} requests; --max-requests allows more`)
    if (receivedLength >= most.bytesOfRun)
      throw new RequestLimitError(`the run has received ${most.bytesOfRun / 2 ** 20} MB`)
    sentCount += 1
    const sent = { ...request, url: settings.url + request.path }
    collectSecrets(request, transport, secrets)
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
      countLeft(left, { request: sent, response })
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

  /** Requests that are sent once more do not count twice. */
  const refund = (requests: number) => {
    sentCount -= requests
  }
  const { method, path } = operations.login
  return {
    ...createResending(receive, gateway, { refund, patience }),
    /** The number of requests that the run may still send. */
    remainingRequests: () => maxRequests - sentCount,
    refund,
    gateway,
    left,
    clock,
    /** A request without side effects that the target answers. */
    pingRequest: { method, path, headers: { 'content-type': 'application/json' }, body: '{}' } as OutgoingRequest,
  }
}

function collectSecrets(
  { headers, body, invalidCredential }: OutgoingRequest,
  transport: Transport,
  secrets: Secrets,
): void {
  for (const [, credential] of findCredentials(transport, headers)) {
    const { of, description = '' } = invalidCredential ?? {}
    if (!invalidCredential) secrets.add(credential, 'credential')
    else if (of !== undefined) secrets.addDerived(credential, { of, description })
  }
  if (body) secrets.collectSent(parseJson(body).body)
}
