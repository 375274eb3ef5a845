/** What front ends must bear: delays and failures, on request or by chance. */

import type { Contract } from '@monitoring-service/contract'
import { ApiError, answerOf } from '@monitoring-service/gate'
import { type Fault, readPreferences } from './preferences.ts'
import type { Played, Stage } from './stage.ts'

export interface TroubleOptions {
  /** The least and the longest time before each answer, in milliseconds. */
  delay?: readonly [least: number, longest: number] | undefined
  /** The share of requests that are answered with 503, from 0 to 1. */
  failRate?: number | undefined
  /** The same seed gives the same delays and failures, in the order of the requests. */
  seed?: number | undefined
}

/** An answer, or what happens in place of one: the connection breaks, nothing comes, or no JSON does. */
export type Ending = Played | Exclude<Fault, '503' | '429'>

/** Lets happen on the way to an answer what the options and the caller's Prefer header say. */
export function withTrouble(stage: Stage, contract: Contract, options: TroubleOptions = {}) {
  const { delay: [least, longest] = [0, 0], failRate = 0, seed = 1 } = options
  const chance = createChance(seed)

  return async (...asked: Parameters<Stage>): Promise<Ending> => {
    const wanted = readPreferences(asked[1]('prefer').join(', '))
    const usual = Math.round(least + chance() * (longest - least))
    const fault = chance() < failRate ? '503' : undefined
    const pause = wanted.delay ?? usual
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    const applied = (['delay', 'fault'] as const).flatMap((key) => (key in wanted ? [`${key}=${wanted[key]}`] : []))
    const ending = wanted.fault ?? fault
    if (ending === undefined) {
      const played = await stage(...asked)
      return { ...played, applied: [...applied, ...played.applied] }
    }
    if (ending !== '503' && ending !== '429') return ending
    const headers = { 'Retry-After': String(contract.limits.retryAfterSeconds) }
    const error = new ApiError(ending === '503' ? 'UNAVAILABLE' : 'RATE_LIMITED', { headers })
    return { ...answerOf(error, contract), applied }
  }
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
