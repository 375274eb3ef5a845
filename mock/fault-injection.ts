/** What front ends must bear: delays and failures, on request or by chance. */

import type { Contract } from '@monitoring-service/contract'
import { ApiError, type ParsedRequest, toErrorResponse } from '@monitoring-service/http'
import { readPreferences } from './prefer-header.ts'
import type { Headers } from './reference.ts'
import type { MockResponse, Responder } from './responder.ts'

export interface FaultOptions {
  /** The time before each answer in milliseconds, or the least and the longest. */
  delay?: number | readonly [least: number, longest: number] | undefined
  /** The share of requests that are answered with 503, from 0 to 1. */
  failRate?: number | undefined
  /** The same seed gives the same delays and failures, in the order of the requests. */
  seed?: number | undefined
}

/** An answer, or what happens in place of one: the connection breaks, or nothing comes. */
export type Outcome = MockResponse | 'reset' | 'hang'

/** Answers a request, or lets something happen to it; the signal tells that nobody waits any more. */
export type Respond = (admitted: ParsedRequest, headers: Headers, signal: () => AbortSignal) => Promise<Outcome>

/**
 * Lets happen on the way to an answer what the options and the caller's Prefer header say.
 * @throws RangeError if an option is not what it should be.
 */
export function withFaults(stage: Responder, contract: Contract, options: FaultOptions = {}): Respond {
  const { delay = 0, failRate = 0, seed = 1 } = options
  const [least, longest] = typeof delay === 'number' ? [delay, delay] : delay
  const isPause = isNumber(least, longest) && isNumber(longest, 2 ** 31 - 1)
  demand(isPause, 'delay must be milliseconds, or the least and the most of them')
  demand(isNumber(failRate, 1), 'failRate must be a share from 0 to 1')
  demand(Number.isInteger(seed), 'seed must be a whole number')
  const chance = createChance(seed)

  return async (admitted, headers, signal) => {
    const wanted = readPreferences(headers('prefer').join(', '))
    const usual = Math.round(least + chance() * (longest - least))
    const fault = wanted.fault ?? (chance() < failRate ? '503' : undefined)
    const pause = wanted.delay ?? usual
    if (pause > 0 && !(await rest(pause, signal()))) return 'hang'
    if (fault === 'reset' || fault === 'hang') return fault
    const applied = (['delay', 'fault'] as const).flatMap((key) => (key in wanted ? [`${key}=${wanted[key]}`] : []))
    if (fault === '503' || fault === '429') {
      const later = { 'Retry-After': String(contract.limits.retryAfterSeconds) }
      const error = new ApiError(fault === '503' ? 'UNAVAILABLE' : 'RATE_LIMITED', { headers: later })
      return { ...toErrorResponse(error, contract), applied, fault }
    }
    const played = await stage(admitted, headers, wanted)
    return { ...played, applied: [...applied, ...played.applied], ...(fault && { fault }) }
  }
}

/** Whether it is one from 0 to the most; who writes no types may have given a text. */
function isNumber(value: unknown, most: number): boolean {
  return typeof value === 'number' && value >= 0 && value <= most
}

function demand(holds: boolean, message: string): void {
  if (!holds) throw new RangeError(message)
}

/** Waits; false if the signal came first. */
function rest(milliseconds: number, signal: AbortSignal): Promise<boolean> {
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

/** Numbers from 0 to 1 that a seed decides: mulberry32, which is short and good enough to roll dice. */
function createChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
