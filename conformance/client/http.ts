/** What goes to the target and comes back: exchanges, kept as they were on the wire. */
import type { OperationId } from '@monitoring-service/contract'
import { credentialsIn, type Transport } from './callers.ts'
import type { Secrets } from './redact.ts'
import { askPatiently } from './retry-after.ts'

/** What somebody shows who has no right to what they ask for. */
export interface Disguise {
  how: string
  /** The secret it was made of; absent if it tells nothing of one. */
  of?: string | undefined
}

export interface Outgoing {
  /** Absent where the request is none of the eight. */
  operationId?: OperationId | undefined
  method: string
  /** Path and query, as they follow the base address. */
  path: string
  headers: Record<string, string>
  body?: string | undefined
  disguise?: Disguise
}

export interface Incoming {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  text: string
}

export interface Exchange {
  request: Outgoing & { url: string }
  response: Incoming
  /** The response's JSON; undefined if there is none. */
  body: unknown
  /** Whether the response's text is JSON. */
  isJson: boolean
  started: Date
  milliseconds: number
}

/** Brings one request to the target and its response back. */
export type Driver = (request: Outgoing & { url: string; always?: Headers }, timeout: number) => Promise<Incoming>

type Headers = Record<string, string>

/** The target gave no answer that could be judged. */
export class NoAnswer extends Error {
  readonly request: Outgoing
  /** The connection was closed: whether the target did what was asked, nobody knows. */
  readonly wasClosed: boolean
  constructor(request: Outgoing, why: string, wasClosed = false) {
    super(`${request.method} ${request.path} was not answered: ${why}`)
    this.request = request
    this.wasClosed = wasClosed
  }
}

/** The target keeps asking to come back later. */
export class TurnedAway extends Error {
  readonly request: Outgoing
  /** It says that it is not available (503), however often it is asked; not that it is asked too often. */
  readonly isDown: boolean
  constructor(request: Outgoing, status: number, times: number) {
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

export interface WireSettings {
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

export interface Wire {
  /**
   * Sends a request; one that was turned away (429, 503) was not done, so it is sent again.
   * @throws NoAnswer, TurnedAway
   */
  send(request: Outgoing): Promise<Exchange>
  /** Sends a request once, whatever comes. */
  sendOnce(request: Outgoing): Promise<Exchange>
  /** One of the eight that changes nothing, and that the target answers. */
  idle: Outgoing
  /** Opens so many connections, so that what follows on them at once arrives at once. */
  warm(connections: number): Promise<void>
}

export function createWire(settings: WireSettings, driver: Driver, secrets: Secrets): Wire {
  const { transport, patience, timeout } = settings
  const always = Object.fromEntries(
    Object.entries(settings.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const hidden = Object.fromEntries(Object.keys(always).map((name) => [name, `«${name}»`]))
  for (const [name, value] of Object.entries(always)) {
    // What the address says is no secret.
    if (!settings.url.includes(value)) secrets.add(value, name)
  }

  async function sendOnce(request: Outgoing): Promise<Exchange> {
    const sent = { ...request, url: settings.url + request.path }
    learn(request)
    const started = new Date()
    const begin = performance.now()
    const response = await driver({ ...sent, always }, timeout)
    const milliseconds = Math.round(performance.now() - begin)
    const recorded = { ...sent, headers: { ...sent.headers, ...hidden } }
    const exchange = { request: recorded, response, ...parse(response.text), started, milliseconds }
    secrets.harvest(exchange.body)
    secrets.add(response.headers['set-cookie'], 'cookie')
    return exchange
  }

  /** Remembers what a request tells that nobody else may know. */
  function learn({ headers, body, disguise }: Outgoing): void {
    for (const [, shown] of credentialsIn(transport, headers)) {
      if (!disguise) secrets.add(shown, 'credential')
      else if (disguise.of !== undefined) secrets.addMade(shown, { of: disguise.of, how: disguise.how })
    }
    if (body) secrets.harvest(parse(body).body)
  }

  async function send(request: Outgoing): Promise<Exchange> {
    const { answered, times, isTurnedAway } = await askPatiently(() => sendOnce(request), patience)
    if (isTurnedAway) throw new TurnedAway(request, answered.response.status, times)
    return answered
  }

  const wire: Wire = {
    send,
    sendOnce,
    idle: { method: 'POST', path: '/auth/login', headers: { 'content-type': 'application/json' }, body: '{}' },
    async warm(connections) {
      await Promise.all(Array.from({ length: connections }, () => sendOnce(wire.idle)))
    },
  }
  return wire
}

function parse(text: string): { body: unknown; isJson: boolean } {
  try {
    return { body: JSON.parse(text), isJson: true }
  } catch {
    return { body: undefined, isJson: false }
  }
}

/** The driver for anything that speaks HTTP. */
export const overHttp: Driver = async (request, timeout) => {
  try {
    return await transmit(request, timeout)
  } catch (error) {
    throw new NoAnswer(request, whyOf(error, timeout), wasClosed(error))
  }
}

async function transmit(request: Parameters<Driver>[0], timeout: number): Promise<Incoming> {
  const { method, url, body = null } = request
  const signal = AbortSignal.timeout(timeout)
  const headers = { ...request.headers, ...request.always }
  const response = await fetch(url, { method, headers, body, redirect: 'manual', signal })
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

function wasClosed(error: unknown): boolean {
  const { code } = ((error as Error | undefined)?.cause ?? {}) as { code?: unknown }
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
}

/**
 * Why a request got no answer, in words.
 * @param timeout in milliseconds.
 */
export function whyOf(error: unknown, timeout: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${timeout / 1000} s`
  const { cause } = error
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause
  const why = inner instanceof Error ? inner.message : error.message
  return why === 'bad port' ? 'fetch refuses this port: use another' : why
}
