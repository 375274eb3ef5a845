/** What goes to the target and comes back: exchanges, kept as they were on the wire. */
import type { OperationId } from '@monitoring-service/contract'
import type { Secrets } from './secrets.ts'

export interface Outgoing {
  /** Absent where the request is none of the eight. */
  operationId?: OperationId | undefined
  method: string
  /** Path and query, as they follow the base address. */
  path: string
  headers: Record<string, string>
  body?: string | undefined
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
export type Driver = (request: Outgoing & { url: string }, timeout: number) => Promise<Incoming>

/** The target gave no answer that could be judged. */
export class NoAnswer extends Error {
  readonly request: Outgoing
  constructor(request: Outgoing, why: string) {
    super(`${request.method} ${request.path} was not answered: ${why}`)
    this.request = request
  }
}

/** The target keeps asking to come back later. */
export class TurnedAway extends Error {}

/** The SDK told its caller something else than the wire. */
export class Disagreement extends Error {}

export interface WireSettings {
  /** The base address, without a trailing slash. */
  url: string
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
  /** Opens so many connections, so that what follows on them at once arrives at once. */
  warm(connections: number): Promise<void>
}

export function createWire(settings: WireSettings, driver: Driver, secrets: Secrets): Wire {
  async function sendOnce(request: Outgoing): Promise<Exchange> {
    const sent = { ...request, url: settings.url + request.path }
    const started = new Date()
    const begin = performance.now()
    const response = await driver(sent, settings.timeout)
    const milliseconds = Math.round(performance.now() - begin)
    const exchange = { request: sent, response, ...parse(response.text), started, milliseconds }
    if (request.body) secrets.harvest(parse(request.body).body)
    secrets.harvest(exchange.body)
    secrets.add(response.headers['set-cookie'], 'cookie')
    return exchange
  }

  async function send(request: Outgoing): Promise<Exchange> {
    const deadline = performance.now() + settings.patience
    for (;;) {
      const exchange = await sendOnce(request)
      const { status, headers } = exchange.response
      if (status !== 429 && status !== 503) return exchange
      const wait = 1000 * (Number(headers['retry-after']) || 0.25)
      if (performance.now() + wait > deadline) {
        throw new TurnedAway(
          status === 429
            ? 'the target limits the rate of requests (429): raise its limits for the kit, or --patience, or lower --jobs'
            : 'the target is not available (503)',
        )
      }
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }

  async function warm(connections: number): Promise<void> {
    const idle = { method: 'GET', path: '/', headers: {} }
    await Promise.all(Array.from({ length: connections }, () => sendOnce(idle)))
  }

  return { send, sendOnce, warm }
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
    return await transmit(request, timeout).catch((error) => {
      // A target may close a connection that was kept alive in the very moment it is used again.
      if (wasClosed(error)) return transmit(request, timeout)
      throw error
    })
  } catch (error) {
    throw new NoAnswer(request, whyOf(error, timeout))
  }
}

async function transmit({ method, url, headers, body }: Parameters<Driver>[0], timeout: number): Promise<Incoming> {
  const signal = AbortSignal.timeout(timeout)
  const response = await fetch(url, { method, headers, body: body ?? null, redirect: 'manual', signal })
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

function wasClosed(error: unknown): boolean {
  const { code } = ((error as Error | undefined)?.cause ?? {}) as { code?: unknown }
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
}

function whyOf(error: unknown, timeout: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${timeout / 1000} s`
  const { cause } = error
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause
  return inner instanceof Error ? inner.message : error.message
}
