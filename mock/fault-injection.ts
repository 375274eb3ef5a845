/** Injects delays and failures, at random or as the Prefer header requests. */
import type { Contract } from '@monitoring-service/contract'
import { ApiError, type ParsedRequest, toErrorResponse } from '@monitoring-service/http'
import { readPreferences } from './prefer-header.ts'
import type { Headers } from './reference.ts'
import type { MockResponse, Responder } from './responder.ts'

export interface FaultOptions {
  /** Milliseconds before each response, or a range of them. */
  delay?: number | readonly [least: number, longest: number] | undefined
  /** The share of requests that get 503, from 0 to 1. */
  failRate?: number | undefined
  /** One seed gives the same delays and failures, in the order of the requests. */
  seed?: number | undefined
}

/** A response, or a fault in its place: the connection is reset, or nothing is sent. */
export type Outcome = MockResponse | 'reset' | 'hang'

/** Responds to a request, or injects a fault. The signal reports that the client has gone. */
export type Respond = (request: ParsedRequest, headers: Headers, signal: () => AbortSignal) => Promise<Outcome>

/**
 * Adds the faults that the options and each request's Prefer header ask for.
 * @throws RangeError if an option is invalid.
 */
export function withFaults(responder: Responder, contract: Contract, options: FaultOptions = {}): Respond {
  const { delay = 0, failRate = 0, seed = 1 } = options
  const [least, longest] = typeof delay === 'number' ? [delay, delay] : delay
  const isDelay = isNumber(least, longest) && isNumber(longest, 2 ** 31 - 1)
  check(isDelay, 'delay must be milliseconds, or a range of them')
  check(isNumber(failRate, 1), 'failRate must be a share from 0 to 1')
  check(Number.isInteger(seed), 'seed must be a whole number')
  const random = createRandom(seed)

  return async (request, headers, signal) => {
    const preferences = readPreferences(headers('prefer').join(', '))
    const randomDelay = Math.round(least + random() * (longest - least))
    const fault = preferences.fault ?? (random() < failRate ? '503' : undefined)
    const pause = preferences.delay ?? randomDelay
    if (pause > 0 && !(await sleep(pause, signal()))) return 'hang'
    if (fault === 'reset' || fault === 'hang') return fault
    const applied = (['delay', 'fault'] as const).flatMap((name) =>
      name in preferences ? [`${name}=${preferences[name]}`] : [],
    )
    if (fault === '503' || fault === '429') {
      const retryAfter = { 'Retry-After': String(contract.limits.retryAfterSeconds) }
      const error = new ApiError(fault === '503' ? 'UNAVAILABLE' : 'RATE_LIMITED', { headers: retryAfter })
      return { ...toErrorResponse(error, contract), applied, fault }
    }
    const response = await responder(request, headers, preferences)
    return { ...response, applied: [...applied, ...response.applied], ...(fault && { fault }) }
  }
}

/** Whether a value is a number from 0 to a maximum. Callers without types may pass text. */
function isNumber(value: unknown, maximum: number): boolean {
  return typeof value === 'number' && value >= 0 && value <= maximum
}

function check(isValid: boolean, message: string): void {
  if (!isValid) throw new RangeError(message)
}

/** Resolves with true after the delay, or with false as soon as the signal aborts. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), milliseconds)
    const stop = () => {
      clearTimeout(timer)
      resolve(false)
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
